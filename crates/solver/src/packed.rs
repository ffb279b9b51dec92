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
    /// By group, parts of whole blocks.
    groups: Vec<Vec<Box<[u8]>>>,
}

const FAILS: &str = "compression in memory does not fail";

impl Packed {
    /// Bytes that are enough for a class of so many positions: more than was ever seen.
    pub(crate) fn expected_bytes(positions: u64) -> u64 {
        positions / 4
    }

    pub(crate) fn new(mut values: Values, budget: &Budget) -> Result<Packed, Stopped> {
        let class = values.class;
        let groups = values.layout().groups.clone();
        let pack = |(number, group): (usize, &Group)| {
            // What is packed is freed at once.
            let bytes = mem::take(values.group_mut(number));
            let parts = bytes[..group.positions()].par_chunks(part_len(group));
            parts
                .map(|part| {
                    budget.check(0)?;
                    // Without the room that the compressor asks for beforehand.
                    Ok(compress(part, Stay::Lasting)
                        .expect(FAILS)
                        .into_boxed_slice())
                })
                .collect()
        };
        Ok(Packed {
            class,
            groups: groups
                .iter()
                .enumerate()
                .map(pack)
                .collect::<Result<_, _>>()?,
        })
    }

    pub(crate) fn unpack(self, index: &Index, budget: &Budget) -> Result<Values, Stopped> {
        let mut groups = self.groups.into_iter();
        Values::new(index, self.class, |group| {
            let mut bytes = Values::buffer(group);
            let parts = groups.next().expect("all groups were packed");
            let new = || Decompressor::new().expect(FAILS);
            bytes[..group.positions()]
                .par_chunks_mut(part_len(group))
                .zip(parts)
                .try_for_each_init(new, |unpacker, (bytes, part)| {
                    budget.check(0)?;
                    let length = unpacker.decompress_to_buffer(&part, bytes).expect(FAILS);
                    assert_eq!(length, bytes.len());
                    Ok(())
                })?;
            Ok(bytes)
        })
    }
}

/// Bytes that are compressed together.
fn part_len(group: &Group) -> usize {
    blocks_per_task(group) * group.lanes
}
