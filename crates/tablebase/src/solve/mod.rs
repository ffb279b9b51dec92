//! The fast solver: outcome and distance of every position, class by class from
//! the full board down.
//!
//! [`tables`] are computed once. For each pair of classes, [`base`] takes in what
//! the level above says, and [`pair`] iterates over the moves inside the pair.
//! [`run`] strings the pairs together and writes the files.

mod base;
mod directory;
mod kept;
mod links;
mod load;
mod pair;
mod plans;
mod report;
mod run;
mod tables;

pub use pair::Effort;
pub use report::{Event, PairTimes, SolveError};
pub use run::{SolveOptions, solve};
