//! Makes and checks databases of Quixo: [`solve()`] computes the value of every position
//! and writes it down, [`count_reachable`] counts the positions that can occur in play,
//! [`verify()`] shows that a database follows from the rules.
//!
//! ```
//! use quixotic_game::{Budget, Value};
//! use quixotic_quixo::{Board, Rules};
//! use quixotic_solver::{SolveOptions, solve};
//! use quixotic_tablebase::{Database, Kernel, WinDistances};
//!
//! let directory = tempfile::tempdir()?;
//! let options = SolveOptions {
//!     rules: Rules::official(3)?,
//!     directory: directory.path().to_owned(),
//!     until: 0,
//!     memory: 1 << 30,
//!     win_distances: WinDistances::Kept,
//!     kernel: Kernel::detect(),
//! };
//! solve(&options, &Budget::UNLIMITED, &mut |_| {})?;
//! let database = Database::open(directory.path(), options.rules)?;
//! assert_eq!(database.probe(Board::EMPTY)?, Value::win(7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bytes;
mod files;
mod heap;
mod kernel;
mod packed;
mod pass;
mod reach;
mod solve;
mod sweep;
mod values;
mod verify;

pub use reach::{ReachError, ReachEvent, ReachOptions, count_reachable};
pub use solve::{Event, PairTimes, SolveError, SolveOptions, free_space, lock, solve};
pub use sweep::Effort;
pub use verify::{
    Audited, Finding, Golden, Independent, Progress, Sampled, Verification, Verified,
    VerifiedClass, VerifyError, VerifyEvent, VerifyOptions, hash_root, signature, verify,
    verify_independently, verify_pages, verify_sample,
};
