//! The pictures of Quixo.

mod boards;
mod chances;
mod distances;
mod outcomes;

pub(crate) use boards::{Shown, boards};
pub(crate) use chances::chances;
pub(crate) use distances::distances;
pub(crate) use outcomes::outcomes;
