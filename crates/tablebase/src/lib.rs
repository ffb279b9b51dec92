//! Quixo, strongly solved: the outcome of every position and its distance.
//!
//! The databases of 3×3 and 4×4 are part of the program; [`solve()`] makes those of
//! 5×5 and of other rules.
//!
//! ```
//! use quixotic_game::{Game, Value};
//! use quixotic_quixo::{Board, Rules};
//! use quixotic_tablebase::Database;
//!
//! let database = Database::embedded(Rules::official(4)?).expect("4×4 is embedded");
//! // The first player wins on the empty board, in 21 plies.
//! assert_eq!(database.probe(Board::EMPTY)?, Value::win(21));
//! // The values of her moves, the best first.
//! for found in database.moves(Board::EMPTY)? {
//!     println!("{}: {}", database.quixo().format_move(found.mv), found.value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chance;
mod database;
mod encoding;
mod format;
mod index;
mod json;
mod kernel;
pub mod notable;
pub mod opening;
mod reach;
pub mod smallest;
mod solve;
mod sweep;
mod values;
mod verify;

pub use database::{
    ByDistance, ClassStats, Database, MoveValue, ProbeError, Stats, level_ranges, pack,
};
pub use format::{FileError, Problem, WinDistances};
pub use json::StatsJson;
pub use kernel::Kernel;
pub use reach::{
    ReachError, ReachEvent, ReachOptions, count_reachable, reachable_by_class, reachable_positions,
};
pub use solve::{Event, PairTimes, SolveError, SolveOptions, solve};
pub use sweep::Effort;
pub use verify::{Finding, Progress, Sampled, Verified, VerifyError, verify, verify_sample};
