//! How well the network does on the way: the training curves, and the best so far.

use std::sync::Arc;

use quixotic_game::{Budget, Stopped};
use serde::{Deserialize, Serialize};

use super::Training;
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
        let first_best = self
            .progress
            .curve
            .iter()
            .rev()
            .max_by(|a, b| a.total().total_cmp(&b.total()));
        (&self.best, first_best)
    }

    /// How well it did at each [`Training::measure`].
    pub fn curve(&self) -> &[Point] {
        &self.progress.curve
    }

    /// Plays test games without exploration and adds a point to the curve. If the budget
    /// ends before, nothing has changed.
    pub fn measure(&mut self, games: u32, budget: &Budget) -> Result<(), Stopped> {
        let network = Arc::new(self.online.clone());
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
        let stage = self
            .preset
            .stage_of(self.progress.episode.saturating_sub(1));
        let exploration = stage.map_or(0.0, |(stage, number)| {
            self.preset.exploration(stage, number)
        });
        let point = Point {
            episode: self.progress.episode,
            exploration,
            error: self.progress.error.0 / self.progress.error.1.max(1) as f64,
            against_random: wins("random")?,
            against_minimax: wins("minimax:2")?,
        };
        if self
            .progress
            .curve
            .iter()
            .all(|other| point.total() > other.total())
        {
            self.best.clone_from(&self.online);
        }
        self.progress.curve.push(point);
        self.progress.error = (0.0, 0);
        Ok(())
    }
}
