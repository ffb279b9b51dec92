//! Drawing a board in text.
//!
//! ```text
//! 3   2   ·   ·
//! 2   ·   5   ·
//! 1   ·   ·   7
//!     a   b   c
//! ```

use quixotic_numerical::{Numerical, Position};

/// The board with its coordinates.
pub(crate) fn draw(game: &Numerical, position: &Position) -> Vec<String> {
    let size = game.rules().size();
    let rows = (0..size).map(|row| {
        let cells = (row * size..(row + 1) * size).map(|cell| match position.at(cell) {
            None => "·".into(),
            Some(placed) => game.format_placed(placed),
        });
        line(&(size - row).to_string(), cells)
    });
    let columns = ('a'..).take(usize::from(size)).map(String::from);
    rows.chain([line(" ", columns)]).collect()
}

fn line(heading: &str, cells: impl Iterator<Item = String>) -> String {
    cells.fold(heading.to_owned(), |line, cell| format!("{line} {cell:>3}"))
}
