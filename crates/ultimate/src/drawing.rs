//! The board as text, nine fields of nine.

use quixotic_game::Player;

use crate::{Move, Position};

impl Position {
    /// The lines of the board: X, O and · with bars between the fields; beside it who
    /// owns which field.
    pub fn draw(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for row in 0..9 {
            if row == 3 || row == 6 {
                lines.push("------+-------+------".to_owned());
            }
            let parts: Vec<String> = (0..3).map(|column| part(self, row, column)).collect();
            let mut line = parts.join(" | ");
            if row % 3 == 1 {
                line += "     ";
                line += &owners(self, row / 3);
            }
            lines.push(line);
        }
        lines
    }
}

/// The three cells of one field in a row of the board.
fn part(position: &Position, row: u8, column: u8) -> String {
    let cells: Vec<&str> = (0..3)
        .map(|cell| {
            let mv = Move::new(row / 3 * 3 + column, row % 3 * 3 + cell);
            if position.has(Player::X, mv) {
                "X"
            } else if position.has(Player::O, mv) {
                "O"
            } else {
                "·"
            }
        })
        .collect();
    cells.join(" ")
}

/// Three fields: the owner, or else the number of the field.
fn owners(position: &Position, row: u8) -> String {
    let fields: Vec<String> = (3 * row..3 * row + 3)
        .map(|field| match position.owner(field) {
            Some(owner) => owner.to_string(),
            None => field.to_string(),
        })
        .collect();
    fields.join(" ")
}
