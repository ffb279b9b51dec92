//! A position and its moves as JSON: what `probe --json` and `line --json` print
//! and what the HTTP API answers. The names of the fields are part of the contract.

use serde::Serialize;

use crate::{Game, Value};

/// A position, its value, and the moves from it ([`PositionJson::probe`]) or the
/// moves of a game that starts there ([`PositionJson::line`]).
#[derive(Clone, Debug, Serialize)]
pub struct PositionJson {
    game: &'static str,
    position: String,
    #[serde(flatten)]
    value: ValueJson,
    moves: Vec<MoveJson>,
}

/// The outcome in a word and the distance; `null` for a draw.
#[derive(Clone, Debug, Serialize)]
struct ValueJson {
    outcome: String,
    distance: Option<u16>,
}

/// A move, the position after it, and its value for the player who makes it, that
/// ply included.
#[derive(Clone, Debug, Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    position: String,
    #[serde(flatten)]
    value: ValueJson,
}

impl PositionJson {
    /// The moves that are possible in `position`, with their values.
    pub fn probe<G: Game>(
        name: &'static str,
        game: &G,
        position: &G::Position,
        value: Value,
        moves: impl IntoIterator<Item = (G::Move, Value)>,
    ) -> PositionJson {
        let moves = moves
            .into_iter()
            .map(|(mv, value)| MoveJson::new(game, mv, &game.play(position, mv), value));
        PositionJson {
            game: name,
            position: game.format_position(position),
            value: value.into(),
            moves: moves.collect(),
        }
    }

    /// The moves of a game that starts in `position`, with their values.
    pub fn line<G: Game>(
        name: &'static str,
        game: &G,
        position: &G::Position,
        value: Value,
        moves: impl IntoIterator<Item = (G::Move, Value)>,
    ) -> PositionJson {
        let mut at = position.clone();
        let moves = moves.into_iter().map(|(mv, value)| {
            at = game.play(&at, mv);
            MoveJson::new(game, mv, &at, value)
        });
        let moves = moves.collect();
        PositionJson {
            game: name,
            position: game.format_position(position),
            value: value.into(),
            moves,
        }
    }
}

impl MoveJson {
    fn new<G: Game>(game: &G, mv: G::Move, after: &G::Position, value: Value) -> MoveJson {
        MoveJson {
            mv: game.format_move(mv),
            position: game.format_position(after),
            value: value.into(),
        }
    }
}

impl From<Value> for ValueJson {
    fn from(value: Value) -> ValueJson {
        ValueJson {
            outcome: value.outcome().to_string(),
            distance: value.distance(),
        }
    }
}
