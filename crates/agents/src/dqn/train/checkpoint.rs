//! All there is to a training as bytes, to go on with it later.

use quixotic_quixo::Quixo;
use serde::{Deserialize, Serialize};

use super::turn::{Turn, WrittenTurn};
use super::{Preset, Progress, Training};
use crate::trainer::Trainer;
use crate::trainer::checkpoint::{self, CheckpointError};

pub(super) const MAGIC: &str = "QXQ1";

/// What comes before the weights.
#[derive(Serialize, Deserialize)]
struct Head {
    /// As text, since it is only compared.
    preset: String,
    seed: u64,
    size: u8,
    progress: Progress,
    replay: Vec<WrittenTurn>,
}

impl Progress {
    /// Whether a training has been there.
    fn is_possible(&self, preset: &Preset) -> bool {
        let most_turns = self.episode.saturating_mul(preset.longest_game.into());
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        self.episode <= preset.episodes()
            && self.turns <= most_turns
            && self.steps <= self.turns
            && self.error.1 <= self.steps
            && self.curve.iter().all(|point| {
                let shares = [point.against_random, point.against_minimax];
                point.episode <= self.episode && shares.into_iter().all(is_share)
            })
    }
}

impl Training {
    /// The same training where a checkpoint left it.
    pub fn resume(
        quixo: Quixo,
        preset: Preset,
        seed: u64,
        bytes: &[u8],
    ) -> Result<Training, CheckpointError> {
        let (head, numbers) = checkpoint::read::<Head>(MAGIC, bytes)?;
        checkpoint::agree(&[
            (head.preset == format!("{preset:?}"), "its preset"),
            (head.seed == seed, "its seed"),
            (head.size == quixo.rules().size(), "the board"),
        ])?;
        if !head.progress.is_possible(&preset) {
            return Err(CheckpointError::Damaged("its progress is not possible"));
        }
        if head.replay.len() > preset.memory {
            return Err(CheckpointError::Damaged("it remembers too many turns"));
        }
        let mut training = Training::new(quixo, preset, seed);
        training.progress = head.progress;
        let (quixo, actions) = (training.players.game(), &training.actions);
        let turns = head.replay.into_iter();
        let turns = turns.map(|turn| Turn::read(turn, quixo, actions));
        training.replay = turns
            .collect::<Option<_>>()
            .ok_or(CheckpointError::Damaged("a turn in it is not possible"))?;
        let Trainer { network, adam, .. } = &mut training.trainer;
        let own = [network, &mut training.target, &mut training.best];
        let own = own.map(|network| &mut network.weights);
        let own = own.into_iter().chain([&mut adam.means, &mut adam.squares]);
        checkpoint::fill(own.collect(), numbers)?;
        Ok(training)
    }

    /// All there is to this training, to go on with later.
    pub fn checkpoint(&self) -> Vec<u8> {
        let head = Head {
            preset: format!("{:?}", self.preset),
            seed: self.seed,
            size: self.players.game().rules().size(),
            progress: self.progress.clone(),
            replay: self.replay.iter().map(Turn::write).collect(),
        };
        let Trainer { network, adam, .. } = &self.trainer;
        let networks = [network, &self.target, &self.best];
        let numbers = networks.map(|network| &network.weights);
        let numbers = [&numbers[..], &[&adam.means, &adam.squares]].concat();
        checkpoint::write(MAGIC, &head, &numbers)
    }
}
