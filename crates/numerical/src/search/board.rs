//! The position as the search sees it.
//!
//! Of what stands on the board only this matters: for each line the sum it still
//! needs and how many of its cells are free, which cells are free, and what the
//! players hold. The lines with k free cells are kept as a set for each k, so that
//! the lines that matter next, with one or two free cells, need not be looked for.

use quixotic_game::Player;

use crate::grid::{Bits, Grid, MAX, bits};
use crate::{Move, Numerical, Position};

/// A position.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// What each line needs to its target; below 0 if it is past it.
    pub(super) need: [i8; MAX],
    /// Four sets of lines, 16 bits each: those with 1, 2, 3 and 4 free cells.
    open: u64,
    /// The numbers that the first and the second player hold.
    pub(super) hands: [Bits; 2],
    /// The free cells.
    pub(super) free: Bits,
}

/// What a move does to the lines, by its cell.
pub(super) struct Lines {
    cells: [Bits; MAX],
    through: [Bits; MAX],
    /// −1 for each line through the cell, to select it.
    select: [[i8; MAX]; MAX],
    count: usize,
}

impl Lines {
    pub(super) fn new(grid: &Grid) -> Lines {
        let mut lines = Lines {
            cells: [0; MAX],
            through: [0; MAX],
            select: [[0; MAX]; MAX],
            count: grid.lines().len(),
        };
        lines.cells[..grid.lines().len()].copy_from_slice(grid.lines());
        for cell in 0..grid.cells() {
            let through = grid.through(cell);
            lines.through[usize::from(cell)] = through;
            for line in bits(through) {
                lines.select[usize::from(cell)][usize::from(line)] = -1;
            }
        }
        lines
    }

    /// The cells of a line.
    pub(super) fn cells(&self, line: u8) -> Bits {
        self.cells[usize::from(line)]
    }

    /// The lines through a cell.
    pub(super) fn through(&self, cell: u8) -> Bits {
        self.through[usize::from(cell)]
    }

    /// All lines.
    pub(super) fn all(&self) -> Bits {
        (1 << self.count) - 1
    }
}

impl Board {
    /// The board of a position in which nobody has won.
    pub(super) fn new(game: &Numerical, lines: &Lines, position: &Position) -> Board {
        let rules = game.rules();
        let lines_of_full_length = u64::from(lines.all()) << (16 * (rules.size() - 1));
        let mut board = Board {
            need: [rules.target() as i8; MAX],
            open: lines_of_full_length,
            hands: [Player::X, Player::O].map(|player| rules.hand(player).bits()),
            free: ((1u32 << rules.cells()) - 1) as Bits,
        };
        for cell in 0..rules.cells() {
            if let Some(placed) = position.at(cell) {
                let number = placed.number;
                let mv = Move { cell, number };
                board = board.after(lines, crate::rules::index(placed.by), mv);
            }
        }
        board
    }

    /// The board after a move of that player.
    #[inline]
    pub(super) fn after(&self, lines: &Lines, player: usize, mv: Move) -> Board {
        let cell = usize::from(mv.cell);
        let (select, number) = (&lines.select[cell], mv.number as i8);
        let mut board = *self;
        for (need, select) in board.need.iter_mut().zip(select) {
            *need -= select & number;
        }
        // A line through the cell falls from its set to the one below, from the lowest
        // set out.
        let through = u64::from(lines.through[cell]) * 0x0001_0001_0001_0001;
        board.open = self.open & !through | (self.open & through) >> 16;
        board.hands[player] ^= 1 << (mv.number - 1);
        board.free ^= 1 << mv.cell;
        board
    }

    /// The lines with that many free cells, 1 to 4.
    #[inline]
    pub(super) fn lines_with(&self, free: usize) -> Bits {
        (self.open >> (16 * (free - 1))) as Bits
    }

    /// What a line needs.
    #[inline]
    pub(super) fn need(&self, line: u8) -> i8 {
        self.need[usize::from(line)]
    }

    /// Whether the player holds the number.
    #[inline]
    pub(super) fn holds(&self, player: usize, number: i8) -> bool {
        (1..=16).contains(&number) && self.hands[player] >> (number - 1) & 1 == 1
    }
}

/// The numbers v for which a hand holds `need` − v, for many needs.
#[derive(Clone, Copy)]
pub(super) struct Partners(u64);

impl Partners {
    #[inline]
    pub(super) fn of(hand: Bits) -> Partners {
        Partners(u64::from(hand.reverse_bits()) << 32)
    }

    /// The number v is bit v − 1 and its partner bit need − v − 1 of the hand, which is
    /// bit v − 1 of the reversed hand shifted by need − 17.
    #[inline]
    pub(super) fn to(self, need: i8) -> Bits {
        match need {
            2..=32 => (self.0 >> (49 - need)) as Bits,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_are_what_is_left_to_the_need() {
        for hand in [0u16, 1, 0x8000, 0x5555, 0xaaaa, 0x1234, 0xffff] {
            let holds = |number: i8| (1..=16).contains(&number) && hand >> (number - 1) & 1 == 1;
            for need in i8::MIN / 2..=i8::MAX {
                let found = Partners::of(hand).to(need);
                for number in 1..=16 {
                    let is_partner = found >> (number - 1) & 1 == 1;
                    assert_eq!(is_partner, holds(need - number), "{hand:x} {need} {number}");
                }
            }
        }
    }
}
