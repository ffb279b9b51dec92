//! Counting the values of a class while it is written.

use quixotic_tablebase::internal::format::Census;

/// Counts values of blocks, by the number of images that their rings have.
pub(super) struct Counter {
    /// By the binary logarithm of the images: 1, 2, 4 or 8. Two counters in
    /// turn, so that a run of equal values does not wait for one of them.
    counts: Box<[[[u32; 256]; 2]; 4]>,
}

impl Counter {
    /// Nothing counted yet.
    pub(super) fn new() -> Counter {
        Counter {
            counts: Box::new([[[0; 256]; 2]; 4]),
        }
    }

    /// Counts a block whose ring has that many images.
    pub(super) fn count(&mut self, values: &[u8], images: usize) {
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

    /// What was counted.
    pub(super) fn finish(&self) -> Census {
        let mut census = Census::EMPTY;
        for (log, [even, odd]) in self.counts.iter().enumerate() {
            for (value, (even, odd)) in (0..=u8::MAX).zip(even.iter().zip(odd)) {
                census.set(value, census.get(value) + (u64::from(even + odd) << log));
            }
        }
        census
    }
}
