//! Sweeps: the blocks of a class evaluated from the blocks that moves link them to.
//!
//! [`Tables`] are computed once: for moves if values follow from the positions that
//! come after, as in solving, or for moves undone if they follow from those before,
//! as in counting what play can reach. A [`Rule`] says what follows from the minimum
//! over the linked positions, and [`sweep_pair`] applies it to a pair of classes
//! until nothing changes.

mod links;
mod news;
mod pair;
mod plans;
mod tables;

pub(crate) use news::{Limit, News};
pub use pair::Effort;
pub(crate) use pair::{Place, Rule, Side, sweep_pair};
pub(crate) use tables::{Tables, Way, child_groups};
