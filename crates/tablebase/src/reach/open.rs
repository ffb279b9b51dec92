//! The positions of a class from which play goes on, a bit for each.

use rayon::prelude::*;

use super::lane::{OPEN, UNREACHED};
use crate::index::{Counts, Layout};
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
            let lanes = &values.group(number)[..group.len()];
            let mut packed = vec![0; lanes.len().div_ceil(BITS)];
            packed
                .par_chunks_mut(PER_TASK)
                .zip(lanes.par_chunks(BITS * PER_TASK))
                .for_each(|(packed, lanes)| {
                    for (packed, lanes) in packed.iter_mut().zip(lanes.chunks(BITS)) {
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

    /// The group with those ring counts as the kernel reads it.
    pub(super) fn group_of(&self, ring: Counts) -> Option<Vec<u8>> {
        let number = self.layout.number(ring)?;
        let group = &self.layout.groups[number];
        let mut lanes = Values::room(group);
        lanes[..group.len()]
            .par_chunks_mut(BITS * PER_TASK)
            .zip(self.groups[number].par_chunks(PER_TASK))
            .for_each(|(lanes, packed)| {
                for (lanes, &packed) in lanes.chunks_mut(BITS).zip(packed) {
                    lanes.copy_from_slice(&UNPACKED[usize::from(packed)][..lanes.len()]);
                }
            });
        Some(lanes)
    }
}

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
