//! The fast solver: outcome and distance of every position, class by class from
//! the full board down.
//!
//! [`tables`] are computed once. For each pair of classes, [`base`] takes in what
//! the level above says, and [`pair`] iterates over the moves inside the pair.
//! [`run`] strings the pairs together and writes the files.

mod base;
mod links;
mod pair;
mod plans;
mod run;
mod tables;
mod values;

pub(crate) use links::{Kind, Link};
pub use pair::Effort;
pub use run::{Event, SolveError, SolveOptions, solve};
pub(crate) use tables::Tables;
pub(crate) use values::Values;
