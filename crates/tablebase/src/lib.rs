//! Quixo, strongly solved: the outcome of every position and its distance.
//!
//! The databases of 3×3 and 4×4 are part of the program; the solver makes those of
//! 5×5 and of other rules. This crate reads them, wherever their bytes come from (a
//! [`Store`]), and nothing else: it needs no threads and, in the browser, no C code.
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
//!
//! # Stability
//! The interface of this crate is public and follows Semantic Versioning; before 1.0 the second number
//! is the one that may break. [`internal`] is not part of it.

mod database;
mod encoding;
mod format;
mod index;
pub mod internal;
mod kernel;
mod reachable;
pub mod store;

pub use database::{
    Activity, ByDistance, ClassStats, Database, KnownMove, KnownOutcome, MoveValue, OpenError,
    PageOrder, ProbeError, Stats, level_ranges,
};
pub use format::{FileError, Outline, Problem, WinDistances};
pub use kernel::Kernel;
pub use reachable::{reachable_by_class, reachable_positions};
pub use store::Store;
