//! Which lines can still be completed, and which numbers they can use.
//!
//! A line is *live* if some of the numbers left add up to what it needs. Numbers
//! dwindle, so a dead line stays dead, and a number that no live line can use stays
//! useless: wherever it goes it only kills lines. Hence useless numbers of a hand are
//! interchangeable, and so are free cells on no live line. Everything else about the
//! position can be forgotten.

use super::board::{Board, Lines};
use crate::grid::{Bits, bits};
use crate::{Hand, Rules};
use quixotic_game::Player;

/// The numbers of both players as one set: the first player's in the low half.
pub(super) type Numbers = u32;

/// A hand as a part of [`Numbers`].
pub(super) fn of_player(player: usize, hand: Bits) -> Numbers {
    Numbers::from(hand) << (16 * player)
}

/// For k numbers and a sum: the sets of k numbers with that sum.
pub(super) struct Sums {
    sets: Vec<Vec<Numbers>>,
}

/// Sums are below this.
const SUMS: usize = 64;

impl Sums {
    pub(super) fn new(rules: Rules) -> Sums {
        let mut sums = Sums {
            sets: vec![Vec::new(); (usize::from(rules.size()) + 1) * SUMS],
        };
        let hand = |player| {
            rules
                .hand(player)
                .iter()
                .map(move |number| (player, number))
        };
        let numbers: Vec<(Player, u8)> = hand(Player::X).chain(hand(Player::O)).collect();
        sums.extend(rules, &numbers, 0, 0, 0);
        sums
    }

    /// Notes a set and all that some of `numbers` added make of it.
    fn extend(&mut self, rules: Rules, numbers: &[(Player, u8)], set: Numbers, count: u8, sum: u8) {
        self.sets[usize::from(count) * SUMS + usize::from(sum)].push(set);
        if count == rules.size() {
            return;
        }
        for (i, &(player, number)) in numbers.iter().enumerate() {
            let one = Hand::from_iter([number]).bits();
            let set = set | of_player(crate::rules::index(player), one);
            self.extend(rules, &numbers[i + 1..], set, count + 1, sum + number);
        }
    }

    /// The numbers of `left` that a line with so many free cells and that need can use.
    #[inline]
    fn useful(&self, free: usize, need: i8, left: Numbers) -> Numbers {
        if need < 0 {
            return 0;
        }
        let sets = &self.sets[free * SUMS + need as usize];
        // Without a branch, so that the loop becomes vector code.
        let useful = |set: Numbers| if set & !left == 0 { set } else { 0 };
        sets.iter().fold(0, |all, &set| all | useful(set))
    }
}

/// What is live in a position.
pub(super) struct Live {
    /// The live lines.
    pub(super) lines: Bits,
    /// The free cells on live lines.
    pub(super) cells: Bits,
    /// The numbers that live lines can use.
    pub(super) numbers: Numbers,
    /// Whether there is a line that the asker can complete.
    pub(super) for_asker: bool,
}

impl Live {
    #[inline]
    pub(super) fn of(sums: &Sums, lines: &Lines, board: &Board, asker: usize) -> Live {
        let left = of_player(0, board.hands[0]) | of_player(1, board.hands[1]);
        let mut live = Live {
            lines: 0,
            cells: 0,
            numbers: 0,
            for_asker: false,
        };
        let askers = of_player(asker, Bits::MAX);
        for free in 1..=4 {
            for line in bits(board.lines_with(free)) {
                let useful = sums.useful(free, board.need(line), left);
                if useful != 0 {
                    live.lines |= 1 << line;
                    live.cells |= lines.cells(line);
                    live.numbers |= useful;
                    live.for_asker |= useful & askers != 0;
                }
            }
        }
        live.cells &= board.free;
        live
    }

    /// The numbers of a hand that need be tried: the useful ones and one of the others.
    #[inline]
    pub(super) fn numbers_to_try(&self, player: usize, hand: Bits) -> Bits {
        let useful = hand & (self.numbers >> (16 * player)) as Bits;
        useful | lowest(hand & !useful)
    }

    /// The free cells that need be tried: those on live lines and one of the others.
    #[inline]
    pub(super) fn cells_to_try(&self, free: Bits) -> Bits {
        self.cells | lowest(free & !self.cells)
    }
}

/// The lowest member of a set alone.
fn lowest(set: Bits) -> Bits {
    set & set.wrapping_neg()
}
