//! Random numbers that are the same everywhere and for ever.
//!
//! SplitMix64 (Steele, Lea, Flood, 2014): one word of state, and any word is a
//! good seed. It is written out here because what was drawn with a seed has to be
//! drawn again with every later version of every library.

use serde::{Deserialize, Serialize};

/// A stream of random numbers that depends on nothing but its seed. What is saved
/// of it goes on where it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rng(u64);

/// 2⁶⁴ divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The stream of part `part` of something that has a seed: draw 17 of a
    /// sample or game 17 of a match, say. Parts of the same seed have nothing to do with each other.
    pub fn part(seed: u64, part: u64) -> Rng {
        Rng(mix(
            mix(seed.wrapping_add(GOLDEN)) ^ part.wrapping_mul(GOLDEN)
        ))
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number below `bound`, all equally likely (to one part in 2⁶⁴ / bound).
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 up to 1, which is left out.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of the items, all equally likely; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}

/// The output function of SplitMix64: spreads what differs between words over all
/// their bits. Good for hashing too.
pub fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_that_of_the_published_algorithm() {
        // The first outputs for seed 1234567, as given with the reference code.
        let mut rng = Rng::new(1_234_567);
        let words = [rng.word(), rng.word(), rng.word()];
        assert_eq!(
            words,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    fn assert_even(counts: [u32; 6]) {
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
    }

    #[test]
    fn numbers_are_spread_evenly() {
        let mut rng = Rng::new(7);
        let (mut of_one, mut of_parts) = ([0; 6], [0; 6]);
        for part in 0..6000 {
            of_one[rng.below(6)] += 1;
            of_parts[Rng::part(7, part).below(6)] += 1;
        }
        assert_even(of_one);
        assert_even(of_parts);
        let units: Vec<f64> = (0..6000).map(|_| rng.unit()).collect();
        assert!(units.iter().all(|unit| (0.0..1.0).contains(unit)));
        let mean = units.iter().sum::<f64>() / 6000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
    }

    #[test]
    fn an_item_is_picked_if_there_is_one() {
        let mut rng = Rng::new(1);
        assert_eq!(rng.pick::<u8>(&[]), None);
        let picked: std::collections::HashSet<_> = (0..50).map(|_| rng.pick(&[3, 4])).collect();
        assert_eq!(picked, [Some(3), Some(4)].into());
    }
}
