//! The paper's claims, checked by playing everything.

mod lemma5;
mod strategy;

pub use lemma5::{Lemma5, lemma5};
pub use strategy::{Strategy, strategy};

/// Positions between two looks at the budget.
const LOOK: u64 = 1 << 10;
