//! Numerical Tic-Tac-Toe on 3×3 and 4×4 boards: rules, a solver that needs no database,
//! and a perfect player.
//!
//! The numbers 1 to n² are divided between two players, usually odd against even. In turn
//! they put one of their numbers into a free cell; who completes a line with the right
//! sum, whoever placed its numbers, wins.
//!
//! ```
//! use quixotic_game::Game;
//! use quixotic_numerical::{Judge, Keys, Numerical, Rules, Verdict};
//!
//! let game = Numerical::new(Rules::standard(3)?);
//! let judge = Judge::new(&game, Keys::Merged);
//! assert_eq!(judge.verdict(&game.start()), Verdict::First);
//!
//! let position = game.parse_position("1,.,./.,2,./.,.,.")?;
//! let best = judge.choose(&position).expect("the game is not over");
//! assert_eq!(judge.verdict(&game.play(&position, best)), judge.verdict(&position));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod drawing;
mod game;
mod grid;
mod hand;
mod json;
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

pub use grid::{Cell, Grid, LineSymmetry};
pub use hand::{Hand, HandError};
pub use json::{PositionJson, RulesJson};
pub use judge::{Judge, JudgedMove, choose, line};
pub use numerical::{BoardError, MoveError, Numerical};
pub use perfect::{Perfect, derive_opening, kinds_after, opening_positions};
pub use position::{Move, Placed, Position};
pub use question::{Question, Verdict};
pub use rules::{Rules, RulesError};
pub use search::{Answer, Depth, Keys, Late, Solver};
pub use splits::{mirror, splits};
