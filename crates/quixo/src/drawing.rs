//! Drawing a board in text.
//!
//! ```text
//! 4  · · ·[X]
//! 3  · O · ·
//! 2  · · · ·
//! 1  · · · ·
//!    a b c d
//! ```

use quixotic_game::Player;

use crate::{Cell, Move, Position, Quixo};

impl Quixo {
    /// The board in text with its coordinates, with brackets around the tile that the
    /// last move pushed in.
    pub fn draw(&self, position: &Position, last: Option<Move>) -> Vec<String> {
        let marked = last.and_then(|mv| self.pushed_in(mv));
        draw(self.rules().size(), position, marked)
    }

    /// The cell where a move pushes its tile in.
    pub fn pushed_in(&self, mv: Move) -> Option<Cell> {
        let (_, path) = self.paths().find(|&(other, _)| other == mv)?;
        path.last().copied()
    }
}

fn draw(size: u8, position: &Position, marked: Option<Cell>) -> Vec<String> {
    let rows = (0..size).map(|row| {
        let mut line = format!("{} ", size - row);
        // A gap stands before every cell and after the last.
        let mut gap = ' ';
        for cell in row * size..(row + 1) * size {
            let is_marked = marked == Some(cell);
            line.push(if is_marked { '[' } else { gap });
            line.push(symbol(position, cell));
            gap = if is_marked { ']' } else { ' ' };
        }
        line.push(gap);
        line.trim_end().to_owned()
    });
    let columns = ('a'..).take(usize::from(size));
    let columns = columns.fold("  ".to_owned(), |line, column| format!("{line} {column}"));
    rows.chain([columns]).collect()
}

fn symbol(position: &Position, cell: Cell) -> char {
    let carries = |player| position.tiles(player) >> cell & 1 == 1;
    if carries(Player::X) {
        'X'
    } else if carries(Player::O) {
        'O'
    } else {
        '·'
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use quixotic_game::Game;

    #[test]
    fn the_tile_that_was_pushed_in_is_marked() {
        let quixo = Quixo::new(Rules::official(4).unwrap());
        let position = quixo.parse_position("3X/1O2/4/4 O").unwrap();
        for (mv, first) in [
            ("a4R", "4  · · ·[X]"),
            ("d4L", "4 [·]· · X"),
            ("b1T", "4  ·[·]· X"),
        ] {
            let lines = quixo.draw(&position, quixo.parse_move(mv).ok());
            assert_eq!(lines[0], first, "{mv}");
            assert_eq!(lines[1], "3  · O · ·");
            assert_eq!(lines[4], "   a b c d");
        }
    }
}
