//! Numerical Tic-Tac-Toe on 3×3 and 4×4 boards.

mod game;
mod grid;
mod hand;
mod notation;
mod numerical;
mod position;
mod question;
pub mod reference;
mod rules;
mod search;

pub use grid::{Cell, Grid, Symmetry};
pub use hand::{Hand, HandError};
pub use numerical::{BoardError, MoveError, Numerical};
pub use position::{Move, Placed, Position};
pub use question::{Question, Verdict};
pub use rules::{Rules, RulesError};
pub use search::{Answer, Depth, Keys, Solver};
