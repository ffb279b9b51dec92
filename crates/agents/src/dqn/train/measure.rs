//! How well the network does on the way: the training curves, and the best so far.

use std::sync::Arc;

use quixotic_game::{Budget, Stopped};
use serde::{Deserialize, Serialize};

use super::{Progress, Training};
use crate::arena::{ArenaError, Match, Starts};
use crate::dqn::Network;
use crate::{AgentSpec, Weights};

/// How well the network did after so many games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Games played so far.
    pub episode: u64,
    /// The share of random moves.
    pub exploration: f64,
    /// The mean squared error of the steps since the last point.
    pub error: f64,
    /// The share of games won against random.
    pub against_random: f64,
    /// The share of games won against minimax:2.
    pub against_minimax: f64,
}

impl Point {
    /// What the best network is chosen by.
    fn total(&self) -> f64 {
        self.against_random + self.against_minimax
    }
}

impl Training {
    /// The network that did best at a [`Training::measure`]: against random and
    /// minimax:2 together. Before the first it is one that knows nothing.
    pub fn best(&self) -> (&Network, Option<&Point>) {
        let from_last = self.progress.curve.iter().rev();
        let first_best = from_last.max_by(|a, b| a.total().total_cmp(&b.total()));
        (&self.best, first_best)
    }

    /// How well it did at each [`Training::measure`].
    pub fn curve(&self) -> &[Point] {
        &self.progress.curve
    }

    /// Plays test games without exploration and adds a point to the curve. If the budget
    /// ends before, nothing has changed.
    pub fn measure(&mut self, games: u32, budget: &Budget) -> Result<(), Stopped> {
        let network = Arc::new(self.trainer.network.clone());
        let players = self.players.clone().with_weights(Weights::DeepQ(network));
        let wins = |opponent: &str| {
            let spec = AgentSpec::parse(opponent).expect("it is an agent");
            let played = Match {
                a: AgentSpec::Dqn,
                b: spec,
                games,
                seed: self.seed,
                starts: Starts::Alternate,
                longest: self.preset.longest_game,
            }
            .play(&players, budget, &|| {});
            match played {
                Ok(played) => Ok(f64::from(played.score().wins) / f64::from(games)),
                Err(ArenaError::Stopped(why)) => Err(why),
                Err(error) => panic!("no agent here needs a database: {error}"),
            }
        };
        let Progress { episode, error, .. } = self.progress;
        let stage = self.preset.stage_of(episode.saturating_sub(1));
        let exploration = |(stage, number)| self.preset.exploration(stage, number);
        let point = Point {
            episode,
            exploration: stage.map_or(0.0, exploration),
            error: error.0 / error.1.max(1) as f64,
            against_random: wins("random")?,
            against_minimax: wins("minimax:2")?,
        };
        let is_better = |other: &Point| point.total() > other.total();
        if self.progress.curve.iter().all(is_better) {
            self.best.clone_from(&self.trainer.network);
        }
        self.progress.curve.push(point);
        self.progress.error = (0.0, 0);
        Ok(())
    }
}
