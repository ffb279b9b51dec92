//! The pictures of results, as SVG.

mod boards;
mod chances;
mod distances;
mod ladder;
mod outcomes;
mod reliability;
mod shares;

pub use super::picture::{Curve, curves};
pub(crate) use boards::{Shown, boards};
pub(crate) use chances::chances;
pub(crate) use distances::distances;
pub use ladder::ladder;
pub use outcomes::{ClassOutcomes, outcomes};
pub use reliability::reliability;
pub(crate) use shares::{Shares, shares};
