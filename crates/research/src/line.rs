//! One optimal game, and values in words.

use quixotic_game::{Budget, Outcome, Value};
use quixotic_quixo::Position;
use quixotic_tablebase::{Database, MoveValue, ProbeError};

/// An optimal game.
pub(crate) struct Line {
    pub(crate) start: Position,
    pub(crate) value: Value,
    /// The moves, with the position after each.
    pub(crate) moves: Vec<(MoveValue, Position)>,
}

impl Line {
    pub(crate) fn find(
        database: &Database,
        start: Position,
        budget: &Budget,
    ) -> Result<Line, ProbeError> {
        let mut to_move = start.to_move;
        let moves = database
            .line(start.board, budget)?
            .into_iter()
            .map(|found| {
                to_move = !to_move;
                let board = found.board;
                (found, Position { board, to_move })
            });
        Ok(Line {
            start,
            value: database.probe(start.board)?,
            moves: moves.collect(),
        })
    }
}

/// `X wins in 21 plies`, `O loses in 1 ply`, `X has won`, `a draw`: the value of
/// a position for the player to move.
pub(crate) fn for_mover(position: &Position, value: Value) -> String {
    let mover = position.to_move;
    match value.distance() {
        None => "a draw".into(),
        Some(0) => {
            let winner = value.outcome().winner(mover);
            winner.map_or("a draw".into(), |winner| format!("{winner} has won"))
        }
        Some(plies) => {
            let verb = match value.outcome() {
                Outcome::Win => "wins",
                _ => "loses",
            };
            let noun = if plies == 1 { "ply" } else { "plies" };
            format!("{mover} {verb} in {plies} {noun}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_mover() {
        let words = |value| for_mover(&Position::START, value);
        assert_eq!(words(Value::win(1)), "X wins in 1 ply");
        assert_eq!(words(Value::loss(2)), "X loses in 2 plies");
        assert_eq!(words(Value::loss(0)), "O has won");
        assert_eq!(words(Value::DRAW), "a draw");
    }
}
