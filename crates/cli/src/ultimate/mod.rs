//! What only Ultimate Tic-Tac-Toe has: its certificate, and the check of the paper's
//! claims.

pub(crate) mod args;
mod solve;
mod verify;

pub(crate) use solve::{merged as merged_solve, run as solve};
pub(crate) use verify::run as verify;
