//! The arena: agents against each other, many games, counted fairly.
//!
//! Every game of a match has seeds of its own that follow from the match's seed
//! and the number of the game, and agents are built anew for every game. So the
//! result is the same on any number of threads, unless an agent's budget is a time.

mod elo;
mod game;
mod record;
mod round_robin;
mod score;

use rayon::prelude::*;
use std::time::Duration;

use quixotic_game::{Player, Rng};
use thiserror::Error;

use crate::{AgentError, AgentSpec, BuildError, Playable, Players};
pub use elo::Rating;
pub use game::play_game;
pub use record::{Ending, GameRecord, RecordError, Winner};
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
    fn with_a(self, number: u32) -> bool {
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
    #[error("`{agent}` in game {number}: {error}")]
    Agent {
        /// The agent.
        agent: AgentSpec,
        /// The number of the game, from 1.
        number: u32,
        /// What was wrong.
        #[source]
        error: AgentError,
    },
}

/// A match that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The games in their order.
    pub games: Vec<PlayedGame>,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The symbol of A.
    pub a: Player,
    /// The game itself.
    pub record: GameRecord,
    /// How long A and B thought, and for how many moves.
    pub thought: [(Duration, u32); 2],
}

impl Match {
    /// Plays all games, on the threads of the current rayon pool. `done` is called
    /// after every game.
    pub fn play<G: Playable>(
        &self,
        players: &Players<G>,
        done: &(dyn Fn() + Sync),
    ) -> Result<Played, ArenaError> {
        let games = (0..self.games).into_par_iter().map(|number| {
            let game = self.play_one(players, number);
            done();
            game
        });
        let games = games.collect::<Result<_, _>>()?;
        Ok(Played { games })
    }

    fn play_one<G: Playable>(
        &self,
        players: &Players<G>,
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
        let game = play_game(&**players.game(), &mut agents, self.longest);
        let mut game = game.map_err(|(player, error)| ArenaError::Agent {
            agent: specs[usize::from(player == Player::O)].clone(),
            number: number + 1,
            error,
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

impl Played {
    /// Wins, losses and draws of A.
    pub fn score(&self) -> Score {
        self.score_of(self.games.iter())
    }

    /// The same over the games in which A was X, that is, made the first move, or
    /// was O.
    pub fn score_as(&self, a: Player) -> Score {
        self.score_of(self.games.iter().filter(|game| game.a == a))
    }

    fn score_of<'a>(&self, games: impl Iterator<Item = &'a PlayedGame>) -> Score {
        let mut score = Score::default();
        for game in games {
            match game.record.winner() {
                None => score.draws += 1,
                Some(winner) if winner == game.a => score.wins += 1,
                Some(_) => score.losses += 1,
            }
        }
        score
    }

    /// How many games ended so.
    pub fn ended_by(&self, ending: Ending) -> usize {
        let endings = self.games.iter().map(|game| game.record.ending);
        endings.filter(|&other| other == ending).count()
    }

    /// The mean number of plies of a game.
    pub fn mean_plies(&self) -> f64 {
        let plies: usize = self.games.iter().map(|game| game.record.moves.len()).sum();
        plies as f64 / self.games.len().max(1) as f64
    }

    /// The mean time for a move of A and of B.
    pub fn time_per_move(&self) -> [Duration; 2] {
        [0, 1].map(|side| {
            let sides = self.games.iter().map(|game| game.thought[side]);
            let (time, moves) = sides.fold((Duration::ZERO, 0), |(time, moves), (t, m)| {
                (time + t, moves + m)
            });
            time / moves.max(1)
        })
    }
}
