//! The eight symmetries of the square.
//!
//! A symmetry is three independent bits: transpose (swap row and column), then
//! mirror the columns, then mirror the rows. All eight combinations are
//! different, so the number 0–7 of a symmetry is just those bits.

/// One of the eight rotations and reflections of the square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8);

impl Symmetry {
    /// How many there are.
    pub const COUNT: usize = 8;
    /// Leaves every cell where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    const TRANSPOSE: u8 = 1;
    const MIRROR_COLUMNS: u8 = 2;
    const MIRROR_ROWS: u8 = 4;

    /// All of them, the identity first.
    pub fn all() -> impl ExactSizeIterator<Item = Symmetry> + Clone {
        (0..Symmetry::COUNT as u8).map(Symmetry)
    }

    /// The symmetry with that number.
    ///
    /// # Panics
    /// If `index` is not below [`Symmetry::COUNT`].
    pub fn new(index: usize) -> Symmetry {
        assert!(index < Symmetry::COUNT, "there are 8 symmetries");
        Symmetry(index as u8)
    }

    /// Its number, 0 for the identity.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Where the cell goes on a board of that size.
    pub fn cell(self, size: u8, cell: u8) -> u8 {
        let (mut row, mut column) = (cell / size, cell % size);
        if self.0 & Symmetry::TRANSPOSE != 0 {
            (row, column) = (column, row);
        }
        if self.0 & Symmetry::MIRROR_COLUMNS != 0 {
            column = size - 1 - column;
        }
        if self.0 & Symmetry::MIRROR_ROWS != 0 {
            row = size - 1 - row;
        }
        row * size + column
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // Only the two quarter turns (transpose and exactly one mirror) are not
        // their own inverse; each is the other's.
        match self.0 {
            0b011 => Symmetry(0b101),
            0b101 => Symmetry(0b011),
            own => Symmetry(own),
        }
    }

    /// A set of cells, bit by bit, moved.
    pub fn bits(self, size: u8, mut bits: u64) -> u64 {
        let mut moved = 0;
        while bits != 0 {
            moved |= 1 << self.cell(size, bits.trailing_zeros() as u8);
            bits &= bits - 1;
        }
        moved
    }
}
