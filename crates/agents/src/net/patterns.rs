//! What the network sees of a board: the pattern of every line and of every square of
//! 2×2 cells, each a number in base 3.
//!
//! A line of five cells has 243 patterns, and each has a row of weights of its own, so
//! the first layer knows everything about a line, not only sums over its cells. Squares
//! tell which tiles lie side by side across lines.
//!
//! The number of a pattern is a sum over its cells. The cells are cut into bytes, and
//! what a byte of tiles adds to the numbers of all patterns is in a table, so a board
//! takes a handful of table rows.

use quixotic_quixo::{Bits, Board, Quixo};

/// More patterns than any board has.
pub(crate) const MOST: usize = 32;

/// The numbers of a board's rows of weights; those past the number of patterns are 0.
pub(crate) type Rows = [u16; MOST];

/// The patterns of a board of one size.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    /// Patterns on a board.
    count: usize,
    /// Rows of weights for all of them.
    rows: usize,
    /// For each byte of cells and each set of tiles in it, what the mover's tiles add.
    mine: Vec<Rows>,
    /// The same for the other player's tiles.
    theirs: Vec<Rows>,
    /// The rows of the empty board.
    empty: Rows,
}

impl Patterns {
    /// The patterns of a board.
    ///
    /// # Panics
    /// If the board has more patterns than [`MOST`]: sizes go up to 5.
    pub(crate) fn new(quixo: &Quixo) -> Patterns {
        let size = quixo.rules().size();
        let patterns = patterns(size);
        assert!(patterns.len() <= MOST, "size {size} has too many patterns");
        let mut empty = [0; MOST];
        let mut rows = 0;
        for (first, cells) in empty.iter_mut().zip(&patterns) {
            *first = rows as u16;
            rows += 3_usize.pow(cells.len() as u32);
        }
        let bytes = usize::from(quixo.rules().cells()).div_ceil(8);
        let table = |digit: u16| {
            let entries = (0..bytes * 256).map(|entry| {
                let tiles = (entry as Bits % 256) << (8 * (entry / 256));
                let mut added = [0; MOST];
                for (added, cells) in added.iter_mut().zip(&patterns) {
                    for &cell in cells.iter().rev() {
                        let is_marked = tiles >> cell & 1 == 1;
                        *added = 3 * *added + u16::from(is_marked) * digit;
                    }
                }
                added
            });
            entries.collect()
        };
        Patterns {
            count: patterns.len(),
            rows,
            mine: table(1),
            theirs: table(2),
            empty,
        }
    }

    /// How many patterns a board has.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// How many rows of weights there are for all patterns.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The rows of a board: as many as there are patterns.
    #[inline]
    pub(crate) fn of(&self, board: Board) -> Rows {
        let mut rows = self.empty;
        let tables = self.mine.chunks_exact(256);
        for (byte, (mine, theirs)) in tables.zip(self.theirs.chunks_exact(256)).enumerate() {
            let tiles = |tiles: Bits| (tiles >> (8 * byte) & 255) as usize;
            let (mine, theirs) = (&mine[tiles(board.mine())], &theirs[tiles(board.theirs())]);
            for ((row, mine), theirs) in rows.iter_mut().zip(mine).zip(theirs) {
                *row += mine + theirs;
            }
        }
        rows
    }
}

/// The cells of each pattern: rows, columns, the two diagonals, then squares.
fn patterns(size: u8) -> Vec<Vec<u8>> {
    let side = 0..size;
    let row = |row: u8| side.clone().map(move |step| row * size + step).collect();
    let column = |column: u8| side.clone().map(move |step| step * size + column).collect();
    let falling = side.clone().map(|step| step * (size + 1)).collect();
    let rising = side.clone().map(|step| (step + 1) * (size - 1)).collect();
    let mut patterns: Vec<Vec<u8>> = side.clone().map(row).collect();
    patterns.extend(side.clone().map(column));
    patterns.push(falling);
    patterns.push(rising);
    for corner in 0..size * (size - 1) {
        if corner % size != size - 1 {
            patterns.push(vec![corner, corner + 1, corner + size, corner + size + 1]);
        }
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::random_position;
    use quixotic_game::Rng;
    use quixotic_quixo::Rules;

    #[test]
    fn every_pattern_has_a_row_for_each_content_of_its_cells() {
        for (size, count, rows) in [
            (3, 12, 8 * 27 + 4 * 81),
            (4, 19, 19 * 81),
            (5, 28, 12 * 243 + 16 * 81),
        ] {
            let patterns = Patterns::new(&Quixo::new(Rules::official(size).unwrap()));
            assert_eq!((patterns.count(), patterns.rows()), (count, rows), "{size}");
        }
    }

    #[test]
    fn rows_are_the_numbers_of_the_patterns() {
        for size in 3..=5 {
            let quixo = Quixo::new(Rules::official(size).unwrap());
            let table = Patterns::new(&quixo);
            let mut rng = Rng::new(size.into());
            for _ in 0..200 {
                let plies = rng.below(40);
                let board = random_position(&quixo, plies, &mut rng).board;
                let mut first = 0;
                for (cells, &row) in patterns(size).iter().zip(&table.of(board)) {
                    let digit = |cell: &u8| {
                        (board.mine() >> cell & 1) as usize
                            + 2 * (board.theirs() >> cell & 1) as usize
                    };
                    let number = cells
                        .iter()
                        .rev()
                        .fold(0, |number, cell| 3 * number + digit(cell));
                    assert_eq!(usize::from(row), first + number);
                    first += 3_usize.pow(cells.len() as u32);
                }
            }
        }
    }
}
