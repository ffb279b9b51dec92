//! Long work, cut into pieces that need nothing of each other.
//!
//! A [`Job`] is a command with all that matters for its result. Its pieces are numbered, and each gives a
//! row. [`Shard`] I of N does the pieces k with k mod N = I − 1; its rows, below a header that names job
//! and shard, are a [`Part`]. [`run_to_file`] writes one and goes on after an interruption; [`merge`] checks
//! that parts are all those of one job and puts their rows in order. What rows mean is known to the command
//! alone, which makes its result of them: the same bytes for any N.
//!
//! ```
//! use quixotic_game::Budget;
//! use quixotic_jobs::{Job, Threads, merge, run_to_file};
//!
//! let job = Job { command: vec!["squares".into()], pieces: 5, inputs: Default::default() };
//! let square = |piece: u64, _: &Budget| Ok((piece * piece).into());
//! let directory = tempfile::tempdir()?;
//! let mut parts = Vec::new();
//! for shard in ["2/2", "1/2"] {
//!     let path = directory.path().join("part.qxp");
//!     let (shard, threads) = (shard.parse()?, Threads::OneEach(1));
//!     run_to_file(&path, (&job, shard), &square, threads, &Budget::UNLIMITED, &mut |_, _| {})?;
//!     parts.push(("part.qxp".into(), std::fs::read_to_string(&path)?));
//!     std::fs::remove_file(&path)?;
//! }
//! let (of, rows) = merge(parts)?;
//! assert_eq!((of, rows), (job, [0, 1, 4, 9, 16].map(Into::into).into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A piece runs on one thread, several at a time, so that its row does not depend on how many threads there
//! are. Nothing here knows what runs the shards: a shell, a batch system or Dask.
#![forbid(unsafe_code)]

mod file;
mod job;
mod part;
mod replace;
mod work;

pub use file::{Ran, run_to_file};
pub use job::{Job, Shard, ShardError};
pub use part::{LARGEST, Part, PartError, merge};
pub use replace::replace;
pub use work::{Piece, Threads, work_off};
