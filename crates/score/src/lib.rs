//! The score of an agent: how often it errs where there is something to lose, how strong it is in games, and
//! where it erred worst; as JSON, as a page and as a badge.
//!
//! The positions are a [`PositionSet`], which has a name with a version, so that scores can be compared: on 3×3 and 4×4
//! they are drawn from the solution in the program, on 5×5 they are part of this crate with the exact values of all moves, so
//! nobody needs the database. An agent of ours and one from outside are scored by the same [`Exam`].
//!
//! ```
//! use quixotic_catalog::{Catalog, Setup};
//! use quixotic_game::Budget;
//! use quixotic_score::{Candidate, Exam};
//!
//! let catalog = Catalog::standard();
//! let game = catalog.open(&catalog.read("quixo4")?, &Setup::default())?;
//! let exam = Exam { positions: 100, games: 2, ..Exam::default() };
//! let candidate = Candidate::Agent("minimax:2".parse()?);
//! let score = exam.score(&*game, candidate, &Budget::UNLIMITED, &|_| {})?;
//! assert_eq!((score.set.as_deref(), score.rung.positions), (Some("quixo4-1"), 100));
//! # Ok::<(), quixotic_catalog::Error>(())
//! ```
#![forbid(unsafe_code)]

mod exam;
mod page;
mod score;
mod set;

pub use exam::{Candidate, Exam, OPPONENTS, POSITIONS};
pub use score::{Elo, Mistake, Opponent, Score};
pub use set::{DEFAULT_SEED, PositionSet, SIZE, SetError};
