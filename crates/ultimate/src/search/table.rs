//! The memory of the search: proof and disproof numbers by position.

use super::numbers::Numbers;

/// Entries that share a place, so that the one with the least work in it can go.
const WAYS: usize = 4;
/// 2^23 entries take 128 MiB. More has not made the search faster.
const MOST_BITS: u32 = 23;
const LEAST_BITS: u32 = 10;

/// The hash of a position, its proof and its disproof number. The low byte of the hash does not
/// belong to it: there stands the work done, as a power of two, and 0 in an empty entry.
///
/// A tuple, since a `vec!` of such zeros is memory that the system clears when it is first used, and a
/// short search uses little of its table.
type Entry = (u64, u32, u32);

const WORK: u64 = 0xff;

fn is_of(entry: Entry, hash: u64) -> bool {
    (entry.0 ^ hash) & !WORK == 0 && entry.0 & WORK != 0
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
            entries: vec![[(0, 0, 0); WAYS]; (1 << bits) / WAYS],
        }
    }

    fn place(&self, hash: u64) -> usize {
        (hash >> 8) as usize & (self.entries.len() - 1)
    }

    pub(super) fn get(&self, hash: u64) -> Option<Numbers> {
        let ways = &self.entries[self.place(hash)];
        let (_, proof, disproof) = *ways.iter().find(|entry| is_of(**entry, hash))?;
        Some(Numbers { proof, disproof })
    }

    /// Keeps the numbers of a position in which that many nodes were spent.
    pub(super) fn put(&mut self, hash: u64, numbers: Numbers, nodes: u64) {
        let place = self.place(hash);
        let ways = &mut self.entries[place];
        let at = (0..WAYS)
            .find(|&way| is_of(ways[way], hash))
            .or_else(|| (0..WAYS).min_by_key(|&way| ways[way].0 & WORK))
            .expect("there are some");
        let work = u64::from(u64::BITS - nodes.leading_zeros());
        ways[at] = (hash & !WORK | work, numbers.proof, numbers.disproof);
    }
}
