//! The losses of a base, packed.
//!
//! Sweeps need the base of a position again only where it is a loss: if all moves in the
//! pair lose as well, the mover chooses the longest of these losses and of those that the
//! base knows. A base that is a draw or better is part of the value from the start, and
//! from then on the value only gets better for the mover. So of the base no more is kept
//! than its losses, and most of them in half a byte.
//!
//! The record of a block: a bit for each lane, set where the base is a loss; two bytes that
//! tell how many of these losses are long; half a byte for each loss, the value less 1, or
//! 15 if it is long; a byte for each long one.

use std::sync::{Mutex, PoisonError};

use quixotic_quixo::Class;
use quixotic_tablebase::Kernel;
use quixotic_tablebase::internal::index::{Group, LaneSet};

use crate::kernel::{Scratch, Sweeping};

/// The value less 1 of half a byte that stands for a long loss.
const LONG: u8 = 15;
/// Where a block without losses starts.
const NONE: u32 = u32::MAX;

/// The losses of the base of a class, group by group.
#[derive(Default)]
pub(crate) struct BaseLosses {
    groups: Vec<GroupLosses>,
}

/// The losses of the base of a group.
struct GroupLosses {
    lanes: usize,
    /// For each block where its record starts, or [`NONE`].
    starts: Vec<u32>,
    records: Vec<u8>,
}

impl BaseLosses {
    /// Adds the losses of the next group: its records, and for each task in the order of
    /// the blocks where its blocks are in them.
    pub(super) fn push(&mut self, packer: GroupPacker, starts: &[Vec<u32>]) {
        let records = packer.records.into_inner();
        let mut records = records.unwrap_or_else(PoisonError::into_inner);
        records.shrink_to_fit();
        self.groups.push(GroupLosses {
            lanes: packer.lanes,
            starts: starts.concat(),
            records,
        });
    }

    /// Whether there are losses in a block of a group that has other moves.
    #[inline]
    pub(crate) fn has(&self, group: usize, block: usize) -> bool {
        self.groups[group].starts[block] != NONE
    }

    /// Writes the losses of a block to the first lanes of `scratch.losses`, and 0 where the
    /// base is no loss. Tells whether there are any; if not, the buffer is left as it is.
    #[inline]
    pub(crate) fn expand(
        &self,
        kernel: Kernel,
        group: usize,
        block: usize,
        scratch: &mut Scratch,
    ) -> bool {
        let group = &self.groups[group];
        let start = group.starts[block];
        if start != NONE {
            let record = &group.records[start as usize..];
            expand(kernel, record, group.lanes, scratch);
        }
        start != NONE
    }

    /// Bytes that they take, but for where they start.
    pub(super) fn bytes(&self) -> u64 {
        let records = self.groups.iter().map(|group| group.records.len());
        records.sum::<usize>() as u64
    }

    /// Bytes that they take for so many positions of a class, before they are known.
    pub(super) fn expected_bytes(class: Class, positions: u64) -> u64 {
        (positions as f64 * BaseLosses::expected(class)) as u64
    }

    /// Bytes that they take for a position of a class, before they are known: as seen on
    /// 5×5, rounded up. Who has more tiles seldom loses, and least on the levels that take the
    /// most memory: C(9,7) 0.001, C(9,8) 0.014, C(8,8) 0.02, C(8,9) 0.15, C(7,9) 0.67; C(13,10) 0.1.
    fn expected(class: Class) -> f64 {
        match i16::from(class.theirs) - i16::from(class.mine) {
            ..-1 if class.level() < 19 => 0.02,
            -1 if class.level() < 19 => 0.05,
            ..0 => 0.12,
            0 => 0.2,
            1 => 0.3,
            _ => 0.7,
        }
    }
}

/// Collects the records of a group from the tasks that make them.
pub(super) struct GroupPacker {
    lanes: usize,
    records: Mutex<Vec<u8>>,
}

/// The records of a task's blocks, until the group has them.
#[derive(Default)]
pub(super) struct TaskRecords {
    starts: Vec<u32>,
    records: Vec<u8>,
    set: LaneSet,
    losses: Vec<u8>,
}

impl GroupPacker {
    pub(super) fn new(group: &Group) -> GroupPacker {
        GroupPacker {
            lanes: group.lanes,
            records: Mutex::default(),
        }
    }

    /// Takes the records of a task; returns where those of its blocks start.
    pub(super) fn take(&self, task: &mut TaskRecords) -> Vec<u32> {
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        let first = records.len();
        records.extend_from_slice(&task.records);
        // The largest group of 5×5 has some 430 million positions, and its records take less
        // than two bytes for each.
        let end = u32::try_from(records.len()).expect("the records of a group fit into 4 GiB");
        drop(records);
        task.records.clear();
        let first = end - (end as usize - first) as u32;
        let moved = |start| if start == NONE { NONE } else { first + start };
        task.starts.drain(..).map(moved).collect()
    }
}

impl TaskRecords {
    /// Adds a block of a base.
    pub(super) fn add(&mut self, kernel: Kernel, base: &[u8]) {
        self.losses.clear();
        kernel.pack_losses(base, &mut self.set, &mut self.losses);
        if self.losses.is_empty() {
            self.starts.push(NONE);
            return;
        }
        self.starts.push(self.records.len() as u32);
        for word in self.set.words() {
            self.records.extend(word.to_le_bytes());
        }
        let long = |loss: &&u8| **loss > LONG;
        let count = self.losses.iter().filter(long).count() as u16;
        self.records.extend(count.to_le_bytes());
        let half = |loss: u8| (loss - 1).min(LONG);
        let (pairs, last) = self.losses.as_chunks::<2>();
        let both = |&[low, high]: &[u8; 2]| half(low) | half(high) << 4;
        self.records.extend(pairs.iter().map(both));
        self.records.extend(last.iter().map(|&loss| half(loss)));
        self.records.extend(self.losses.iter().filter(long));
    }
}

/// Unpacks the record of a block.
fn expand(kernel: Kernel, record: &[u8], lanes: usize, scratch: &mut Scratch) {
    let (set, packed) = (&mut scratch.lanes, &mut scratch.packed.0);
    let (words, record) = record.split_at(lanes.div_ceil(64) * 8);
    let (words, _) = words.as_chunks::<8>();
    set.set_words(words.iter().map(|&word| u64::from_le_bytes(word)));
    let count = set.count();
    let (long, record) = record.split_at(2);
    let (halves, record) = record.split_at(count.div_ceil(2));
    let (pairs, _) = packed.as_chunks_mut::<2>();
    for (pair, both) in pairs.iter_mut().zip(halves) {
        *pair = [(both & LONG) + 1, (both >> 4) + 1];
    }
    if long != [0; 2] {
        let mut long = record.iter();
        for loss in packed[..count].iter_mut().filter(|loss| **loss > LONG) {
            *loss = *long.next().expect("a byte for each long loss");
        }
    }
    let losses = &mut scratch.losses.0[..lanes];
    losses.fill(0);
    kernel.expand(&mut &packed[..count], set, losses);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quixotic_quixo::Rules;
    use quixotic_tablebase::internal::encoding::DRAW;
    use quixotic_tablebase::internal::index::Index;

    use super::*;

    /// A group with blocks of some length.
    fn group() -> Group {
        let index = Index::new(Rules::official(4).unwrap());
        let groups = index.layout(Class::new(5, 4)).groups;
        *groups.iter().max_by_key(|group| group.lanes).unwrap()
    }

    proptest! {
        #[test]
        fn what_is_packed_comes_back(seed in any::<[u8; 32]>(), share in 0..=255_u8) {
            let group = group();
            let mut random = blake3::Hasher::new_keyed(&seed).finalize_xof();
            let mut base = vec![0; 20 * group.lanes];
            random.fill(&mut base);
            // A share of short losses, from none to all.
            for value in base.iter_mut().filter(|value| **value < share) {
                *value %= 20;
            }
            for kernel in Kernel::available() {
                let packer = GroupPacker::new(&group);
                let mut task = TaskRecords::default();
                let mut starts = Vec::new();
                for blocks in base.chunks(7 * group.lanes) {
                    for block in blocks.chunks(group.lanes) {
                        task.add(kernel, block);
                    }
                    starts.push(packer.take(&mut task));
                }
                let mut losses = BaseLosses::default();
                losses.push(packer, &starts);
                let scratch = &mut Scratch::new();
                for (number, block) in base.chunks(group.lanes).enumerate() {
                    let is_loss = |value: u8| value > 0 && value < DRAW;
                    let any = losses.expand(kernel, 0, number, scratch);
                    prop_assert_eq!(any, block.iter().any(|&value| is_loss(value)));
                    for (&loss, &value) in scratch.losses.0.iter().zip(block).filter(|_| any) {
                        prop_assert_eq!(loss, if is_loss(value) { value } else { 0 });
                    }
                }
            }
        }
    }
}
