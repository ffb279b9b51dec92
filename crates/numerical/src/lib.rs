//! Numerical Tic-Tac-Toe on 3×3 and 4×4 boards: rules, a solver that needs no database,
//! and a perfect player.
//!
//! The numbers 1 to n² are divided between two players, usually odd against even. In turn
//! they put one of their numbers into a free cell. Whoever completes a line with the
//! right sum wins, no matter who placed its other numbers.
//!
//! ```
//! use quixotic_game::{Budget, Game};
//! use quixotic_numerical::{Numerical, Perfect, Rules, Verdict};
//!
//! let game = Numerical::new(Rules::standard(3)?);
//! let perfect = Perfect::new(&game);
//! let budget = Budget::UNLIMITED;
//! assert_eq!(perfect.verdict(&game.start(), &budget)?, Verdict::First);
//!
//! let position = game.parse_position("1,.,./.,2,./.,.,.")?;
//! let best = perfect.choose(&position, &budget)?.expect("the game is not over");
//! let after = game.play(&position, best);
//! assert_eq!(perfect.verdict(&after, &budget)?, perfect.verdict(&position, &budget)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod drawing;
mod game;
mod grid;
mod hand;
mod judge;
mod notation;
mod numerical;
mod opening;
mod options;
mod perfect;
mod position;
mod question;
pub mod reference;
mod rules;
mod search;
mod splits;
mod strategy;
pub mod table;
pub mod words;

pub use grid::{Cell, Grid, LineSymmetry};
pub use hand::{Hand, HandError};
pub use judge::{Judge, JudgedMove, choose, line};
pub use numerical::{BoardError, MoveError, Numerical};
pub use opening::{derive_opening, kinds_after, opening_positions};
pub use options::OptionError;
pub use perfect::{Perfect, Probe};
pub use position::{Move, Placed, Position};
pub use question::{Question, Verdict};
pub use rules::{Rules, RulesError};
pub use search::{Depth, Keys, Solver, SolverAnswer};
pub use splits::{mirror, splits};
pub use strategy::{NUMERICAL4, Strategy, StrategyError};
