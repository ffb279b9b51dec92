//! Sets of lanes, as bits.

/// The most lanes a block can have: 9!/(3!·3!·3!) on 5×5.
pub const MAX_LANES: usize = 1680;

const WORDS: usize = MAX_LANES.div_ceil(64);

/// A set of lanes of a block; by default of one without any.
#[derive(Clone, Debug, Default)]
pub struct LaneSet {
    bits: [u64; WORDS],
    /// How many words the block's lanes take; the others are not looked at.
    words: usize,
}

impl LaneSet {
    /// No lane of a block of `lanes` lanes.
    pub fn none(lanes: usize) -> LaneSet {
        LaneSet {
            bits: [0; WORDS],
            words: lanes.div_ceil(64),
        }
    }

    /// Makes this the empty set of a block of `lanes` lanes.
    #[inline]
    pub fn clear(&mut self, lanes: usize) {
        self.words = lanes.div_ceil(64);
        self.bits[..self.words].fill(0);
    }

    /// All lanes of a block of `lanes` lanes.
    pub fn all(lanes: usize) -> LaneSet {
        let mut all = LaneSet::none(lanes);
        all.bits[..lanes / 64].fill(u64::MAX);
        if !lanes.is_multiple_of(64) {
            all.bits[lanes / 64] = (1 << (lanes % 64)) - 1;
        }
        all
    }

    /// Makes this the set of these words, 64 lanes in each.
    #[inline]
    pub fn set_words(&mut self, words: impl Iterator<Item = u64>) {
        self.words = 0;
        for (bits, word) in self.bits.iter_mut().zip(words) {
            *bits = word;
            self.words += 1;
        }
    }

    /// Makes lanes `64 * word` and the 63 that follow those of these bits.
    #[inline]
    pub fn set_word(&mut self, word: usize, bits: u64) {
        self.bits[word] = bits;
    }

    /// Adds a lane.
    pub fn insert(&mut self, lane: usize) {
        self.bits[lane / 64] |= 1 << (lane % 64);
    }

    /// Adds the lanes of a set of the same block.
    #[inline]
    pub fn add(&mut self, other: &LaneSet) {
        for (bits, other) in self.bits[..self.words].iter_mut().zip(&other.bits) {
            *bits |= other;
        }
    }

    /// The lanes that are in this set and in another one of the same block.
    #[must_use]
    pub fn and(mut self, other: &LaneSet) -> LaneSet {
        for (bits, other) in self.bits[..self.words].iter_mut().zip(&other.bits) {
            *bits &= other;
        }
        self
    }

    /// Takes out the lanes of a set of the same block.
    #[inline]
    pub fn remove(&mut self, other: &LaneSet) {
        for (bits, other) in self.bits[..self.words].iter_mut().zip(&other.bits) {
            *bits &= !other;
        }
    }

    /// Whether all lanes of another set of the same block are in this one.
    #[inline]
    pub fn contains(&self, other: &LaneSet) -> bool {
        let both = self.words().iter().zip(other.words());
        both.into_iter().all(|(bits, other)| other & !bits == 0)
    }

    /// How many lanes are in the set.
    pub fn count(&self) -> usize {
        self.words()
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether a lane is in the set.
    pub fn has(&self, lane: usize) -> bool {
        self.bits[lane / 64] >> (lane % 64) & 1 == 1
    }

    /// How many lanes before this one are in the set.
    pub fn count_below(&self, lane: usize) -> usize {
        let words = self.bits[..lane / 64].iter();
        let whole: u32 = words.map(|word| word.count_ones()).sum();
        let part = self.bits[lane / 64] & ((1 << (lane % 64)) - 1);
        (whole + part.count_ones()) as usize
    }

    /// The set, 64 lanes at a time.
    pub fn words(&self) -> &[u64] {
        &self.bits[..self.words]
    }
}
