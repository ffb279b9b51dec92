//! What all games of quixotic share: players, outcomes, distances, the [`Game`]
//! trait, the error that every notation parser returns, the random numbers, the
//! symmetries of the square, [`Budget`], which says when long work has to stop, and
//! [`Asset`], data that comes along with the program.
//!
//! ```
//! use quixotic_game::{Outcome, Value};
//!
//! // The winner hurries, the loser delays, and a win beats a draw beats a loss.
//! assert!(Value::win(3) > Value::win(5));
//! assert!(Value::win(99) > Value::DRAW);
//! assert!(Value::loss(20) > Value::loss(2));
//! // Seen one ply earlier by the other player, a loss in 2 is a win in 3.
//! assert_eq!(Value::loss(2).one_ply_earlier(), Value::win(3));
//! assert_eq!(Value::DRAW.outcome(), Outcome::Draw);
//! ```
//!
//! # Stability
//! The interface of this crate is public and follows Semantic Versioning; before 1.0 the second number
//! is the one that may break.

mod asset;
mod budget;
mod clock;
mod game;
mod notation;
mod option;
mod player;
mod rng;
mod symmetry;
mod value;

pub use asset::{Asset, supply, take_wanted};
pub use budget::{Budget, Stop, Stopped};
pub use clock::Moment;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use clock::set_clock;
pub use game::Game;
pub use notation::{NotationError, quoted};
pub use option::BadOption;
pub use player::Player;
pub use rng::{Rng, mix};
pub use symmetry::Symmetry;
pub use value::{Outcome, Value};
