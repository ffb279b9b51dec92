//! How a program that plays can fail.

use std::time::Duration;

use thiserror::Error;

/// Why a program has no move. It loses its game by that.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// It takes too long.
    #[error("no `{what}` within {limit:?}")]
    Slow {
        /// The answer that was waited for.
        what: &'static str,
        /// For how long.
        limit: Duration,
    },
    /// It ended, with this status and these last words on standard error.
    #[error(
        "the program ended ({status}){}{}",
        if *.left_children { " and left children behind" } else { "" },
        .said.as_ref().map_or(String::new(), |said| format!(": {said}"))
    )]
    Ended {
        /// How.
        status: String,
        /// Whether processes that it had started held on to its output.
        left_children: bool,
        /// The last line that it wrote to standard error.
        said: Option<String>,
    },
    /// It goes on, but cannot answer any more.
    #[error("the program closed its standard output")]
    Closed,
    /// It writes more than anybody reads.
    #[error("the program floods its standard output")]
    Flood,
    /// What it plays is not a move.
    #[error("`bestmove {text}` is not a move")]
    NotAMove {
        /// What it played.
        text: String,
    },
    /// The rules do not allow its move.
    #[error("the move {mv} is not legal")]
    Illegal {
        /// The move.
        mv: String,
    },
}
