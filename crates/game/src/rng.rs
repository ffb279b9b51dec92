//! Random numbers that are the same everywhere and for ever.
//!
//! SplitMix64 (Steele, Lea, Flood, 2014): one word of state, and any word is a
//! good seed. It is written out here because what was drawn with a seed has to be
//! drawn again with every later version of every library.

/// A stream of random numbers that depends on nothing but its seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

/// 2⁶⁴ divided by the golden ratio, made odd.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The stream of part `part` of something that has a seed: draw 17 of a
    /// sample, say. Parts of the same seed have nothing to do with each other.
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
}

/// The output function of SplitMix64.
fn mix(mut word: u64) -> u64 {
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

    #[test]
    fn numbers_are_spread_evenly() {
        let mut counts = [0; 6];
        for part in 0..6000 {
            counts[Rng::part(7, part).below(6)] += 1;
        }
        assert!(
            counts.iter().all(|&n| (850..1150).contains(&n)),
            "{counts:?}"
        );
    }
}
