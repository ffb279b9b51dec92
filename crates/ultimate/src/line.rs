//! A game in which both players follow the strategies.

use quixotic_game::{Budget, Game as _, Stopped, Value};

use crate::best_game::BestGame;
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
        let mut player = StrategyPlayer::without_certificate(*game);
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
