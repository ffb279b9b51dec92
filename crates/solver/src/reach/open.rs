//! The positions of a class from which play goes on, a bit for each.

use rayon::prelude::*;

use super::lane::{OPEN, UNREACHED};
use crate::bytes::Bytes;
use crate::kernel::SLACK;
use crate::values::Values;
use quixotic_tablebase::internal::index::{Counts, Group, Layout};

/// Positions in a byte.
const BITS: usize = 8;
/// Bytes that one task packs or unpacks.
const PER_TASK: usize = 1 << 16;

/// The positions of a class that play can lead to and go on from.
pub(super) struct OpenSet {
    layout: Layout,
    /// For each group, a bit for each position, the first the lowest of its byte.
    groups: Vec<Vec<u8>>,
}

impl OpenSet {
    pub(super) fn of(values: &Values) -> OpenSet {
        let layout = values.layout().clone();
        let groups = layout.groups.iter().enumerate().map(|(number, group)| {
            let lanes = &values.group(number)[..padded(group)];
            let mut packed = vec![0; lanes.len() / BITS];
            packed
                .par_chunks_mut(PER_TASK)
                .zip(lanes.par_chunks(BITS * PER_TASK))
                .for_each(|(packed, lanes)| {
                    let (lanes, _) = lanes.as_chunks::<BITS>();
                    for (packed, lanes) in packed.iter_mut().zip(lanes) {
                        *packed = pack(*lanes);
                    }
                });
            packed
        });
        OpenSet {
            groups: groups.collect(),
            layout,
        }
    }

    /// The number of the group with those ring counts.
    pub(super) fn number(&self, ring: Counts) -> Option<usize> {
        self.layout.number(ring)
    }

    /// A group as the kernel reads it.
    pub(super) fn group(&self, number: usize) -> Bytes {
        let group = &self.layout.groups[number];
        let mut lanes = Values::buffer(group);
        lanes[..padded(group)]
            .par_chunks_mut(BITS * PER_TASK)
            .zip(self.groups[number].par_chunks(PER_TASK))
            .for_each(|(lanes, packed)| {
                let (lanes, _) = lanes.as_chunks_mut::<BITS>();
                for (lanes, &packed) in lanes.iter_mut().zip(packed) {
                    *lanes = UNPACKED[usize::from(packed)];
                }
            });
        lanes
    }
}

/// A bit for each byte that is [`OPEN`]. A tenth of the time of a count went here
/// when it was done byte by byte.
#[inline]
fn pack(lanes: [u8; BITS]) -> u8 {
    let lanes = u64::from_le_bytes(lanes);
    // What is not 0 has one of the two lowest bits set. The product brings bit 8i to
    // place 56 + i, and nothing else there.
    let shut = (lanes | lanes >> 1) & 0x0101_0101_0101_0101;
    !((shut.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8)
}

/// Positions of a group and so many bytes of the slack behind them as fill up the
/// last byte of bits.
fn padded(group: &Group) -> usize {
    group.positions().next_multiple_of(BITS)
}

const _: () = assert!(SLACK >= BITS);

/// What each byte is unpacked to.
const UNPACKED: [[u8; BITS]; 1 << BITS] = {
    let mut unpacked = [[UNREACHED; BITS]; 1 << BITS];
    let mut packed = 0;
    while packed < 1 << BITS {
        let mut bit = 0;
        while bit < BITS {
            if packed >> bit & 1 == 1 {
                unpacked[packed][bit] = OPEN;
            }
            bit += 1;
        }
        packed += 1;
    }
    unpacked
};

#[cfg(test)]
mod tests {
    use super::super::lane::OVER;
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for packed in 0..=u8::MAX {
            let unpacked = UNPACKED[usize::from(packed)];
            assert_eq!(pack(unpacked), packed);
            // Whatever else is not open is unpacked as not reached.
            for shut in [OVER, OVER | UNREACHED] {
                let lanes = unpacked.map(|lane| if lane == OPEN { OPEN } else { shut });
                assert_eq!(pack(lanes), packed);
            }
        }
    }
}
