//! Everyone against everyone.

use quixotic_game::{Budget, Rng};

use super::elo::{Rating, ratings};
use super::{ArenaError, Match, Played, Score, Starts};
use crate::{AgentSpec, Playable, Players};

/// A tournament in which every pair of agents plays a match.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Who takes part.
    pub agents: Vec<AgentSpec>,
    /// Games of a pair; the agents start in turn.
    pub games: u32,
    /// All that is random follows from it.
    pub seed: u64,
    /// Plies after which a game is broken off as a draw.
    pub longest: u32,
}

/// The results of a tournament.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    /// Who took part.
    pub agents: Vec<AgentSpec>,
    /// The match of every pair `i < j`, counted for `i`.
    pub matches: Vec<(usize, usize, Played)>,
}

impl Tournament {
    /// The pairs `i < j` with their matches, in the order in which they play.
    pub fn matches(&self) -> Vec<(usize, usize, Match)> {
        let count = self.agents.len();
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
        let planned = pairs.enumerate().map(|(number, (i, j))| {
            let planned = Match {
                a: self.agents[i].clone(),
                b: self.agents[j].clone(),
                games: self.games,
                seed: Rng::part(self.seed, number as u64).word(),
                starts: Starts::Alternate,
                longest: self.longest,
            };
            (i, j, planned)
        });
        planned.collect()
    }

    /// Games of all pairs.
    pub fn all_games(&self) -> u64 {
        let count = self.agents.len() as u64;
        count * count.saturating_sub(1) / 2 * u64::from(self.games)
    }

    /// Plays all matches; `done` is called after every game.
    pub fn play<G: Playable>(
        &self,
        players: &Players<G>,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<RoundRobin, ArenaError> {
        let mut matches = Vec::new();
        for (i, j, planned) in self.matches() {
            matches.push((i, j, planned.play(players, budget, done)?));
        }
        let agents = self.agents.clone();
        Ok(RoundRobin { agents, matches })
    }
}

impl RoundRobin {
    /// The result of `i` against `j`.
    pub fn score(&self, i: usize, j: usize) -> Score {
        let found = self.matches.iter().find_map(|(a, b, played)| {
            if (*a, *b) == (i, j) {
                Some(played.score())
            } else if (*a, *b) == (j, i) {
                Some(played.score().reversed())
            } else {
                None
            }
        });
        found.unwrap_or_default()
    }

    /// The ratings of the agents, in their order.
    pub fn ratings(&self) -> Vec<Rating> {
        ratings(self.agents.len(), |i, j| self.score(i, j))
    }
}
