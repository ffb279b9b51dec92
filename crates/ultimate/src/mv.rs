//! A move.

use std::fmt;

use quixotic_game::Symmetry;

/// A mark in a spot of a field; both are numbered 0 to 8, row by row from the top
/// left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The field that is played in.
    pub field: u8,
    /// The spot in it, which is the field that the opponent is sent to.
    pub spot: u8,
}

impl Move {
    /// The move in that field and spot.
    ///
    /// # Panics
    /// If one of them is above 8.
    pub const fn new(field: u8, spot: u8) -> Move {
        assert!(field < 9 && spot < 9, "fields and spots are 0 to 8");
        Move { field, spot }
    }

    /// The move turned or mirrored. A move sends the opponent to the field that lies
    /// in the board as the spot lies in its field, so both have to be turned together.
    #[must_use]
    pub fn turned(self, symmetry: Symmetry) -> Move {
        Move {
            field: symmetry.cell(3, self.field),
            spot: symmetry.cell(3, self.spot),
        }
    }
}

impl fmt::Display for Move {
    /// Field and spot: `40`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.field, self.spot)
    }
}
