//! The eight symmetries of the square.
//!
//! A move sends the opponent to the field that lies in the board as the spot lies
//! in its field, so board and fields have to be turned together. There is no other
//! freedom.

use crate::grid::{self, Cells};
use crate::{Move, Position};

/// One of the eight rotations and reflections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    const TRANSPOSE: u8 = 1;
    const MIRROR_COLUMNS: u8 = 2;
    const MIRROR_ROWS: u8 = 4;

    /// All of them, the identity first.
    pub fn all() -> impl ExactSizeIterator<Item = Symmetry> + Clone {
        (0..8).map(Symmetry)
    }

    /// Where a cell of the 3×3 grid goes.
    pub fn cell(self, cell: u8) -> u8 {
        let (mut row, mut column) = (cell / 3, cell % 3);
        if self.0 & Symmetry::TRANSPOSE != 0 {
            (row, column) = (column, row);
        }
        if self.0 & Symmetry::MIRROR_COLUMNS != 0 {
            column = 2 - column;
        }
        if self.0 & Symmetry::MIRROR_ROWS != 0 {
            row = 2 - row;
        }
        3 * row + column
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // Only the quarter turns are not their own inverse; each is the other's.
        match self.0 {
            0b011 => Symmetry(0b101),
            0b101 => Symmetry(0b011),
            own => Symmetry(own),
        }
    }

    /// A set of cells, moved.
    pub fn cells(self, cells: Cells) -> Cells {
        grid::members(cells).fold(0, |moved, cell| moved | 1 << self.cell(cell))
    }

    /// A move, moved.
    pub fn mv(self, mv: Move) -> Move {
        Move {
            field: self.cell(mv.field),
            spot: self.cell(mv.spot),
        }
    }

    /// A position, moved.
    pub fn position(self, position: &Position) -> Position {
        position.moved(self)
    }
}
