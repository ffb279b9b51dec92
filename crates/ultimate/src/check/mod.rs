//! The paper's claims, checked by playing everything.

mod lemma5;
mod strategy;

pub use lemma5::{Lemma5, lemma5};
pub use strategy::{Strategy, strategy};
