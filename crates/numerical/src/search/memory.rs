//! The answers found so far, in a table of fixed size that all threads share.
//!
//! A table forgets: when a bucket is full, the position with the fewest free cells
//! goes, since it is the cheapest to answer again. What it remembers is right.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Positions in a bucket: one cache line of merged keys.
const WAYS: usize = 8;
/// Locks of the table of exact keys.
const LOCKS: usize = 1 << 10;

/// A table of merged keys. An entry is a key with its lowest bits replaced by the
/// answer (1 bit) and the number of free cells (5 bits); 0 is no entry.
pub(super) struct Merged {
    entries: Vec<AtomicU64>,
}

const TAG: u64 = 63;

impl Merged {
    /// A table of about so many bytes.
    pub(super) fn new(bytes: usize) -> Merged {
        let entries = (bytes / 8).next_power_of_two();
        Merged {
            entries: (0..entries).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let buckets = self.entries.len() / WAYS;
        let start = (key >> 6) as usize % buckets * WAYS;
        &self.entries[start..start + WAYS]
    }

    pub(super) fn get(&self, key: u64) -> Option<bool> {
        let entries = self.bucket(key).iter();
        let mut entries = entries.map(|entry| entry.load(Ordering::Relaxed));
        let found = entries.find(|entry| (entry ^ key) & !TAG == 0)?;
        Some(found & 1 == 1)
    }

    pub(super) fn put(&self, key: u64, free: u32, answer: bool) {
        let new = key & !TAG | u64::from(free) << 1 | u64::from(answer);
        let bucket = self.bucket(key);
        let age = |entry: &&AtomicU64| entry.load(Ordering::Relaxed) & (TAG - 1);
        // An empty place has no free cells at all, and so comes first.
        let place = bucket.iter().min_by_key(age).expect("a bucket has places");
        place.store(new, Ordering::Relaxed);
    }
}

/// A table of exact keys. An entry is a key with the answer in bit 127; 0 is none,
/// as a key holds at least one useful number.
pub(super) struct Exact {
    shards: Vec<Mutex<Vec<u128>>>,
}

const ANSWER: u128 = 1 << 127;

impl Exact {
    /// A table of about so many bytes.
    pub(super) fn new(bytes: usize) -> Exact {
        let entries = (bytes / 16).next_power_of_two() / LOCKS;
        let shard = |_| Mutex::new(vec![0; entries.max(WAYS)]);
        Exact {
            shards: (0..LOCKS).map(shard).collect(),
        }
    }

    /// Does something with the bucket of a key.
    fn with_bucket<T>(&self, key: u128, work: impl FnOnce(&mut [u128]) -> T) -> T {
        let mut hash = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
        hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^= hash >> 29;
        let shard = &self.shards[hash as usize % LOCKS];
        let mut entries = shard.lock().expect("no thread panics with the lock");
        let buckets = entries.len() / WAYS;
        let start = (hash >> 32) as usize % buckets * WAYS;
        work(&mut entries[start..start + WAYS])
    }

    pub(super) fn get(&self, key: u128) -> Option<bool> {
        self.with_bucket(key, |bucket| {
            let found = bucket.iter().find(|&&entry| entry & !ANSWER == key)?;
            Some(found & ANSWER != 0)
        })
    }

    pub(super) fn put(&self, key: u128, answer: bool) {
        self.with_bucket(key, |bucket| {
            // The lowest bits of a key are the number of free cells.
            let place = bucket.iter_mut().min_by_key(|entry| **entry & 15);
            *place.expect("a bucket has places") = if answer { key | ANSWER } else { key };
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_until_fuller_boards_make_room() {
        let table = Merged::new(WAYS * 8);
        let key = |i: u64| i << 6 | 1 << 63;
        for i in 0..WAYS as u64 {
            table.put(key(i), 8, i % 2 == 0);
        }
        for i in 0..WAYS as u64 {
            assert_eq!(table.get(key(i)), Some(i % 2 == 0));
        }
        table.put(key(100), 5, true);
        table.put(key(101), 9, true);
        assert_eq!(
            (table.get(key(100)), table.get(key(101))),
            (None, Some(true))
        );
    }

    #[test]
    fn exact_keys_are_told_apart_by_every_bit() {
        let table = Exact::new(1 << 20);
        let key = 0x1234_5678_9abc_def0_1122_3344_5566_7788_u128;
        table.put(key, true);
        assert_eq!(table.get(key), Some(true));
        for bit in 0..120 {
            assert_eq!(table.get(key ^ 1 << bit), None, "{bit}");
        }
    }
}
