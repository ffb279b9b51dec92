//! Ultimate Tic-Tac-Toe: rules, the strategies of *At Most 43 Moves, At Least 29*
//! (Bertholon, Géraud-Stewart, Kugelmann, Lenoir, Naccache 2020), their exhaustive
//! check, and the proofs that 43 is exact and that (4,4) is the only first move which wins so
//! soon.
//!
//! - [`Ultimate`], [`Position`], [`Move`]: the game, under one of two [`Ruleset`]s.
//! - [`strategy`]: X's winning strategy and O's delaying one, with reasons in words.
//! - [`check`]: the paper's claims, checked by playing everything.
//! - [`search`]: can a player force a win by some ply?
//! - [`proof`]: X cannot by ply 41, nor by ply 43 after any first move but (4,4), with
//!   certificates.
//!
//! ```
//! use quixotic_game::{Game, Player};
//! use quixotic_ultimate::strategy::winning_advice;
//! use quixotic_ultimate::{Position, Ultimate};
//!
//! // X plays the strategy, O whatever comes first.
//! let game = Ultimate::default();
//! let mut position = Position::START;
//! while game.ended(&position).is_none() {
//!     let mv = match position.to_move() {
//!         Player::X => winning_advice(&position).unwrap().mv,
//!         Player::O => game.moves(&position).next().unwrap(),
//!     };
//!     position = game.play(&position, mv);
//! }
//! assert_eq!(position.winner(), Some(Player::X));
//! assert!((29..=43).contains(&position.plies()));
//! ```

mod best_game;
mod bound;
mod chances;
pub mod check;
mod drawing;
mod game;
pub mod grid;
mod line;
mod mv;
mod notation;
mod position;
mod probe;
pub mod proof;
mod rules;
pub mod search;
pub mod strategy;
mod ultimate;

pub use line::Line;
pub use mv::Move;
pub use position::Position;
pub use probe::Probe;
pub use quixotic_game::Symmetry;
pub use rules::Ruleset;
pub use ultimate::{IllegalMove, Ultimate};
