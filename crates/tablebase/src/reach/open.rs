//! The positions of a class from which play goes on, a bit for each.

use rayon::prelude::*;

use super::lane::{OPEN, UNREACHED};
use crate::index::{Counts, Group, Layout};
use crate::kernel::SLACK;
use crate::values::Values;

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
                        let open = lanes.iter().rev();
                        *packed = open.fold(0, |bits, &lane| bits << 1 | u8::from(lane == OPEN));
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
    pub(super) fn group(&self, number: usize) -> Vec<u8> {
        let group = &self.layout.groups[number];
        let mut lanes = Values::room(group);
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

/// Positions of a group and so many bytes of the slack behind them as fill up the
/// last byte of bits.
fn padded(group: &Group) -> usize {
    group.len().next_multiple_of(BITS)
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
