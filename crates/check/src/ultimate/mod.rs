//! X cannot force a win of Ultimate Tic-Tac-Toe by some ply, whatever X plays, or whatever but one first move.
//!
//! `board` are the rules, `file` reads the format, and `check` replays O's answers against every X move.

mod board;
mod check;
mod error;
mod file;

pub use check::{Report, check, check_parts};
pub use error::Error;
pub use file::MAGIC;
