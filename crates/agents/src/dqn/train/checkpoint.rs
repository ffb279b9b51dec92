//! All there is to a training as bytes, to go on with it later.

use quixotic_quixo::Quixo;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::learner::{Learner, LearnerState};
use super::{Preset, Progress, Training};
use crate::dqn::Network;

/// Why a training cannot go on from a checkpoint.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The bytes are damaged.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(String),
    /// It belongs to another training.
    #[error("the checkpoint is that of another training: {0} differs")]
    Other(&'static str),
}

#[derive(Serialize, Deserialize)]
struct Checkpoint {
    preset: Preset,
    seed: u64,
    progress: Progress,
    learner: LearnerState,
    target: Vec<u8>,
    best: Vec<u8>,
}

impl Training {
    /// The same training where a checkpoint left it.
    pub fn resume(
        quixo: Quixo,
        preset: Preset,
        seed: u64,
        bytes: &[u8],
    ) -> Result<Training, TrainError> {
        let checkpoint: Checkpoint =
            rmp_serde::from_slice(bytes).map_err(|error| TrainError::Damaged(error.to_string()))?;
        if checkpoint.preset != preset {
            return Err(TrainError::Other("its preset"));
        }
        if checkpoint.seed != seed {
            return Err(TrainError::Other("its seed"));
        }
        let network = |bytes: &[u8]| {
            Network::read(bytes).map_err(|error| TrainError::Damaged(error.to_string()))
        };
        let (target, best) = (network(&checkpoint.target)?, network(&checkpoint.best)?);
        if target.size() != quixo.rules().size() {
            return Err(TrainError::Other("the board"));
        }
        let learner = Learner::resume(&target, preset.learning_rate, checkpoint.learner)?;
        let mut online = target.clone();
        learner.copy_to(&mut online);
        Ok(Training {
            progress: checkpoint.progress,
            learner,
            online,
            target,
            best,
            ..Training::new(quixo, preset, seed)
        })
    }

    /// All there is to this training, to go on with later.
    pub fn checkpoint(&self) -> Vec<u8> {
        let checkpoint = Checkpoint {
            preset: self.preset.clone(),
            seed: self.seed,
            progress: self.progress.clone(),
            learner: self.learner.state(),
            target: self.target.write(),
            best: self.best.write(),
        };
        rmp_serde::to_vec(&checkpoint).expect("everything in it can be written")
    }
}
