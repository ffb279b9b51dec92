//! A game in which both players follow the strategies: what `line` tells, and its JSON,
//! which the HTTP API answers too. The names of the fields are part of the contract.
//!
//! On the empty board and along one game from there everything is proved: the winning
//! strategy takes no more than 43 plies, and O's moves of that game are those of the
//! certificate, against which no X wins sooner. The game is in a small text file, since
//! the certificate would have to be walked for seconds to find it again.

use quixotic_game::{Game as _, Player, Value};
use serde::Serialize;

use crate::probe::{MoveJson, ValueJson};
use crate::strategy::{Advice, Phase, StrategyPlayer};
use crate::{Move, Position, Ruleset, Ultimate};

/// The game; `#` begins a comment.
const BEST_GAME: &str = include_str!("../data/best-game.txt");

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
    pub fn find(game: &Ultimate, position: &Position) -> Line {
        let best = match game.ruleset() {
            Ruleset::FullOnly => best_game(game),
            Ruleset::WonClosed => Vec::new(),
        };
        let reply = |at: &Position| best.iter().find(|(known, _)| known == at);
        let mut player = StrategyPlayer::new(*game, None);
        let mut at = *position;
        let mut moves = Vec::new();
        while let Some(advice) = player.advise(&at) {
            let advice = match reply(&at) {
                Some(&(_, mv)) if at.to_move() == Player::O => Advice {
                    mv,
                    phase: Phase::Delay,
                    why: "from the longest game that is proved".into(),
                },
                _ => advice,
            };
            at = game.play(&at, advice.mv);
            moves.push((advice, at));
        }
        let proved = reply(position).map(|_| value(position, moves.len()));
        let value = game.ended(position).map(Value::ended).or(proved);
        Line { value, moves }
    }

    /// The same as JSON.
    pub fn json(&self, game: &Ultimate, position: &Position) -> LineJson {
        let mut before = *position;
        let moves = self.moves.iter().enumerate().map(|(ply, (advice, after))| {
            let left = self.moves.len() - ply;
            let value = self.value.map(|_| value(&before, left));
            before = *after;
            MoveJson {
                mv: advice.mv.to_string(),
                position: game.format_position(after),
                value: ValueJson::from(value),
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

/// The value for who is to move when X wins after so many plies.
fn value(position: &Position, plies: usize) -> Value {
    let plies = plies as u16;
    match position.to_move() {
        Player::X => Value::win(plies),
        Player::O => Value::loss(plies),
    }
}

/// The positions of the game, each with the move that is made there.
fn best_game(game: &Ultimate) -> Vec<(Position, Move)> {
    let lines = BEST_GAME.lines().filter(|line| !line.starts_with('#'));
    let moves = lines.flat_map(str::split_whitespace);
    let steps = moves.scan(Position::START, |position, text| {
        let mv = game.parse_move(text).expect("a move");
        let before = *position;
        *position = game.play(position, mv);
        Some((before, mv))
    });
    steps.collect()
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
    use crate::proof::{Certificate, Defence};

    #[test]
    fn the_best_game_is_played_by_the_strategy_and_the_certificate() {
        let game = Ultimate::default();
        let defence = Defence::new(Certificate::shipped());
        let mut player = StrategyPlayer::new(game, Some(defence));
        let played = best_game(&game);
        for (position, mv) in &played {
            let advice = player.advise(position).unwrap();
            assert_eq!(advice.mv, *mv, "{advice}");
        }
        let (last, mv) = played.last().unwrap();
        let end = game.play(last, *mv);
        assert_eq!((end.plies(), end.winner()), (43, Some(Player::X)));
    }

    #[test]
    fn a_line_from_the_best_game_is_worth_what_is_proved() {
        let game = Ultimate::default();
        let start = Line::find(&game, &Position::START);
        assert_eq!(start.value, Some(Value::win(43)));
        assert_eq!(start.moves.len(), 43);
        let (_, after) = &start.moves[0];
        assert_eq!(Line::find(&game, after).value, Some(Value::loss(42)));
        let other = Ultimate::new(Ruleset::WonClosed);
        assert_eq!(Line::find(&other, &Position::START).value, None);
    }

    #[test]
    fn a_line_from_elsewhere_ends_and_claims_nothing() {
        let game = Ultimate::default();
        let text = "X......../.O......./........./........./........./........./........./........./......... X 1";
        let position = game.parse_position(text).unwrap();
        let line = Line::find(&game, &position);
        assert_eq!(line.value, None);
        let (_, end) = line.moves.last().unwrap();
        assert!(game.ended(end).is_some());
        let over = Line::find(&game, end);
        assert_eq!(over.moves.len(), 0);
        assert_eq!(over.value.and_then(Value::distance), Some(0));
    }
}
