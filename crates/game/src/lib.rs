//! What all games of quixotic share: players, outcomes, distances, the [`Game`]
//! trait, the error that every notation parser returns and the random numbers.
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

mod game;
mod json;
mod notation;
mod player;
mod rng;
mod value;

pub use game::Game;
pub use json::PositionJson;
pub use notation::NotationError;
pub use player::Player;
pub use rng::{Rng, mix};
pub use value::{Outcome, Value};
