//! What a player is.

use std::error::Error;
use std::io;

use quixotic_game::{Budget, Game, Stopped};
use thiserror::Error;

use crate::{Failure, Worth};

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

    /// The same move; an agent that finds things out on the way reports them.
    fn think(
        &mut self,
        position: &G::Position,
        budget: &Budget,
        _report: &mut dyn FnMut(Thought<G::Move>),
    ) -> Result<G::Move, AgentError> {
        self.choose(position, budget)
    }
}

/// What an agent has found out about a position so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// How many plies it has looked ahead, if it goes by depth.
    pub depth: Option<u8>,
    /// How many positions it has looked at, if it counts them.
    pub positions: Option<u64>,
    /// What the best move is worth, if it judges moves.
    pub worth: Option<Worth>,
    /// The best moves of both sides.
    pub line: Vec<M>,
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
    /// It is a program that does not play as it should.
    #[error("{failure}, in {position}")]
    Failed {
        /// What is wrong.
        failure: Failure,
        /// The position that it was asked about.
        position: String,
    },
    /// It is a program that cannot be started.
    #[error("the program `{program}` cannot be started: {error}")]
    NotStarted {
        /// As it is typed.
        program: String,
        /// What the system says.
        error: io::Error,
    },
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
