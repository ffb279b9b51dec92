//! Why a database cannot be opened, or a position has no answer.

use quixotic_game::Stopped;
use thiserror::Error;

use super::level_ranges;
use crate::format::FileError;
use crate::index::Index;

/// Why a database cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The rules need larger tables than there are.
    #[error("there are no databases of boards of size {0}: sizes are 3 to {max}", max = Index::MAX_SIZE)]
    Size(u8),
    /// What is in the store cannot be listed.
    #[error(transparent)]
    Store(#[from] FileError),
}

/// Why a position has no answer.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// The level of the position has not been solved.
    #[error("not in this database: {}", levels(.solved))]
    NotSolved {
        /// The level of the position: its marked tiles.
        level: u8,
        /// The levels that are here, ascending.
        solved: Vec<u8>,
    },
    /// The budget ended before there was an answer.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A file is damaged or unreadable.
    #[error(transparent)]
    File(#[from] FileError),
}

/// "levels 22–25 are here".
fn levels(solved: &[u8]) -> String {
    match solved {
        [] => "no level is here".into(),
        [level] => format!("level {level} is here"),
        _ => format!("levels {} are here", level_ranges(solved)),
    }
}
