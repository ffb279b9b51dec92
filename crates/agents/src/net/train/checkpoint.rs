//! All there is to a training as bytes, to go on with it later.

use quixotic_quixo::Quixo;
use serde::{Deserialize, Serialize};

use super::{Plan, Point, Training};
use crate::labels::Label;
use crate::trainer::Trainer;
use crate::trainer::checkpoint::{self, CheckpointError};

const MAGIC: &str = "QXT1";

/// What comes before the weights.
#[derive(Serialize, Deserialize)]
struct Head {
    plan: Plan,
    size: u8,
    /// The checksum of the labels.
    labels: u32,
    step: u64,
    learnt: (f64, u64),
    curve: Vec<Point>,
}

impl Training {
    fn head(&self) -> Head {
        let mut hasher = crc32fast::Hasher::new();
        for label in self.tests.iter().chain(&self.lessons) {
            hasher.update(&label.to_bytes());
        }
        Head {
            plan: self.plan.clone(),
            size: self.quixo.rules().size(),
            labels: hasher.finalize(),
            step: self.step,
            learnt: self.learnt,
            curve: self.curve.clone(),
        }
    }

    /// All there is to this training but for its labels, to go on with later.
    pub fn checkpoint(&self) -> Vec<u8> {
        let Trainer { network, adam, .. } = &self.trainer;
        let numbers = [&network.weights, &adam.means, &adam.squares];
        checkpoint::write(MAGIC, &self.head(), &numbers)
    }

    /// The same training where a checkpoint left it.
    pub fn resume(
        quixo: Quixo,
        labels: Vec<Label>,
        plan: Plan,
        bytes: &[u8],
    ) -> Result<Training, CheckpointError> {
        let (head, numbers) = checkpoint::read::<Head>(MAGIC, bytes)?;
        let mut training = Training::new(quixo, labels, plan);
        let own = training.head();
        checkpoint::agree(&[
            (head.plan == own.plan, "how to learn"),
            (head.size == own.size, "the board"),
            (head.labels == own.labels, "what to learn from"),
        ])?;
        if head.step > training.steps() {
            return Err(CheckpointError::Damaged("it has too many steps"));
        }
        let Trainer { network, adam, .. } = &mut training.trainer;
        let own = vec![&mut network.weights, &mut adam.means, &mut adam.squares];
        checkpoint::fill(own, numbers)?;
        (training.step, training.learnt, training.curve) = (head.step, head.learnt, head.curve);
        training.shuffle();
        Ok(training)
    }
}
