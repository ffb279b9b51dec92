//! A class that waits in memory, compressed, while others are looked at.

use std::mem;

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::Class;
use quixotic_tablebase::internal::index::{Group, Index};
use rayon::prelude::*;
use zstd::bulk::Decompressor;

use crate::files::{Stay, compress};
use crate::values::{Values, blocks_per_task};

/// The values of a class, compressed: some 2 bits for a position.
pub(crate) struct Packed {
    class: Class,
    groups: Vec<PackedGroup>,
}

/// The blocks of a group, some tens of kilobytes of them compressed together. All are in one buffer:
/// a heap of small ones would not go back to the system when they are freed.
#[derive(Default)]
struct PackedGroup {
    bytes: Vec<u8>,
    /// Where each part ends.
    ends: Vec<usize>,
}

/// Parts that are compressed at a time, before they are put together.
const BATCH: usize = 256;

const FAILS: &str = "compression in memory does not fail";

impl Packed {
    /// Bytes that are enough for a class of so many positions: the most that was seen is 0.29 for
    /// each of C(9,7).
    pub(crate) fn expected_bytes(positions: u64) -> u64 {
        positions * 3 / 10
    }

    pub(crate) fn new(mut values: Values, budget: &Budget) -> Result<Packed, Stopped> {
        let class = values.class;
        let groups = values.layout().groups.clone();
        let pack = |(number, group): (usize, &Group)| {
            // What is packed is freed at once.
            let bytes = mem::take(values.group_mut(number));
            PackedGroup::new(group, &bytes[..group.positions()], budget)
        };
        let groups = groups.iter().enumerate().map(pack);
        Ok(Packed {
            class,
            groups: groups.collect::<Result<_, _>>()?,
        })
    }

    pub(crate) fn unpack(self, index: &Index, budget: &Budget) -> Result<Values, Stopped> {
        let mut groups = self.groups.into_iter();
        Values::new(index, self.class, |group| {
            let mut bytes = Values::buffer(group);
            let packed = groups.next().expect("all groups were packed");
            packed.unpack(group, &mut bytes[..group.positions()], budget)?;
            Ok(bytes)
        })
    }
}

impl PackedGroup {
    fn new(group: &Group, values: &[u8], budget: &Budget) -> Result<PackedGroup, Stopped> {
        let mut packed = PackedGroup::default();
        for values in values.chunks(BATCH * part_len(group)) {
            budget.check(0)?;
            let parts = values.par_chunks(part_len(group));
            let parts = parts.map(|part| compress(part, Stay::Lasting).expect(FAILS));
            for part in parts.collect::<Vec<_>>() {
                packed.bytes.extend(part);
                packed.ends.push(packed.bytes.len());
            }
        }
        packed.bytes.shrink_to_fit();
        Ok(packed)
    }

    fn unpack(&self, group: &Group, values: &mut [u8], budget: &Budget) -> Result<(), Stopped> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let places: Vec<_> = starts.zip(&self.ends).collect();
        let new = || Decompressor::new().expect(FAILS);
        values
            .par_chunks_mut(part_len(group))
            .zip(places)
            .try_for_each_init(new, |unpacker, (values, (start, &end))| {
                budget.check(0)?;
                let part = &self.bytes[start..end];
                let length = unpacker.decompress_to_buffer(part, values).expect(FAILS);
                assert_eq!(length, values.len());
                Ok(())
            })
    }
}

/// Bytes that are compressed together.
fn part_len(group: &Group) -> usize {
    blocks_per_task(group) * group.lanes
}
