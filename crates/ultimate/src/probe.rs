//! Who can force a win within some plies, and what the strategies say: what `probe`
//! tells, and its JSON, which the HTTP API answers too. The names of the fields are part
//! of the contract.

use std::cmp::Reverse;

use quixotic_game::{Game as _, Player, Value};
use serde::Serialize;

use crate::best_game::BestGame;
use crate::search::{OutOfNodes, outcome_within};
use crate::strategy::{Advice, delaying_advice, winning_advice};
use crate::{Move, Position, Ruleset, Ultimate};

/// What was found out about a position; a value of `None` is undecided so far.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The value for the player to move.
    pub value: Option<Value>,
    /// The moves with their values, the best first.
    pub moves: Vec<(Move, Option<Value>)>,
    /// What the strategies say.
    pub advice: Option<Advice>,
}

impl Probe {
    /// Looks `plies` plies ahead; each question on the way may expand `limit` positions.
    pub fn find(
        game: &Ultimate,
        position: &Position,
        plies: u8,
        limit: u64,
    ) -> Result<Probe, OutOfNodes> {
        let best_game = BestGame::of(game);
        let mut moves = Vec::new();
        for mv in game.moves(position) {
            let after = game.play(position, mv);
            let value = outcome_within(game, &after, plies - 1, limit)?;
            moves.push((mv, value.map(Value::one_ply_earlier)));
        }
        moves.sort_by_key(|&(_, value)| Reverse(rank(value)));
        // What is proved is further off than a look, and no other move is better.
        if let Some((best, value)) = best_game.at(position) {
            moves.retain(|&(mv, _)| mv != best);
            moves.insert(0, (best, Some(value)));
        }
        let value = match (game.ended(position), moves.first()) {
            (Some(outcome), _) => Some(Value::ended(outcome)),
            (None, Some(&(_, value))) => value,
            (None, None) => None,
        };
        let advice = match (game.ruleset(), position.to_move()) {
            (Ruleset::FullOnly, Player::X) => winning_advice(position),
            (Ruleset::FullOnly, Player::O) => best_game
                .defence(position)
                .or_else(|| delaying_advice(game, position)),
            (Ruleset::WonClosed, _) => None,
        };
        Ok(Probe {
            value,
            moves,
            advice,
        })
    }

    /// The same as JSON.
    pub fn json(&self, game: &Ultimate, position: &Position, plies: u8) -> ProbeJson {
        let moves = self.moves.iter().map(|&(mv, value)| MoveJson {
            mv: mv.to_string(),
            position: game.format_position(&game.play(position, mv)),
            value: ValueJson::from(value),
            reason: None,
        });
        ProbeJson {
            game: "ultimate",
            rules: game.ruleset().to_string(),
            position: game.format_position(position),
            within: plies,
            value: ValueJson::from(self.value),
            advice: self.advice.as_ref().map(|advice| AdviceJson {
                mv: advice.mv.to_string(),
                reason: advice.to_string(),
            }),
            moves: moves.collect(),
        }
    }
}

/// Undecided is as good as a draw.
fn rank(value: Option<Value>) -> Value {
    value.unwrap_or(Value::DRAW)
}

/// A position, its value and its moves as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct ProbeJson {
    game: &'static str,
    rules: String,
    position: String,
    within: u8,
    #[serde(flatten)]
    value: ValueJson,
    advice: Option<AdviceJson>,
    moves: Vec<MoveJson>,
}

#[derive(Clone, Debug, Serialize)]
struct AdviceJson {
    #[serde(rename = "move")]
    mv: String,
    reason: String,
}

/// A move, the position after it, its value for the player who makes it, that ply
/// included, and of a line why it is made.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveJson {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) position: String,
    #[serde(flatten)]
    pub(crate) value: ValueJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
}

/// The outcome in a word, `null` if nobody can force a win in the plies that were
/// looked at; the distance, `null` for a draw.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ValueJson {
    outcome: Option<String>,
    distance: Option<u16>,
}

impl From<Option<Value>> for ValueJson {
    fn from(value: Option<Value>) -> ValueJson {
        ValueJson {
            outcome: value.map(|value| value.outcome().to_string()),
            distance: value.and_then(Value::distance),
        }
    }
}
