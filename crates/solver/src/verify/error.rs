//! What a verification can find.

use std::fmt;
use std::path::PathBuf;

use quixotic_game::{Game, Outcome, Player, Value};
use quixotic_quixo::{Board, Class, Position, Quixo, Rules};
use thiserror::Error;

use quixotic_game::Stopped;
use quixotic_tablebase::internal::encoding::{Scale, WIN};
use quixotic_tablebase::{FileError, ProbeError};

/// Why a database is not verified.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// There is nothing to verify.
    #[error("no level is complete, so there is nothing to verify")]
    Empty,
    /// A file cannot be read, or one that is needed is missing.
    #[error(transparent)]
    Read(#[from] ProbeError),
    /// A value is wrong.
    #[error("wrong value: {0}")]
    Value(#[from] Finding),
    /// The count of a value is wrong.
    #[error(
        "{}: wrong census: {stored} positions of {class} are said to be {value}, but {counted} are",
        path.display()
    )]
    Census {
        /// The file.
        path: PathBuf,
        /// The class in it.
        class: Class,
        /// The value that is miscounted.
        value: Value,
        /// How often it occurs according to the file.
        stored: u64,
        /// How often it occurs.
        counted: u64,
    },
    /// The hash of the values is wrong.
    #[error("{}: the values do not match their hash", path.display())]
    Digest {
        /// The file.
        path: PathBuf,
    },
    /// The pair of classes that takes the most does not fit into the memory allowed.
    #[error("{class} needs {needed} MiB of memory, but only {allowed} MiB are allowed")]
    Memory {
        /// The class.
        class: Class,
        /// What it takes.
        needed: u64,
        /// What was allowed.
        allowed: u64,
    },
    /// The budget is used up before a fault was found.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<FileError> for VerifyError {
    fn from(error: FileError) -> VerifyError {
        VerifyError::Read(error.into())
    }
}

/// A position whose stored value does not follow from its children, or did not when it was
/// first looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub struct Finding {
    /// The rules of the game.
    pub rules: Rules,
    /// The position.
    pub board: Board,
    /// How the game has ended, if it is over.
    pub ended: Option<Outcome>,
    /// What is stored; `None` for a win whose distance is left out.
    pub stored: Option<Value>,
    /// What follows from the rules and the children.
    pub follows: Value,
}

impl Finding {
    /// From the byte that is stored.
    pub(super) fn new(
        rules: Rules,
        board: Board,
        stored: u8,
        ended: Option<Outcome>,
        follows: Value,
    ) -> Finding {
        Finding {
            rules,
            board,
            ended,
            stored: (stored != WIN).then(|| Scale::of(rules).decode(stored)),
            follows,
        }
    }

    /// The position in notation, with X to move.
    pub fn position(&self) -> String {
        let position = Position {
            board: self.board,
            to_move: Player::X,
        };
        Quixo::new(self.rules).format_position(&position)
    }

    /// Whether what is stored follows.
    pub(super) fn is_right(&self) -> bool {
        match self.stored {
            Some(stored) => stored == self.follows,
            // Finished games have a distance.
            None => self.ended.is_none() && self.follows.outcome() == Outcome::Win,
        }
    }
}

impl fmt::Display for Finding {
    /// Names the position with X to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position();
        let follows = self.follows;
        match self.stored {
            Some(stored) => write!(f, "{position} is stored as {stored}, but ")?,
            None => write!(f, "{position} is stored as a win, but ")?,
        }
        if self.is_right() {
            return f.write_str("that was not so when it was first looked at: suspect the memory");
        }
        match self.ended {
            Some(outcome) => write!(f, "the game is over: {outcome}"),
            None => write!(f, "its moves make it {follows}"),
        }
    }
}
