//! Who can force a win within some plies, and what the strategies say: what `probe`
//! tells, and its JSON, which the HTTP API answers too. The names of the fields are part
//! of the contract.

use std::cmp::Reverse;

use quixotic_game::{Budget, Game as _, Player, Stopped, Value};
use serde::Serialize;

use crate::best_game::BestGame;
use crate::search::outcome_within;
use crate::strategy::{Advice, delaying_advice, winning_advice};
use crate::{Move, Position, Ruleset, Ultimate};

/// What was found out about a position. A value of `None` is open: nobody can force a
/// win in the plies that were looked at, or the budget ended before.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The value for the player to move.
    pub value: Option<Value>,
    /// All legal moves with their values, the best first; what is open counts as a draw.
    pub moves: Vec<(Move, Option<Value>)>,
    /// Why some moves were not looked at, if so.
    pub stopped: Option<Stopped>,
    /// What the strategies say.
    pub advice: Option<Advice>,
}

impl Probe {
    /// Looks `plies` plies ahead; each question on the way may expand the positions of
    /// the budget. The first question that the budget does not allow is the last: the
    /// moves that are left stay open.
    pub fn find(game: &Ultimate, position: &Position, plies: u8, budget: &Budget) -> Probe {
        let best_game = BestGame::of(game);
        let mut moves = Vec::new();
        let mut stopped = None;
        for mv in game.moves(position) {
            let after = game.play(position, mv);
            let found = match stopped {
                None => outcome_within(game, &after, plies.saturating_sub(1), budget),
                Some(why) => Err(why),
            };
            stopped = found.err();
            let value = found.unwrap_or(None).map(Value::one_ply_earlier);
            moves.push((mv, value));
        }
        moves.sort_by_key(|&(_, value)| Reverse(rank(value)));
        // What is proved is further off than a look, and no other move is better.
        let proved = best_game.at(position);
        if let Some((best, value)) = proved {
            moves.retain(|&(mv, _)| mv != best);
            moves.insert(0, (best, Some(value)));
        }
        let value = match (game.ended(position), proved) {
            (Some(outcome), _) => Some(Value::ended(outcome)),
            (None, Some((_, value))) => Some(value),
            // A move that was not looked at may be better than the best so far.
            (None, None) if stopped.is_some() => None,
            (None, None) => moves.first().and_then(|&(_, value)| value),
        };
        let advice = match (game.ruleset(), position.to_move()) {
            (Ruleset::FullOnly, Player::X) => winning_advice(position),
            (Ruleset::FullOnly, Player::O) => best_game
                .defence(position)
                .or_else(|| delaying_advice(game, position)),
            (Ruleset::WonClosed, _) => None,
        };
        Probe {
            value,
            moves,
            stopped,
            advice,
        }
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

/// What is open counts as a draw.
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
