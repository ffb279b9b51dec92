//! Numerical Tic-Tac-Toe on 3×3 and 4×4 boards.

mod game;
mod grid;
mod hand;
mod judge;
mod notation;
mod numerical;
mod perfect;
mod position;
mod question;
pub mod reference;
mod rules;
mod search;
mod splits;

pub use grid::{Cell, Grid, Symmetry};
pub use hand::{Hand, HandError};
pub use judge::{Judge, JudgedMove, choose, line};
pub use numerical::{BoardError, MoveError, Numerical};
pub use perfect::{Perfect, derive_opening, opening_positions};
pub use position::{Move, Placed, Position};
pub use question::{Question, Verdict};
pub use rules::{Rules, RulesError};
pub use search::{Answer, Depth, Keys, Solver};
pub use splits::{mirror, splits};
