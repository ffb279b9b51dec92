//! Who can force a win within some plies, and what the strategies say.

use std::cmp::Reverse;

use quixotic_game::{Budget, Game as _, Player, Stopped, Value};

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
}

fn rank(value: Option<Value>) -> Value {
    value.unwrap_or(Value::DRAW)
}
