//! What the level above says about a class, compared with what its file says.
//!
//! Let e be the best that moves taking an empty tile give a position, o the best that
//! those taking an own tile give, and s the byte in its file. The byte is right if
//! s = max(e, o), that is: e ≤ s, o ≤ s, and s is one of the two. So all that has to be
//! remembered of e is whether it is s, one bit, and the pair can be looked at later,
//! when the level above has left the memory. e > s is a contradiction that is noted
//! now and reported then, so that no position is counted twice.
//!
//! Where the game is over, e is the value that the rules say.

use quixotic_game::Stopped;
use quixotic_tablebase::WinDistances;

use crate::pass::fill_block;
use crate::pass::{Block, Pass};
use crate::values::{Values, blocks_per_task};

/// A bit for each position, by lane of the blocks of a task.
type Bits = Vec<u8>;

/// The lanes of a byte of bits.
pub(super) const LANES: usize = 8;

/// What one task noted.
#[derive(Default)]
struct Noted {
    /// Lanes for which the level above gives the stored value.
    equal: Bits,
    /// Those for which it gives a better one; empty if there is none.
    better: Bits,
}

/// What the level above says about a class, by group and task.
pub(super) struct BlankMoves(Vec<Vec<Noted>>);

/// The same about a block.
#[derive(Clone, Copy)]
pub(super) struct BlockBlankMoves<'a> {
    pub(super) equal: &'a [u8],
    /// Empty if there is none.
    pub(super) better: &'a [u8],
}

impl BlankMoves {
    /// Compares the values of a class with the moves of a pass, which take an empty
    /// tile, and takes these moves into the distances of wins that are left out.
    pub(super) fn new(
        pass: Pass<'_>,
        values: &mut Values,
        win_distances: WinDistances,
    ) -> Result<BlankMoves, Stopped> {
        let noted = pass.run(values, Noted::default, |noted, room, block, values| {
            let follows = block.follows_or_ended(room);
            if win_distances == WinDistances::LeftOut {
                fill_block(follows, values);
            }
            if noted.equal.is_empty() {
                // No more than is needed: there are many of these.
                let bytes = block.group.lanes.div_ceil(LANES);
                noted
                    .equal
                    .reserve_exact(blocks_per_task(block.group) * bytes);
            }
            noted.note(follows, values);
        });
        Ok(BlankMoves(noted?))
    }

    /// What was noted about a block.
    pub(super) fn of(&self, task: usize, block: &Block<'_>) -> BlockBlankMoves<'_> {
        let bytes = block.group.lanes.div_ceil(LANES);
        let noted = &self.0[block.group_number][task];
        let part = block.in_task * bytes..(block.in_task + 1) * bytes;
        BlockBlankMoves {
            equal: &noted.equal[part.clone()],
            better: noted.better.get(part).unwrap_or_default(),
        }
    }
}

impl Noted {
    fn note(&mut self, follows: &[u8], values: &[u8]) {
        let before = self.equal.len();
        for_lanes(follows, values, |follows, values| {
            self.equal.push(equal(follows, values));
        });
        let pairs = || follows.iter().zip(values);
        if pairs().fold(false, |any, (follows, value)| any | (follows > value)) {
            self.better.resize(before, 0);
            for_lanes(follows, values, |follows, values| {
                let better = (0..LANES).filter(|&lane| follows[lane] > values[lane]);
                self.better
                    .push(better.fold(0, |bits, lane| bits | 1 << lane));
            });
        } else if !self.better.is_empty() {
            self.better.resize(self.equal.len(), 0);
        }
    }
}

/// Takes two rows of lanes eight at a time; past the end both are 0.
#[inline(always)]
pub(super) fn for_lanes(a: &[u8], b: &[u8], mut work: impl FnMut([u8; LANES], [u8; LANES])) {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (&a, &b) in a.iter().zip(b) {
        work(a, b);
    }
    if !a_rest.is_empty() {
        let padded = |rest: &[u8]| {
            let mut lanes = [0; LANES];
            lanes[..rest.len()].copy_from_slice(rest);
            lanes
        };
        work(padded(a_rest), padded(b_rest));
    }
}

/// A bit for each lane in which two bytes are equal.
#[inline(always)]
pub(super) fn equal(a: [u8; LANES], b: [u8; LANES]) -> u8 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let differ = u64::from_le_bytes(a) ^ u64::from_le_bytes(b);
    // The high bit of each byte that is not 0, without a carry into the next.
    let high = (((differ & LOW) + LOW) | differ) & !LOW;
    // Then bit 8i of the equal ones to bit 56 + i.
    ((!high & !LOW) >> 7)
        .wrapping_mul(0x0102_0408_1020_4080)
        .to_le_bytes()[7]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lanes_have_a_bit() {
        for (a, b, bits) in [
            ([0; 8], [0; 8], 0xff),
            ([1, 2, 3, 4, 5, 6, 7, 8], [1, 0, 3, 0, 5, 0, 7, 0], 0x55),
            (
                [128, 0, 255, 127, 0, 1, 128, 254],
                [0, 128, 255, 255, 1, 1, 129, 254],
                0xa4,
            ),
        ] {
            assert_eq!(equal(a, b), bits);
        }
        let mut seen = Vec::new();
        for_lanes(&[1; 11], &[1; 11], |a, b| seen.push(equal(a, b)));
        assert_eq!(seen, [0xff, 0xff]);
    }
}
