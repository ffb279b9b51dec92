//! What can be wrong with a file of a database.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file of a database that could not be read or written, by name, with what
/// is wrong and what can be done about it.
#[derive(Debug, Error)]
pub struct FileError {
    path: PathBuf,
    /// Not a source: the text has it already, and who tells all sources would tell it twice.
    problem: Problem,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum Problem {
    /// The operating system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a regular file but a pipe, a device, a directory.
    #[error("{0}, not a regular file")]
    NotRegular(&'static str),
    /// Part of the program, but not yet supplied by its host.
    #[error("is not loaded yet")]
    Awaited,
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
    /// A part of it does not match its checksum, or contradicts itself.
    #[error("corrupt: {0}")]
    Corrupt(String),
}

impl From<io::ErrorKind> for Problem {
    fn from(kind: io::ErrorKind) -> Problem {
        Problem::Io(kind.into())
    }
}

impl Problem {
    /// What can be done about it, if that is known. A file at an address is a copy of one
    /// that is elsewhere.
    fn remedy(&self, is_address: bool) -> Option<&'static str> {
        match self {
            Problem::NotRegular(_) | Problem::Foreign | Problem::Other { .. } if is_address => {
                Some("use another address")
            }
            Problem::Unfinished | Problem::Truncated { .. } | Problem::Corrupt(_) if is_address => {
                Some("upload it again")
            }
            Problem::NotRegular(_) | Problem::Foreign | Problem::Other { .. } => {
                Some("move it away, or use another directory")
            }
            Problem::Version(found, reads) if found > reads => Some(
                "read it with a newer version of this program, or move it away and solve again",
            ),
            Problem::Version(..) => Some("move it away and solve again"),
            Problem::Unfinished | Problem::Truncated { .. } | Problem::Corrupt(_) => {
                Some("delete it and solve again, which makes only what is missing")
            }
            Problem::Io(_) | Problem::Awaited => None,
        }
    }
}

impl FileError {
    /// Says that something is wrong with a file.
    pub fn new(path: &Path, problem: impl Into<Problem>) -> FileError {
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

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.problem)?;
        let is_address = self.path.to_str().is_some_and(|path| path.contains("://"));
        match self.problem.remedy(is_address) {
            Some(remedy) => write!(f, ": {remedy}"),
            None => Ok(()),
        }
    }
}
