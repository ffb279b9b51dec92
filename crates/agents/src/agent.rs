//! What a player is.

use std::error::Error;

use quixotic_game::Game;
use thiserror::Error;

/// A player: something that chooses a move.
///
/// An agent knows its game, its seed and its budget from when it was built
/// ([`Players::build`](crate::Players::build)). It may remember what it has
/// thought, so one agent plays one side of one game, but it can be asked about any
/// position at any time. The same agent, asked the same questions in the same
/// order, gives the same answers, unless its budget is a time.
pub trait Agent<G: Game>: Send {
    /// The move to play in a position in which the game is not over.
    fn choose(&mut self, position: &G::Position) -> Result<G::Move, AgentError>;
}

/// Why an agent has no move.
#[derive(Debug, Error)]
pub enum AgentError {
    /// There is nothing to choose.
    #[error("the game is over: there is no move to choose")]
    GameOver,
    /// The solution could not be asked.
    #[error(transparent)]
    Oracle(#[from] OracleError),
}

/// The solution of a game could not be asked: a file is no good, or gone.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct OracleError(Box<dyn Error + Send + Sync>);

impl OracleError {
    /// What went wrong.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> OracleError {
        OracleError(cause.into())
    }
}
