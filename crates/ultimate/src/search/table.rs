//! The memory of the search: proof and disproof numbers by position.

use super::numbers::Numbers;

/// Entries that share a place, so that the one with the least work in it can go.
const WAYS: usize = 4;
/// 2^23 entries take 128 MiB. More has not made the search faster.
const MOST_BITS: u32 = 23;
const LEAST_BITS: u32 = 10;

/// The hash of a position and its numbers. The low byte of the hash does not belong
/// to it: there stands the work done, as a power of two, and 0 in an empty entry.
#[derive(Clone, Copy, Default)]
struct Entry {
    tag: u64,
    numbers: Numbers,
}

impl Entry {
    const WORK: u64 = 0xff;

    fn is_of(&self, hash: u64) -> bool {
        (self.tag ^ hash) & !Entry::WORK == 0 && self.tag & Entry::WORK != 0
    }
}

/// A hash table of fixed size.
pub(super) struct Table {
    entries: Vec<[Entry; WAYS]>,
}

impl Table {
    /// A table for a search of that many nodes.
    pub(super) fn new(nodes: u64) -> Table {
        let bits = (u64::BITS - nodes.leading_zeros()).clamp(LEAST_BITS, MOST_BITS);
        Table {
            entries: vec![[Entry::default(); WAYS]; (1 << bits) / WAYS],
        }
    }

    fn place(&self, hash: u64) -> usize {
        (hash >> 8) as usize & (self.entries.len() - 1)
    }

    pub(super) fn get(&self, hash: u64) -> Option<Numbers> {
        let ways = &self.entries[self.place(hash)];
        let entry = ways.iter().find(|entry| entry.is_of(hash))?;
        Some(entry.numbers)
    }

    /// Keeps the numbers of a position in which that many nodes were spent.
    pub(super) fn put(&mut self, hash: u64, numbers: Numbers, nodes: u64) {
        let place = self.place(hash);
        let ways = &mut self.entries[place];
        let at = (0..WAYS)
            .find(|&way| ways[way].is_of(hash))
            .or_else(|| (0..WAYS).min_by_key(|&way| ways[way].tag & Entry::WORK))
            .expect("there are some");
        let work = u64::from(u64::BITS - nodes.leading_zeros());
        ways[at] = Entry {
            tag: hash & !Entry::WORK | work,
            numbers,
        };
    }
}
