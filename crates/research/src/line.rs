//! One optimal game.

use quixotic_game::{Budget, Value};
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
