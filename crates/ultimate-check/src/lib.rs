//! Checks a certificate that X cannot force a win by some ply of Ultimate
//! Tic-Tac-Toe, whatever X plays, or whatever but one first move.
//!
//! This crate shares no code with the program that made the certificate, not even
//! the rules, and has no dependencies. It is meant to be read in one sitting:
//! `board` are the rules, `file` reads the format of docs/format.md, and
//! `check` replays O's answers against every X move.

mod board;
mod check;
mod error;
mod file;

pub use check::{Report, check, check_parts};
pub use error::Error;
