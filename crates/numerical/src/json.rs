//! A position and its moves as JSON: what `probe --json` and `line --json` print and
//! what the HTTP API answers. The names of the fields are part of the contract.

use quixotic_game::{Game as _, Player};
use serde::Serialize;

use crate::{JudgedMove, Numerical, Position, Verdict};

/// The rules of a game.
#[derive(Clone, Debug, Serialize)]
pub struct RulesJson {
    first: Vec<u8>,
    second: Vec<u8>,
    target: u8,
}

impl RulesJson {
    /// The rules of that game.
    pub fn new(game: &Numerical) -> RulesJson {
        let hand = |player| game.rules().hand(player).iter().collect();
        RulesJson {
            first: hand(Player::X),
            second: hand(Player::O),
            target: game.rules().target(),
        }
    }
}

/// A position, how it ends, and the moves from it (`probe`) or the moves of a game that
/// starts there (`line`).
#[derive(Clone, Debug, Serialize)]
pub struct PositionJson {
    game: &'static str,
    rules: RulesJson,
    position: String,
    /// Null when the game is over.
    to_move: Option<&'static str>,
    outcome: String,
    moves: Vec<MoveJson>,
}

/// A move, the position after it, and how that ends.
#[derive(Clone, Debug, Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    position: String,
    outcome: String,
}

impl PositionJson {
    /// `moves` come with the position after each.
    pub fn new(
        name: &'static str,
        game: &Numerical,
        position: &Position,
        verdict: Verdict,
        moves: &[(JudgedMove, Position)],
    ) -> PositionJson {
        let moves = moves.iter().map(|(judged, after)| MoveJson {
            mv: game.format_move(judged.mv),
            position: game.format_position(after),
            outcome: judged.verdict.to_string(),
        });
        let to_move = match position.to_move() {
            Player::X => "first",
            Player::O => "second",
        };
        PositionJson {
            game: name,
            rules: RulesJson::new(game),
            position: game.format_position(position),
            to_move: (!game.is_over(position)).then_some(to_move),
            outcome: verdict.to_string(),
            moves: moves.collect(),
        }
    }
}
