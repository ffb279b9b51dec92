//! Positions and moves as text, both ways.
//!
//! A position is its rows from the top with `/` between them, its cells with `,`
//! between them: a number, or `.` for a free cell. Who placed a number and who is to
//! move follow from the rules and the count. Only where both players hold the same
//! number something would be missing: there the number is followed by `x` or `o`,
//! the first or the second player.
//!
//! A move is a cell, column letter from the left and row number from the bottom, and
//! the number it gets: `b2=7`. Whether it is legal depends on a position.

use quixotic_game::{NotationError, Player};

use crate::{Cell, Move, Numerical, Placed, Position, Rules};

/// A free cell.
const FREE: &str = ".";

pub(crate) fn parse_position(game: &Numerical, text: &str) -> Result<Position, NotationError> {
    let error = |reason: String| NotationError::new("position", text, reason);
    let size = usize::from(game.rules().size());
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != size {
        let found = rows.len();
        return Err(error(format!("the board has {size} rows, not {found}")));
    }
    let mut placed = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        let cells: Vec<&str> = cells.split(',').collect();
        if cells.len() != size {
            let (row, found) = (row + 1, cells.len());
            return Err(error(format!("row {row} has {size} cells, not {found}")));
        }
        for (column, cell) in cells.iter().enumerate() {
            if *cell != FREE {
                let found = parse_placed(game.rules(), cell);
                let at = |reason| error(format!("row {}, cell {}: {reason}", row + 1, column + 1));
                placed.push(((row * size + column) as Cell, found.map_err(at)?));
            }
        }
    }
    game.position(placed)
        .map_err(|reason| error(reason.to_string()))
}

/// Reads a number that stands on the board, and finds who placed it.
fn parse_placed(rules: Rules, text: &str) -> Result<Placed, String> {
    let marked = |mark, by| text.strip_suffix(mark).map(|digits| (digits, Some(by)));
    let marked = marked('x', Player::X).or_else(|| marked('o', Player::O));
    let (digits, mark) = marked.unwrap_or((text, None));
    let number = parse_number(digits)
        .ok_or_else(|| format!("`{}` is neither a number nor `.`", text.escape_debug()))?;
    let holds = |player| rules.hand(player).contains(number);
    let by = match (mark, holds(Player::X), holds(Player::O)) {
        (_, false, false) => return Err(format!("no player holds {number}")),
        (None, true, true) => {
            return Err(format!(
                "both players hold {number}: write {number}x or {number}o"
            ));
        }
        (Some(by), true, true) => by,
        (Some(_), ..) => {
            return Err(format!(
                "only one player holds {number}: leave out the mark"
            ));
        }
        (None, true, false) => Player::X,
        (None, false, true) => Player::O,
    };
    Ok(Placed { number, by })
}

/// Reads a number as it is written: without a sign or a leading zero.
fn parse_number(text: &str) -> Option<u8> {
    let number: u8 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

pub(crate) fn format_position(game: &Numerical, position: &Position) -> String {
    let size = game.rules().size();
    let cell = |cell| {
        position
            .at(cell)
            .map_or(FREE.into(), |placed| game.format_placed(placed))
    };
    let row = |row| {
        let cells: Vec<String> = (row * size..(row + 1) * size).map(cell).collect();
        cells.join(",")
    };
    let rows: Vec<String> = (0..size).map(row).collect();
    rows.join("/")
}

impl Numerical {
    /// A number on the board, with the mark of its player where both hold it.
    pub fn format_placed(&self, placed: Placed) -> String {
        let Placed { number, by } = placed;
        let mark = match by {
            _ if !self.rules().hand(!by).contains(number) => "",
            Player::X => "x",
            Player::O => "o",
        };
        format!("{number}{mark}")
    }

    /// The name of a cell: column letter from the left, row number from the bottom.
    pub fn cell_name(&self, cell: Cell) -> String {
        let size = self.rules().size();
        let column = char::from(b'a' + cell % size);
        format!("{column}{}", size - cell / size)
    }
}

pub(crate) fn parse_move(game: &Numerical, text: &str) -> Result<Move, NotationError> {
    let error = |reason: String| NotationError::new("move", text, reason);
    let size = game.rules().size();
    let (name, number) = text
        .split_once('=')
        .ok_or_else(|| error("a move is a cell, `=` and a number, like b2=7".into()))?;
    let cell = (0..size * size)
        .find(|&cell| game.cell_name(cell) == name)
        .ok_or_else(|| {
            let last = game.cell_name(size - 1);
            let name = name.escape_debug();
            error(format!(
                "`{name}` is not a cell: cells run from a1, bottom left, to {last}"
            ))
        })?;
    let cells = size * size;
    match parse_number(number) {
        Some(number) if (1..=cells).contains(&number) => Ok(Move { cell, number }),
        _ => {
            let number = number.escape_debug();
            Err(error(format!(
                "`{number}` is not a number from 1 to {cells}"
            )))
        }
    }
}

pub(crate) fn format_move(game: &Numerical, mv: Move) -> String {
    format!("{}={}", game.cell_name(mv.cell), mv.number)
}
