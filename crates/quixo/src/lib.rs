//! Quixo on an N×N board: rules, moves and their inverses, symmetry, notation,
//! and the plain reference solver that the fast one is tested against.
//!
//! ```
//! use quixotic_quixo::{Position, Quixo, Rules};
//!
//! let quixo = Quixo::new(Rules::official(4)?);
//! let start = Position::START.board;
//! let (mv, board) = quixo.children(start).next().unwrap();
//! // Boards are always seen by the player to move: X's new tile is "theirs" to O.
//! assert_eq!(board.theirs().count_ones(), 1);
//! assert_eq!(quixo.unplay(board, mv, quixotic_quixo::Taken::Empty), start);
//! # Ok::<(), quixotic_quixo::RulesError>(())
//! ```
//!
//! # Stability
//! The interface of this crate is public and follows Semantic Versioning; before 1.0 the second number
//! is the one that may break.

mod board;
mod class;
mod drawing;
mod game;
mod notation;
mod past;
mod quixo;
mod reachable;
pub mod reference;
mod rules;
mod ternary;

pub use board::{Bits, Board, Cell, Position};
pub use class::Class;
pub use notation::parse_position_of_any_size;
pub use past::Past;
pub use quixo::{End, Move, Quixo, Taken};
pub use quixotic_game::Symmetry;
pub use reachable::Reachable;
pub use rules::{DoubleLine, OptionError, Rules, RulesError};
pub use ternary::Ternary;
