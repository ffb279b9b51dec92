//! Ultimate Tic-Tac-Toe: rules and notation.
mod bound;
pub mod check;
mod game;
pub mod grid;
mod mv;
mod notation;
mod position;

pub mod proof;
mod rules;
pub mod search;
pub mod strategy;
mod symmetry;
mod ultimate;

pub use mv::Move;
pub use position::Position;
pub use rules::Ruleset;
pub use symmetry::Symmetry;
pub use ultimate::{IllegalMove, Ultimate};
