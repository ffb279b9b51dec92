//! Positions and moves.

use quixotic_game::Player;

use crate::grid::{Bits, MAX};
use crate::{Cell, Hand};

/// A number on the board and who placed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The number.
    pub number: u8,
    /// Who placed it; in games with hands of their own both players may hold the
    /// same number.
    pub by: Player,
}

/// A board that can arise in a game. The player to move follows from the count of
/// the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    cells: [Option<Placed>; MAX],
}

/// A number put into a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell.
    pub cell: Cell,
    /// The number.
    pub number: u8,
}

impl Position {
    /// The empty board.
    pub const START: Position = Position { cells: [None; MAX] };

    /// What stands in a cell.
    pub fn at(&self, cell: Cell) -> Option<Placed> {
        self.cells[usize::from(cell)]
    }

    /// The rounds played.
    pub fn rounds(&self) -> u8 {
        self.cells.iter().flatten().count() as u8
    }

    /// Who moves next: the first player after an even number of rounds.
    pub fn to_move(&self) -> Player {
        match self.rounds() % 2 {
            0 => Player::X,
            _ => Player::O,
        }
    }

    /// The cells that hold a number.
    pub(crate) fn filled(&self) -> Bits {
        let cells = self.cells.iter().enumerate();
        cells.fold(0, |set, (cell, placed)| {
            set | Bits::from(placed.is_some()) << cell
        })
    }

    /// The numbers that a player has placed.
    pub(crate) fn placed_by(&self, player: Player) -> Hand {
        let placed = self.cells.iter().flatten();
        placed
            .filter(|placed| placed.by == player)
            .map(|placed| placed.number)
            .collect()
    }

    /// Puts a number into a cell, whatever the rules say.
    #[must_use]
    pub(crate) fn with(mut self, cell: Cell, placed: Option<Placed>) -> Position {
        self.cells[usize::from(cell)] = placed;
        self
    }
}
