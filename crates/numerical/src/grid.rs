//! The square board: its cells, its lines, and the moves of the board onto itself
//! that take lines to lines.
//!
//! Cells are counted row by row from the top left. Lines are the rows, the columns
//! and the two diagonals. Besides the eight symmetries of the square, the 4×4 board
//! has 24 more that only the lines know of, since nothing in the game but the lines
//! depends on where a cell is: swapping the inner two rows and the inner two columns
//! is one. They are found by trying, so that nobody has to believe a list.

/// A cell, counted row by row from the top left.
pub type Cell = u8;

/// A set of cells or of lines: the cell or line i is bit i.
pub(crate) type Bits = u16;

/// The most cells, and the room for lines, of a board.
pub(crate) const MAX: usize = 16;

/// The lines of a square board.
#[derive(Clone, Debug)]
pub struct Grid {
    size: u8,
    lines: Vec<Bits>,
}

impl Grid {
    /// The board with `size`×`size` cells.
    pub(crate) fn new(size: u8) -> Grid {
        let line = |cell: &dyn Fn(u8) -> Cell| (0..size).fold(0, |line, i| line | 1 << cell(i));
        let rows = (0..size).map(|row| line(&|i| row * size + i));
        let columns = (0..size).map(|column| line(&|i| i * size + column));
        let diagonals = [line(&|i| i * (size + 1)), line(&|i| (i + 1) * (size - 1))];
        Grid {
            size,
            lines: rows.chain(columns).chain(diagonals).collect(),
        }
    }

    /// Cells along one side.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Cells on the board.
    pub fn cells(&self) -> u8 {
        self.size * self.size
    }

    /// The lines as sets of cells, the cell i as bit i.
    pub fn lines(&self) -> &[u16] {
        &self.lines
    }

    /// The lines through a cell.
    pub(crate) fn through(&self, cell: Cell) -> Bits {
        let lines = self.lines.iter().enumerate();
        lines.fold(0, |through, (i, line)| through | (line >> cell & 1) << i)
    }

    /// All ways to move the cells that take every line to a line, the identity
    /// first: 8 on 3×3 and 32 on 4×4.
    ///
    /// ```
    /// use quixotic_numerical::{Numerical, Rules};
    ///
    /// let game = Numerical::new(Rules::standard(4)?);
    /// assert_eq!(game.grid().symmetries().len(), 32);
    /// # Ok::<(), quixotic_numerical::RulesError>(())
    /// ```
    pub fn symmetries(&self) -> Vec<LineSymmetry> {
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), &mut found);
        found
    }

    /// Tries all images of the next cell. A line whose cells have images so far
    /// must fit into a line.
    fn extend(&self, images: &mut Vec<Cell>, found: &mut Vec<LineSymmetry>) {
        if images.len() == usize::from(self.cells()) {
            found.push(LineSymmetry::new(self, images));
            return;
        }
        for image in 0..self.cells() {
            if images.contains(&image) {
                continue;
            }
            images.push(image);
            let fits = |line: &Bits| {
                let moved = image_of(images, line & ((1 << images.len()) - 1) as Bits);
                self.lines.iter().any(|other| moved & !other == 0)
            };
            if self.lines.iter().all(fits) {
                self.extend(images, found);
            }
            images.pop();
        }
    }
}

/// The images of a set of cells.
fn image_of(images: &[Cell], cells: Bits) -> Bits {
    bits(cells).fold(0, |moved, cell| moved | 1 << images[usize::from(cell)])
}

/// A way to move the cells of the board that takes every line to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineSymmetry {
    cells: Vec<Cell>,
    lines: Vec<u8>,
}

impl LineSymmetry {
    fn new(grid: &Grid, images: &[Cell]) -> LineSymmetry {
        let line = |&line: &Bits| {
            let moved = image_of(images, line);
            let place = grid.lines.iter().position(|&other| other == moved);
            place.expect("a symmetry takes lines to lines") as u8
        };
        LineSymmetry {
            cells: images.to_vec(),
            lines: grid.lines.iter().map(line).collect(),
        }
    }

    /// Where the cell goes.
    pub fn cell(&self, cell: Cell) -> Cell {
        self.cells[usize::from(cell)]
    }

    /// Where the line goes, by its place in [`Grid::lines`].
    pub fn line(&self, line: u8) -> u8 {
        self.lines[usize::from(line)]
    }

    /// A set of cells, moved.
    pub fn cell_set(&self, cells: u16) -> u16 {
        image_of(&self.cells, cells)
    }
}

/// The members of a set, the lowest first.
pub(crate) fn bits(mut set: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        lowest
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// A cell's image from its row and column, as a table.
    fn table(size: u8, image: impl Fn(u8, u8) -> (u8, u8)) -> Vec<Cell> {
        let place = |cell| image(cell / size, cell % size);
        let cells = (0..size * size).map(place);
        cells.map(|(row, column)| row * size + column).collect()
    }

    #[test]
    fn every_cell_is_on_a_row_a_column_and_perhaps_diagonals() {
        let grid = Grid::new(4);
        assert_eq!(grid.lines().len(), 10);
        let through: Vec<u32> = (0..16)
            .map(|cell| grid.through(cell).count_ones())
            .collect();
        assert_eq!(through, [3, 2, 2, 3, 2, 3, 3, 2, 2, 3, 3, 2, 3, 2, 2, 3]);
        let through: Vec<u32> = (0..9)
            .map(|cell| Grid::new(3).through(cell).count_ones())
            .collect();
        assert_eq!(through, [3, 2, 3, 2, 4, 2, 3, 2, 3]);
    }

    #[test]
    fn there_are_8_symmetries_on_3x3_and_32_on_4x4() {
        for (size, count) in [(3, 8), (4, 32)] {
            let grid = Grid::new(size);
            let found = grid.symmetries();
            let distinct: HashSet<&Vec<Cell>> = found.iter().map(|one| &one.cells).collect();
            assert_eq!((found.len(), distinct.len()), (count, count));
            assert!((0..grid.cells()).all(|cell| found[0].cell(cell) == cell));
            for symmetry in &found {
                for (i, &line) in grid.lines().iter().enumerate() {
                    let image = usize::from(symmetry.line(i as u8));
                    assert_eq!(symmetry.cell_set(line), grid.lines()[image]);
                }
            }
        }
    }

    /// The generators that the paper names are among them.
    #[test]
    fn the_papers_symmetries_are_found() {
        let found = Grid::new(4).symmetries();
        let swap_halves = |i: u8| i ^ 1;
        let swap_inner = |i: u8| [0, 2, 1, 3][usize::from(i)];
        for images in [
            table(4, |row, column| (column, 3 - row)),
            table(4, |row, column| (row, 3 - column)),
            table(4, |row, column| (swap_halves(row), swap_halves(column))),
            table(4, |row, column| (swap_inner(row), swap_inner(column))),
        ] {
            assert!(found.iter().any(|one| one.cells == images), "{images:?}");
        }
    }
}
