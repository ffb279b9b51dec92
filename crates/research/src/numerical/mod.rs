//! Numerical Tic-Tac-Toe: its page, its table of splits, and what it is in words.

mod json;
mod page;
pub mod splits;
pub mod words;

pub use json::SolveJson;
pub use page::{PageError, Watch, page};
