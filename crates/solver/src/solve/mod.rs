//! The fast solver: outcome and distance of every position, class by class from
//! the full board down.
//!
//! For each pair of classes, [`base`] takes in what the level above says, keeps of it
//! what is needed again ([`losses`]), and
//! [`pair`] sweeps over the moves inside the pair.
//! [`run`] strings the pairs together and writes the files; [`memory`] counts what that takes.

mod base;
mod directory;
mod kept;
mod load;
mod losses;
mod memory;
mod pair;
mod report;
mod run;

pub use directory::{free_space, lock};
pub use report::{Event, PairTimes, SolveError};
pub(crate) use run::above;
pub use run::{SolveOptions, solve};
