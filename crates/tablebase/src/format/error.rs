//! What can be wrong with a file of a database.

use std::io;
use std::path::{Path, PathBuf};

use quixotic_quixo::Class;

use thiserror::Error;

/// A file of a database that could not be read or written, by name, with what
/// is wrong.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct FileError {
    path: PathBuf,
    problem: Problem,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum Problem {
    /// The operating system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not start like a class file.
    #[error("not a class file of quixotic")]
    Foreign,
    /// It was written by another version of the format.
    #[error("format version {0}, but this program reads version {1}")]
    Version(u16, u16),
    /// Writing it was not finished.
    #[error("unfinished")]
    Unfinished,
    /// It ends too early.
    #[error("truncated: {found} bytes, but at least {needed} are needed")]
    Truncated {
        /// Bytes in the file.
        found: u64,
        /// Bytes there should be.
        needed: u64,
    },
    /// It is a good file of something else.
    #[error("holds {found}, not {wanted}")]
    Other {
        /// What it holds.
        found: String,
        /// What was looked for.
        wanted: String,
    },
    /// A distance does not fit into a byte.
    #[error("{0} has distances too long for the file format")]
    TooLong(Class),
    /// A part of it does not match its checksum, or contradicts itself.
    #[error("corrupt: {0}")]
    Corrupt(String),
}

impl FileError {
    pub(crate) fn new(path: &Path, problem: impl Into<Problem>) -> FileError {
        FileError {
            path: path.to_owned(),
            problem: problem.into(),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with it.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Whether the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(&self.problem, Problem::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }
}
