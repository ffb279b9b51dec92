//! The arena: agents against each other, many games, counted fairly.
//!
//! Every game of a match has seeds of its own that follow from the match's seed
//! and the number of the game, and agents are built anew for every game. So the
//! result is the same on any number of threads, unless an agent's budget is a time.

mod elo;
mod game;
mod played;
mod record;
mod round_robin;
mod score;

use std::ops::Range;

use quixotic_game::{Budget, Player, Rng, Stopped};
use rayon::prelude::*;
use thiserror::Error;

use crate::{AgentError, AgentSpec, BuildError, Playable, Players};
pub use elo::{Rating, rating_among};
pub use game::{FinishedGame, REPETITIONS, play_game};
pub use played::{Played, PlayedGame, Tally};
pub use record::{Ending, GameRecord, RecordError};
pub use round_robin::{RoundRobin, Tournament};
pub use score::{Interval, Score};

/// Plies after which a game is broken off when nothing is said.
pub const LONGEST: u32 = 200;

/// A match of two agents.
#[derive(Clone, Debug)]
pub struct Match {
    /// The agent for whom wins and losses are counted.
    pub a: AgentSpec,
    /// The other.
    pub b: AgentSpec,
    /// How many games.
    pub games: u32,
    /// All that is random follows from it.
    pub seed: u64,
    /// Who makes the first move.
    pub starts: Starts,
    /// Plies after which a game is broken off as a draw.
    pub longest: u32,
}

/// Who makes the first move of the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// A and B in turn, A in the first game.
    Alternate,
    /// Always A.
    A,
    /// Always B.
    B,
}

impl Starts {
    /// Whether A starts game `number`, counted from 0.
    pub fn with_a(self, number: u32) -> bool {
        match self {
            Starts::Alternate => number.is_multiple_of(2),
            Starts::A => true,
            Starts::B => false,
        }
    }
}

/// Why a match ended early.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// An agent cannot play this game.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// An agent had no move.
    #[error("`{agent}` in game {number}")]
    Agent {
        /// The agent.
        agent: AgentSpec,
        /// The number of the game, from 1.
        number: u32,
        /// What was wrong.
        #[source]
        error: AgentError,
    },
    /// The budget ended before the match.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl ArenaError {
    /// The error of an agent, which may only have been stopped.
    pub(crate) fn of(agent: &AgentSpec, number: u32, error: AgentError) -> ArenaError {
        match error {
            AgentError::Stopped(why) => ArenaError::Stopped(why),
            error => ArenaError::Agent {
                agent: agent.clone(),
                number,
                error,
            },
        }
    }
}

impl Match {
    /// Plays all games, on the threads of the current rayon pool. `done` is called
    /// after every game. The positions of the budget are those of each move.
    pub fn play<G: Playable>(
        &self,
        players: &Players<G>,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<Played, ArenaError> {
        self.play_part(players, 0..self.games, budget, done)
    }

    /// Plays the games with some numbers, counted from 0: the same games as those of the whole
    /// match.
    pub fn play_part<G: Playable>(
        &self,
        players: &Players<G>,
        numbers: Range<u32>,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<Played, ArenaError> {
        let games = numbers.into_par_iter().map(|number| {
            let game = self.play_one(players, budget, number);
            done();
            game
        });
        let games = games.collect::<Result<_, ArenaError>>()?;
        Ok(Played {
            seed: self.seed,
            games,
        })
    }

    fn play_one<G: Playable>(
        &self,
        players: &Players<G>,
        budget: &Budget,
        number: u32,
    ) -> Result<PlayedGame, ArenaError> {
        let mut rng = Rng::part(self.seed, number.into());
        let seeds = [rng.word(), rng.word()];
        let mut agents = [
            players.build(&self.a, seeds[0])?,
            players.build(&self.b, seeds[1])?,
        ];
        let (a, specs) = if self.starts.with_a(number) {
            (Player::X, [&self.a, &self.b])
        } else {
            agents.reverse();
            (Player::O, [&self.b, &self.a])
        };
        let game = play_game(&**players.game(), &mut agents, self.longest, budget);
        let mut game = game.map_err(|(player, error)| {
            let spec = specs[usize::from(player == Player::O)];
            ArenaError::of(spec, number + 1, error)
        })?;
        game.record.x = specs[0].to_string();
        game.record.o = specs[1].to_string();
        game.record.seed = Some(self.seed);
        game.record.number = Some(number + 1);
        if a == Player::O {
            game.thought.reverse();
        }
        Ok(PlayedGame {
            a,
            record: game.record,
            thought: game.thought,
        })
    }
}
