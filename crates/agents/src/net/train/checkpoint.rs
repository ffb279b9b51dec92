//! All there is to a training as bytes, to go on with it later.

use quixotic_quixo::Quixo;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Plan, Point, Training};
use crate::labels::Label;

/// Why a training cannot go on from a checkpoint.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The bytes are damaged.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
    /// It belongs to another training.
    #[error("the checkpoint is that of another training: {0} differs")]
    Other(&'static str),
}

const MAGIC: &str = "QXT1";

/// What comes before the weights, as a line of JSON.
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
        let head = serde_json::to_vec(&self.head()).expect("everything in it can be written");
        let mut bytes = MAGIC.as_bytes().to_vec();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        for numbers in [&self.model.weights, &self.adam.means, &self.adam.squares] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        crate::weights::seal(bytes)
    }

    /// The same training where a checkpoint left it.
    pub fn resume(
        quixo: Quixo,
        labels: Vec<Label>,
        plan: Plan,
        bytes: &[u8],
    ) -> Result<Training, CheckpointError> {
        let damaged = |what: String| CheckpointError::Damaged(what);
        let body =
            crate::weights::open(bytes, MAGIC, 8).map_err(|error| damaged(error.to_string()))?;
        crate::weights::check(bytes, body.len()).map_err(|error| damaged(error.to_string()))?;
        let length = u32::from_le_bytes([body[4], body[5], body[6], body[7]]) as usize;
        let short = || damaged("it ends early".into());
        let (head, numbers) = body[8..].split_at_checked(length).ok_or_else(short)?;
        let head: Head =
            serde_json::from_slice(head).map_err(|error| damaged(error.to_string()))?;
        let mut training = Training::new(quixo, labels, plan);
        let own = training.head();
        for (is_same, what) in [
            (head.plan == own.plan, "how to learn"),
            (head.size == own.size, "the board"),
            (head.labels == own.labels, "what to learn from"),
        ] {
            if !is_same {
                return Err(CheckpointError::Other(what));
            }
        }
        let weights = training.model.weights.len();
        if numbers.len() != 3 * 4 * weights || head.step > training.steps() {
            return Err(damaged("it has the wrong length".into()));
        }
        let mut numbers = numbers.chunks_exact(4);
        for target in [
            &mut training.model.weights,
            &mut training.adam.means,
            &mut training.adam.squares,
        ] {
            for (number, bytes) in target.iter_mut().zip(&mut numbers) {
                *number = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
        }
        (training.step, training.learnt, training.curve) = (head.step, head.learnt, head.curve);
        training.shuffle();
        Ok(training)
    }
}
