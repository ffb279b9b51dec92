//! Where a database is that somebody asked for.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Store;

/// Where a database is: in a directory, or wherever a store gets it from.
#[derive(Clone, Debug)]
pub enum Place {
    /// In a directory, which may appear, and grow, while the program runs.
    Directory(PathBuf),
    /// Somewhere else.
    Store {
        /// What people call it: an address, without anything that is secret.
        name: String,
        /// What reads it.
        store: Arc<dyn Store>,
    },
}

impl Place {
    /// The directory, if it is one.
    pub fn directory(&self) -> Option<&Path> {
        match self {
            Place::Directory(path) => Some(path),
            Place::Store { .. } => None,
        }
    }
}

impl From<PathBuf> for Place {
    fn from(path: PathBuf) -> Place {
        Place::Directory(path)
    }
}

impl From<&Path> for Place {
    fn from(path: &Path) -> Place {
        Place::Directory(path.to_owned())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Directory(path) => path.display().fmt(f),
            Place::Store { name, .. } => f.write_str(name),
        }
    }
}
