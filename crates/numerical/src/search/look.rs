//! What is known of a position without looking at any move of it.
//!
//! The search keeps one invariant: the player to move has no move that wins at once,
//! because no move is ever made that allows one. Then all threats come from the lines
//! of the last move. Two threatened cells cannot both be filled, so they lose; one has
//! to be filled; and a player without a *safe* move, one that gives the opponent
//! nothing to win with at once, loses. A safe move that threatens two cells wins.
//!
//! All of that is done for all numbers of a cell at once, with numbers as bits: a move
//! into a line with two free cells gives or makes a threat if its number's partner to
//! the line's need is in the opponent's or in the own hand.

use super::board::{Board, Lines, Partners};
use crate::grid::{Bits, MAX, bits};

/// The safe moves of a position that is not decided.
pub(super) struct Look {
    /// The cells that may be filled: all free ones, or the one that is threatened.
    pub(super) cells: Bits,
    /// For each cell the numbers that must not go there.
    pub(super) unsafe_numbers: [Bits; MAX],
    /// How many safe moves there are.
    pub(super) mobility: u32,
}

/// What a look finds.
pub(super) enum Found {
    /// The player to move wins, by making two threats.
    Wins,
    /// The player to move loses at once.
    Loses,
    /// Nothing is decided yet.
    Open(Look),
}

/// Looks at a position with `mover` to move, whose opponent's threats are all in the
/// lines `fresh`.
#[inline]
pub(super) fn look(lines: &Lines, board: &Board, mover: usize, fresh: Bits) -> Found {
    let opponent = 1 - mover;
    let mut threatened = 0;
    for line in bits(board.lines_with(1) & fresh) {
        if board.holds(opponent, board.need(line)) {
            threatened |= lines.cells(line) & board.free;
        }
    }
    let cells = match threatened.count_ones() {
        0 => board.free,
        1 => threatened,
        _ => return Found::Loses,
    };
    let hand = board.hands[mover];
    let (mine, theirs) = (Partners::of(hand), Partners::of(board.hands[opponent]));
    let mut unsafe_numbers = [0; MAX];
    // The numbers that make a threat in one line, and in two.
    let (mut once, mut twice) = ([0; MAX], [0; MAX]);
    let mut touched = 0;
    for line in bits(board.lines_with(2)) {
        let need = board.need(line);
        let gives = theirs.to(need) & hand;
        // A number is no partner of its own.
        let half = if need > 1 && need % 2 == 0 {
            (1u32 << (need / 2 - 1)) as Bits
        } else {
            0
        };
        let makes = mine.to(need) & hand & !half;
        if gives | makes == 0 {
            continue;
        }
        let both = lines.cells(line) & board.free & cells;
        touched |= both;
        for cell in bits(both) {
            let cell = usize::from(cell);
            unsafe_numbers[cell] |= gives;
            twice[cell] |= once[cell] & makes;
            once[cell] |= makes;
        }
    }
    let mut mobility = cells.count_ones() * hand.count_ones();
    for cell in bits(touched) {
        let cell = usize::from(cell);
        if twice[cell] & !unsafe_numbers[cell] != 0 {
            return Found::Wins;
        }
        mobility -= unsafe_numbers[cell].count_ones();
    }
    match mobility {
        0 => Found::Loses,
        _ => Found::Open(Look {
            cells,
            unsafe_numbers,
            mobility,
        }),
    }
}
