//! What only Numerical Tic-Tac-Toe has: its two questions, and the table of splits.

pub(crate) mod args;
mod json;
mod notable;
mod solve;
mod splits;
mod watch;
mod words;

pub(crate) use notable::run as notable;
pub(crate) use solve::run as solve;
pub(crate) use splits::run as splits;
