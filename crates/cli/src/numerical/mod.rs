//! What only Numerical Tic-Tac-Toe has: its two questions, and the table of splits.

pub(crate) mod args;
mod notable;
mod solve;
mod splits;
mod watch;

pub(crate) use notable::run as notable;
pub(crate) use solve::run as solve;
pub(crate) use splits::{merged as merged_splits, run as splits};
