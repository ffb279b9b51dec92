//! The census of a class: how many positions have each value.

use quixotic_game::Outcome;

use crate::encoding::Scale;

/// Counts values of blocks, by the number of images that their rings have.
pub(crate) struct Counter {
    /// By the binary logarithm of the images: 1, 2, 4 or 8. Two counters in
    /// turn, so that a run of equal values does not wait for one of them.
    counts: Box<[[[u32; 256]; 2]; 4]>,
}

impl Counter {
    pub(crate) fn new() -> Counter {
        Counter {
            counts: Box::new([[[0; 256]; 2]; 4]),
        }
    }

    /// Counts a block whose ring has that many images.
    pub(crate) fn count(&mut self, values: &[u8], images: usize) {
        let [even, odd] = &mut self.counts[images.ilog2() as usize];
        let (pairs, rest) = values.as_chunks::<2>();
        for &[first, second] in pairs {
            even[usize::from(first)] += 1;
            odd[usize::from(second)] += 1;
        }
        for &value in rest {
            even[usize::from(value)] += 1;
        }
    }

    pub(crate) fn finish(&self) -> Census {
        let mut census = Census::EMPTY;
        for (log, [even, odd]) in self.counts.iter().enumerate() {
            for (total, (even, odd)) in census.0.iter_mut().zip(even.iter().zip(odd)) {
                *total += u64::from(even + odd) << log;
            }
        }
        census
    }
}

/// How many positions of a class, or of several, have each value byte, with all
/// their mirror images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Census([u64; 256]);

impl Census {
    pub(crate) const EMPTY: Census = Census([0; 256]);

    pub(crate) fn set(&mut self, value: u8, count: u64) {
        self.0[usize::from(value)] = count;
    }

    pub(crate) fn get(&self, value: u8) -> u64 {
        self.0[usize::from(value)]
    }

    /// The values that occur, ascending, with their counts.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u8, u64)> + '_ {
        (0..=255).zip(self.0).filter(|&(_, count)| count > 0)
    }

    #[must_use]
    pub(crate) fn plus(mut self, other: &Census) -> Census {
        for (count, other) in self.0.iter_mut().zip(other.0) {
            *count += other;
        }
        self
    }

    /// How many positions have that outcome.
    pub(crate) fn outcome(&self, outcome: Outcome) -> u64 {
        // The outcome of a byte is the same in every scale.
        let of_outcome = |&(value, _): &(u8, u64)| Scale::Moves.decode(value).outcome() == outcome;
        self.entries()
            .filter(of_outcome)
            .map(|(_, count)| count)
            .sum()
    }
}
