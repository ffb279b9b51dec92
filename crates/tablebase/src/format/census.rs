//! The census of a class: how many positions have each value.

use quixotic_game::Outcome;

use crate::encoding::Scale;

/// How many positions of a class, or of several, have each value byte, with all
/// their mirror images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census([u64; 256]);

impl From<[u64; 256]> for Census {
    /// From the counts of all values.
    fn from(counts: [u64; 256]) -> Census {
        Census(counts)
    }
}

impl Census {
    /// Nothing counted.
    pub const EMPTY: Census = Census([0; 256]);

    /// Sets the count of a value.
    pub fn set(&mut self, value: u8, count: u64) {
        self.0[usize::from(value)] = count;
    }

    /// How many positions have a value.
    pub fn get(&self, value: u8) -> u64 {
        self.0[usize::from(value)]
    }

    /// The values that occur, ascending, with their counts.
    pub fn entries(&self) -> impl Iterator<Item = (u8, u64)> + '_ {
        (0..=255).zip(self.0).filter(|&(_, count)| count > 0)
    }

    /// The counts of both.
    #[must_use]
    pub fn plus(mut self, other: &Census) -> Census {
        for (count, other) in self.0.iter_mut().zip(other.0) {
            *count += other;
        }
        self
    }

    /// How many positions have that outcome.
    pub fn outcome(&self, outcome: Outcome) -> u64 {
        // The outcome of a byte is the same in every scale.
        let of_outcome = |&(value, _): &(u8, u64)| Scale::Moves.decode(value).outcome() == outcome;
        self.entries()
            .filter(of_outcome)
            .map(|(_, count)| count)
            .sum()
    }
}

/// Reads the census and the digest of the values, which fill `bytes`.
pub(super) fn read_counts(bytes: &[u8]) -> Option<(Census, blake3::Hash)> {
    let (count, rest) = bytes.split_first_chunk::<4>()?;
    let (rest, digest) = rest.split_last_chunk::<{ blake3::OUT_LEN }>()?;
    let (entries, []) = rest.as_chunks::<9>() else {
        return None;
    };
    if entries.len() != u32::from_le_bytes(*count) as usize {
        return None;
    }
    let mut census = Census::EMPTY;
    for entry in entries {
        let (value, count) = entry.split_first()?;
        census.set(*value, u64::from_le_bytes(count.try_into().ok()?));
    }
    Some((census, blake3::Hash::from_bytes(*digest)))
}
