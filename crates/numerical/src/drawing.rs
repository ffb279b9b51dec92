//! Drawing a board in text.
//!
//! ```text
//! 3   2   ·   ·
//! 2   ·   5   ·
//! 1   ·   ·   7
//!     a   b   c
//! ```

use crate::{Numerical, Position};

impl Numerical {
    /// The board in text with its coordinates.
    pub fn draw(&self, position: &Position) -> Vec<String> {
        let size = self.rules().size();
        let rows = (0..size).map(|row| {
            let cells = (row * size..(row + 1) * size).map(|cell| match position.at(cell) {
                None => "·".into(),
                Some(placed) => self.format_placed(placed),
            });
            line(&(size - row).to_string(), cells)
        });
        let columns = ('a'..).take(usize::from(size)).map(String::from);
        rows.chain([line(" ", columns)]).collect()
    }
}

fn line(heading: &str, cells: impl Iterator<Item = String>) -> String {
    cells.fold(heading.to_owned(), |line, cell| format!("{line} {cell:>3}"))
}
