//! Positions and moves as text, both ways.
//!
//! A position is its rows from the top with `/` between them, one space, and the
//! player to move: `X3O/5/2X2/5/O4 O`. A digit stands for that many empty cells.
//! We write one digit for a run; in what we read neighbouring digits add up, so
//! that `5`, `32` and `11111` are the same empty row. Nothing else is forgiven:
//! neither small letters nor spare spaces, since a text that is nearly a position
//! is more often a mistake than a habit.
//!
//! A move is the square taken, column letter from the left and row number from
//! the bottom, and the end where the tile re-enters: `a5R`. Whether it is legal
//! depends on a position; here it only has to be a move on some board.

use quixotic_game::{NotationError, Player};

use crate::quixo::is_border;
use crate::{Bits, Board, Cell, End, Move, Position, Rules};

/// Reads a position of any size: the size is the number of rows, and is returned
/// with the position.
///
/// ```
/// use quixotic_quixo::{Position, parse_position_of_any_size};
///
/// assert_eq!(parse_position_of_any_size("4/4/4/4 X")?, (4, Position::START));
/// # Ok::<(), quixotic_game::NotationError>(())
/// ```
pub fn parse_position_of_any_size(text: &str) -> Result<(u8, Position), NotationError> {
    let rows = 1 + text.bytes().filter(|&byte| byte == b'/').count();
    let sizes = Rules::MIN_SIZE..=Rules::MAX_SIZE;
    match u8::try_from(rows) {
        Ok(size) if sizes.contains(&size) => Ok((size, parse_position(size, text)?)),
        _ => {
            let (min, max) = sizes.into_inner();
            let reason = format!("{} found, a board has {min} to {max}", count(rows, "row"));
            Err(position_error(text, reason))
        }
    }
}

/// Reads a position on a board of that size.
pub(crate) fn parse_position(size: u8, text: &str) -> Result<Position, NotationError> {
    let (rows, player) = text.split_once(' ').ok_or_else(|| {
        position_error(
            text,
            "after the rows a space and the player to move, X or O",
        )
    })?;
    let found = rows.split('/').count();
    if found != usize::from(size) {
        let reason = format!("{} found, the board has {size}", count(found, "row"));
        return Err(position_error(text, reason));
    }
    let (mut x, mut o) = (0, 0);
    for (row, cells) in rows.split('/').enumerate() {
        let (row_x, row_o) = parse_row(size, cells)
            .map_err(|reason| position_error(text, format!("row {}: {reason}", row + 1)))?;
        x |= row_x << (row * usize::from(size));
        o |= row_o << (row * usize::from(size));
    }
    let (mine, theirs, to_move) = match player {
        "X" => (x, o, Player::X),
        "O" => (o, x, Player::O),
        _ => {
            let reason = "what follows the space is the player to move, X or O, and nothing else";
            return Err(position_error(text, reason));
        }
    };
    Ok(Position {
        board: Board::new_unchecked(mine, theirs),
        to_move,
    })
}

/// Reads one row: its X and its O, the leftmost cell in bit 0.
fn parse_row(size: u8, text: &str) -> Result<(Bits, Bits), String> {
    let (mut x, mut o, mut column) = (0, 0, 0);
    for (index, character) in text.chars().enumerate() {
        let cells = match character {
            'X' | 'O' => 1,
            '1'..='9' => character as u8 - b'0',
            other => {
                return Err(format!(
                    "character {} is `{}`, not X, O or a digit from 1 to {size}",
                    index + 1,
                    other.escape_debug()
                ));
            }
        };
        if cells > size - column {
            return Err(format!(
                "more than {size} cells at character {}, `{character}`",
                index + 1
            ));
        }
        match character {
            'X' => x |= 1 << column,
            'O' => o |= 1 << column,
            _ => {}
        }
        column += cells;
    }
    if column == size {
        Ok((x, o))
    } else {
        let found = count(usize::from(column), "cell");
        Err(format!("{found} found, a row has {size}"))
    }
}

/// Writes a position, empty runs merged.
pub(crate) fn format_position(size: u8, position: &Position) -> String {
    let (x, o) = (position.tiles(Player::X), position.tiles(Player::O));
    let mut text = String::new();
    for row in 0..size {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for cell in row * size..(row + 1) * size {
            let symbol = match (x >> cell & 1, o >> cell & 1) {
                (0, 0) => {
                    empty += 1;
                    continue;
                }
                (_, 0) => 'X',
                _ => 'O',
            };
            push_run(&mut text, empty);
            empty = 0;
            text.push(symbol);
        }
        push_run(&mut text, empty);
    }
    text.push_str(&format!(" {}", position.to_move));
    text
}

fn push_run(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
}

/// Reads a move that exists on some board of that size.
pub(crate) fn parse_move(size: u8, text: &str) -> Result<Move, NotationError> {
    let error = |reason: String| NotationError::new("move", text, reason);
    let mut characters = text.chars();
    let (Some(column), Some(row), Some(end), None) = (
        characters.next(),
        characters.next(),
        characters.next(),
        characters.next(),
    ) else {
        return Err(error(
            "a move is a column letter, a row number and an end, like a1R".to_owned(),
        ));
    };
    let last_column = char::from(b'a' + size - 1);
    let last_row = char::from(b'0' + size);
    if !('a'..=last_column).contains(&column) {
        let column = column.escape_debug();
        return Err(error(format!(
            "the column is a letter from a to {last_column}, not `{column}`"
        )));
    }
    if !('1'..=last_row).contains(&row) {
        let row = row.escape_debug();
        return Err(error(format!(
            "the row is a number from 1 to {last_row}, not `{row}`"
        )));
    }
    let from = (last_row as Cell - row as Cell) * size + (column as Cell - b'a');
    if !is_border(size, from) {
        return Err(error(format!(
            "{column}{row} is not on the border, its tile cannot be taken"
        )));
    }
    let end = match end {
        'L' => End::Left,
        'R' => End::Right,
        'T' => End::Top,
        'B' => End::Bottom,
        other => {
            let other = other.escape_debug();
            return Err(error(format!("the end is L, R, T or B, not `{other}`")));
        }
    };
    if end.cell(size, from) == from {
        return Err(error(format!(
            "a tile may not be put back where it was taken, and {column}{row} is that end"
        )));
    }
    Ok(Move { from, end })
}

/// Writes a move.
pub(crate) fn format_move(size: u8, mv: Move) -> String {
    let column = char::from(b'a' + mv.from % size);
    let row = size - mv.from / size;
    let end = match mv.end {
        End::Left => 'L',
        End::Right => 'R',
        End::Top => 'T',
        End::Bottom => 'B',
    };
    format!("{column}{row}{end}")
}

fn position_error(text: &str, reason: impl Into<String>) -> NotationError {
    NotationError::new("position", text, reason)
}

/// `1 row`, `2 rows`.
fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
