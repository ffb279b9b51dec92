//! The game: what is legal, who has won, and which boards can arise.

use quixotic_game::Player;
use thiserror::Error;

use crate::grid::{Grid, bits};
use crate::rules::ordinal;
use crate::{Cell, Hand, Move, Placed, Position, Rules};

/// Numerical Tic-Tac-Toe under some rules.
#[derive(Clone, Debug)]
pub struct Numerical {
    rules: Rules,
    grid: Grid,
}

/// A move that is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The cell is not free.
    #[error("{cell} is occupied: {number} stands there")]
    Occupied {
        /// The cell's name.
        cell: String,
        /// The number that stands there.
        number: u8,
    },
    /// The number is not there to be placed.
    #[error("the {} player does not hold {number}, only {hand}", ordinal(.player))]
    NotInHand {
        /// Who is to move.
        player: Player,
        /// The number asked for.
        number: u8,
        /// What the player holds.
        hand: Hand,
    },
}

/// A board that no game comes to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A number that its player does not hold.
    #[error("the {} player never holds {number}", ordinal(.by))]
    NotHeld {
        /// The number.
        number: u8,
        /// Who is said to have placed it.
        by: Player,
    },
    /// A number placed more often than it is there.
    #[error("{0} is placed more often than it is there")]
    Twice(u8),
    /// The players have not taken turns.
    #[error(
        "the first player has placed {first} numbers and the second {second}, though they take turns"
    )]
    Turns {
        /// Numbers of the first player.
        first: u32,
        /// Numbers of the second player.
        second: u32,
    },
    /// Play went on after a win.
    #[error("play went on after a line was complete: no last move of the {} player completes all that are", ordinal(.0))]
    PlayedOn(Player),
}

impl Numerical {
    /// The game under these rules.
    pub fn new(rules: Rules) -> Numerical {
        Numerical {
            rules,
            grid: Grid::new(rules.size()),
        }
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The board.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The numbers that a player still holds.
    pub fn hand(&self, position: &Position, player: Player) -> Hand {
        self.rules.hand(player).without(position.placed_by(player))
    }

    /// The sum of a full line; `None` if a cell is free.
    fn sum(&self, position: &Position, line: u16) -> Option<u8> {
        bits(line)
            .map(|cell| position.at(cell).map(|placed| placed.number))
            .sum()
    }

    /// The lines that are full and have the sum.
    pub(crate) fn complete_lines(&self, position: &Position) -> impl Iterator<Item = u16> {
        let lines = self.grid.lines().iter().copied();
        lines.filter(|&line| self.sum(position, line) == Some(self.rules.target()))
    }

    /// Who has won, if somebody has: the player who moved last.
    pub fn winner(&self, position: &Position) -> Option<Player> {
        self.complete_lines(position)
            .next()
            .map(|_| !position.to_move())
    }

    /// Whether no move is left: somebody has won, or the board is full.
    pub fn is_over(&self, position: &Position) -> bool {
        position.rounds() == self.rules.cells() || self.winner(position).is_some()
    }

    /// Says why a move is not legal.
    pub fn check(&self, position: &Position, mv: Move) -> Result<(), MoveError> {
        if self.is_over(position) {
            return Err(MoveError::Over);
        }
        if let Some(Placed { number, .. }) = position.at(mv.cell) {
            let cell = self.cell_name(mv.cell);
            return Err(MoveError::Occupied { cell, number });
        }
        let player = position.to_move();
        let (number, hand) = (mv.number, self.hand(position, player));
        if !hand.contains(number) {
            return Err(MoveError::NotInHand {
                player,
                number,
                hand,
            });
        }
        Ok(())
    }

    /// The position after a move that is legal.
    pub(crate) fn after(&self, position: &Position, mv: Move) -> Position {
        let (number, by) = (mv.number, position.to_move());
        position.with(mv.cell, Some(Placed { number, by }))
    }

    /// The legal moves, cell by cell; none when the game is over.
    pub(crate) fn legal_moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let free = match self.is_over(position) {
            true => 0,
            false => self.all_cells() & !position.filled(),
        };
        let hand = self.hand(position, position.to_move());
        bits(free).flat_map(move |cell| hand.iter().map(move |number| Move { cell, number }))
    }

    /// The board of these numbers, if a game can come to it.
    pub fn position(
        &self,
        placed: impl IntoIterator<Item = (Cell, Placed)>,
    ) -> Result<Position, BoardError> {
        let mut position = Position::START;
        for (cell, placed) in placed {
            let Placed { number, by } = placed;
            if !self.rules.hand(by).contains(number) {
                return Err(BoardError::NotHeld { number, by });
            }
            if !self.hand(&position, by).contains(number) {
                return Err(BoardError::Twice(number));
            }
            position = position.with(cell, Some(placed));
        }
        let [first, second] = [Player::X, Player::O].map(|player| position.placed_by(player).len());
        if first != second && first != second + 1 {
            return Err(BoardError::Turns { first, second });
        }
        // Numbers may have come in any order, so all that can be wrong is a line
        // that was complete before the last move.
        let last = !position.to_move();
        let complete = self
            .complete_lines(&position)
            .fold(u16::MAX, |common, line| common & line);
        let mut may_be_last = bits(complete & position.filled());
        if complete != u16::MAX
            && !may_be_last.any(|cell| position.at(cell).is_some_and(|placed| placed.by == last))
        {
            return Err(BoardError::PlayedOn(last));
        }
        Ok(position)
    }

    /// All cells of the board.
    fn all_cells(&self) -> u16 {
        (u32::MAX >> (32 - u32::from(self.rules.cells()))) as u16
    }
}
