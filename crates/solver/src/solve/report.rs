//! What a run tells: its events, and why it cannot begin or go on.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use quixotic_quixo::Class;

use thiserror::Error;

use crate::sweep::Effort;
use quixotic_game::Stopped;
use quixotic_tablebase::FileError;
use quixotic_tablebase::internal::index::Index;

/// What a run reports while it goes on.
#[derive(Clone, Debug)]
pub enum Event {
    /// Tables are being computed.
    Preparing,
    /// The run begins: that many positions are to be stored, and so many are
    /// there from an earlier run.
    Started {
        /// Positions of all levels asked for.
        total: u64,
        /// Positions found in finished files.
        found: u64,
    },
    /// A pair of classes is begun.
    Pair {
        /// The class of the pair with more tiles of the mover.
        class: Class,
        /// Positions of the pair.
        positions: u64,
    },
    /// A sweep over a class of the pair has ended.
    Sweep {
        /// What the pair has taken so far.
        effort: Effort,
    },
    /// A pair is solved and written.
    Solved {
        /// The class of the pair with more tiles of the mover.
        class: Class,
        /// Positions of the pair.
        positions: u64,
        /// How much work it was.
        effort: Effort,
        /// How long that took.
        times: PairTimes,
        /// Bytes of its files.
        bytes: u64,
    },
}

/// How long the parts of solving a pair took, but for reading and writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairTimes {
    /// Taking in what the level above says.
    pub base: Duration,
    /// The sweeps.
    pub sweeps: Duration,
}

/// Why a run cannot begin or go on. Nothing that was finished is lost.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The rules need larger tables than there are.
    #[error("a board of size {0} is too large to solve: sizes are 3 to {max}", max = Index::MAX_SIZE)]
    Size(u8),
    /// There is no such level.
    #[error("there is no level {0}: levels are 0 to {1}")]
    Level(u8, u8),
    /// The directory cannot be used.
    #[error("cannot use {}: {error}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// Another process works on the same database.
    #[error("another process is writing into {}", .0.display())]
    Locked(PathBuf),
    /// The pair that takes the most does not fit into the memory allowed.
    #[error("{class} needs {needed} MiB of memory, but only {allowed} MiB are allowed")]
    Memory {
        /// The class.
        class: Class,
        /// What it takes.
        needed: u64,
        /// What was allowed.
        allowed: u64,
    },
    /// The disk is too small.
    #[error("{} has {free} MiB free, but {needed} MiB may be needed", path.display())]
    Space {
        /// The directory.
        path: PathBuf,
        /// What may be needed.
        needed: u64,
        /// What there is.
        free: u64,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file that was there, or was written by this run, is gone.
    #[error("{} was removed while the run went on: run it again to make it again", .0.display())]
    Removed(PathBuf),
    /// The budget is used up. Classes that were finished are kept, and the next run
    /// goes on from there.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
