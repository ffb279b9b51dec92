//! The board as two bit sets, always seen from the player to move.

use quixotic_game::{Player, Symmetry};

/// A set of cells: bit `row · N + column`, rows counted from the top. Its width
/// bounds the size of the board, see [`Rules::MAX_SIZE`](crate::Rules::MAX_SIZE).
pub type Bits = u64;

/// A cell, as its bit number in [`Bits`].
pub type Cell = u8;

/// The tiles on the board, from the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Board {
    mine: Bits,
    theirs: Bits,
}

impl Board {
    /// No tile is marked.
    pub const EMPTY: Board = Board { mine: 0, theirs: 0 };

    /// A board with these tiles; `None` if a cell is claimed twice.
    pub fn new(mine: Bits, theirs: Bits) -> Option<Board> {
        (mine & theirs == 0).then_some(Board { mine, theirs })
    }

    /// [`Board::new`] where the caller knows that no cell is claimed twice.
    pub(crate) fn new_unchecked(mine: Bits, theirs: Bits) -> Board {
        debug_assert_eq!(mine & theirs, 0);
        Board { mine, theirs }
    }

    /// Tiles of the player to move.
    pub fn mine(self) -> Bits {
        self.mine
    }

    /// Tiles of the other player.
    pub fn theirs(self) -> Bits {
        self.theirs
    }

    /// Cells that carry a symbol.
    pub fn marked(self) -> Bits {
        self.mine | self.theirs
    }

    /// The board turned by a symmetry, if it has `size` cells along one side.
    #[must_use]
    pub fn turned(self, symmetry: Symmetry, size: u8) -> Board {
        Board::new_unchecked(
            symmetry.bits(size, self.mine),
            symmetry.bits(size, self.theirs),
        )
    }

    /// The image of a board that stands for all eight: the least.
    #[must_use]
    pub fn least_image(self, size: u8) -> Board {
        let images = Symmetry::all().map(|symmetry| self.turned(symmetry, size));
        images.fold(self, Board::min)
    }

    /// The same tiles seen by the other player.
    #[must_use]
    pub fn swapped(self) -> Board {
        Board {
            mine: self.theirs,
            theirs: self.mine,
        }
    }
}

/// A board together with the player to move: what notation reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The tiles, from the view of [`to_move`](Position::to_move).
    pub board: Board,
    /// The player to move.
    pub to_move: Player,
}

impl Position {
    /// The empty board, X to move.
    pub const START: Position = Position {
        board: Board::EMPTY,
        to_move: Player::X,
    };

    /// Tiles that carry the symbol of `player`.
    pub fn tiles(self, player: Player) -> Bits {
        if player == self.to_move {
            self.board.mine
        } else {
            self.board.theirs
        }
    }
}
