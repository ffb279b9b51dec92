//! What a player is.

use std::error::Error;

use quixotic_game::{Budget, Game, Stopped};
use thiserror::Error;

/// A player: something that chooses a move.
///
/// An agent knows its game, its seed and how much it may do for a move from when it was
/// built ([`Players::build`](crate::Players::build)). It may remember what it has
/// thought, so one agent plays one side of one game, but it can be asked about any
/// position at any time. The same agent, asked the same questions in the same
/// order, gives the same answers, unless a time limits it.
pub trait Agent<G: Game>: Send {
    /// The move to play in a position in which the game is not over.
    ///
    /// The budget is for this one move, and the agent's own limit counts if it is
    /// smaller. When time or positions end, an agent that has some move plays the best
    /// so far; when a flag is set, none does.
    fn choose(&mut self, position: &G::Position, budget: &Budget) -> Result<G::Move, AgentError>;
}

/// Why an agent has no move.
#[derive(Debug, Error)]
pub enum AgentError {
    /// There is nothing to choose.
    #[error("the game is over: there is no move to choose")]
    GameOver,
    /// The budget ended before there was a move.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It plays by the solution alone, and the part that is here does not tell.
    #[error(
        "`perfect` does not guess, and what is here of the solution does not tell the best move in {position}: {advice}"
    )]
    Unknown {
        /// The position.
        position: String,
        /// How to get the rest of the solution, and who plays without it.
        advice: String,
    },
    /// The solution could not be asked.
    #[error(transparent)]
    Oracle(OracleError),
}

/// Why the solution of a game has no answer.
#[derive(Debug, Error)]
pub enum OracleError {
    /// The budget ended before there was one.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It could not be asked: a file is damaged, unreadable or gone.
    #[error(transparent)]
    Broken(Box<dyn Error + Send + Sync>),
}

impl OracleError {
    /// What went wrong.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> OracleError {
        OracleError::Broken(cause.into())
    }
}

impl From<OracleError> for AgentError {
    fn from(error: OracleError) -> AgentError {
        match error {
            OracleError::Stopped(why) => AgentError::Stopped(why),
            broken @ OracleError::Broken(_) => AgentError::Oracle(broken),
        }
    }
}
