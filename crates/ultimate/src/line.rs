//! A game in which both players follow the strategies: what `line` tells, and its JSON,
//! which the HTTP API answers too. The names of the fields are part of the contract.

use quixotic_game::{Budget, Game as _, Outcome, Stopped, Value};
use serde::Serialize;

use crate::best_game::BestGame;
use crate::probe::{MoveJson, ValueJson};
use crate::strategy::{Advice, StrategyPlayer};
use crate::{Position, Ultimate};

/// A game from a position, move by move.
#[derive(Clone, Debug)]
pub struct Line {
    /// The value of the position for the player to move, if it is proved. Then the line is
    /// an optimal game; otherwise it is just what the strategies make of the position.
    pub value: Option<Value>,
    /// Each move with its reason, and the position after it.
    pub moves: Vec<(Advice, Position)>,
}

impl Line {
    /// Plays on from a position to the end.
    pub fn find(game: &Ultimate, position: &Position, budget: &Budget) -> Result<Line, Stopped> {
        let best = BestGame::of(game);
        let mut player = StrategyPlayer::new(*game, None);
        let mut at = *position;
        let mut moves = Vec::new();
        while let Some(advice) = player.advise(&at, budget)? {
            let advice = best.defence(&at).unwrap_or(advice);
            at = game.play(&at, advice.mv);
            moves.push((advice, at));
        }
        let proved = best.at(position).map(|(_, value)| value);
        let value = game.ended(position).map(Value::ended).or(proved);
        Ok(Line { value, moves })
    }

    /// The same as JSON.
    pub fn json(&self, game: &Ultimate, position: &Position) -> LineJson {
        let mut value = self.value;
        let moves = self.moves.iter().map(|(advice, after)| {
            let worth = value;
            value = value.map(next);
            MoveJson {
                mv: advice.mv.to_string(),
                position: game.format_position(after),
                value: ValueJson::from(worth),
                reason: Some(advice.to_string()),
            }
        });
        LineJson {
            game: "ultimate",
            rules: game.ruleset().to_string(),
            position: game.format_position(position),
            value: ValueJson::from(self.value),
            moves: moves.collect(),
        }
    }
}

/// The value of the position after an optimal move, for the player to move there.
fn next(value: Value) -> Value {
    let left = value.distance().map_or(0, |plies| plies - 1);
    match value.outcome() {
        Outcome::Win => Value::loss(left),
        Outcome::Loss => Value::win(left),
        Outcome::Draw => value,
    }
}

/// A position and a game from there as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct LineJson {
    game: &'static str,
    rules: String,
    position: String,
    #[serde(flatten)]
    value: ValueJson,
    moves: Vec<MoveJson>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;

    fn find(game: &Ultimate, position: &Position) -> Line {
        Line::find(game, position, &Budget::UNLIMITED).unwrap()
    }

    #[test]
    fn a_line_from_the_best_game_is_worth_what_is_proved() {
        let game = Ultimate::default();
        let start = find(&game, &Position::START);
        assert_eq!(start.value, Some(Value::win(43)));
        assert_eq!(start.moves.len(), 43);
        let (_, after) = &start.moves[0];
        assert_eq!(find(&game, after).value, Some(Value::loss(42)));
        let other = Ultimate::new(Ruleset::WonClosed);
        assert_eq!(find(&other, &Position::START).value, None);
    }

    #[test]
    fn a_line_from_elsewhere_ends_and_claims_nothing() {
        let game = Ultimate::default();
        let text = "X......../.O......./........./........./........./........./........./........./......... X 1";
        let position = game.parse_position(text).unwrap();
        let line = find(&game, &position);
        assert_eq!(line.value, None);
        let (_, end) = line.moves.last().unwrap();
        assert!(game.ended(end).is_some());
        let over = find(&game, end);
        assert_eq!(over.moves.len(), 0);
        assert_eq!(over.value.and_then(Value::distance), Some(0));
    }
}
