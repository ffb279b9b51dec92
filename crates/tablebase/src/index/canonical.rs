//! Which rings are canonical, and how many, without looking at each.
//!
//! A ring has 4k places, k being the cells of a side without one of its corners. Read it
//! from its most significant digit, place 4k−1, down to place 0. Its images are the same
//! digits read from other places: down from 3k−1, 2k−1 and k−1, and up from 1, k+1, 2k+1
//! and 3k+1, round and round. A ring is canonical if no reading is smaller than its own.
//!
//! The first k digits, a *word*, nearly always tell. Cut the ring into a high half (places
//! 2k and up), which holds its own first word, and a low half. Then of the other words
//!
//! - those down from 3k−1 and up from 2k+1 belong to the high half. The first of them may be
//!   equal to the ring's own if the words of the low half are greater: one of those is next.
//!   If the second is, the ring is its own mirror image so far, and goes on with the corners
//!   0 and 2k and the words after them, which the low half holds;
//! - those down from 2k−1 and k−1 and up from 1 to the low half, and the one up from k+1
//!   but for its last digit, the corner 2k. The least of these four is a number that
//!   depends on the low half and that corner;
//! - the one up from 3k+1 to the high half, but for its last digit, corner 0. If the rest
//!   is equal to the ring's own digits, that corner and the word after it, which the low
//!   half holds, are compared with what follows in the ring's own reading.
//!
//! So a high half and a low half have few numbers to compare. Only when words are equal
//! the whole ring is looked at. How many low halves complete a high half is, without such
//! ties, a sum that all high halves with the same first word and corner share.

use std::cmp::{Ordering, Reverse};

use super::images::Images;
use super::pattern::{contents, patterns};
use super::{Counts, GridMap};

/// The number that some digits make, the first being the most significant.
fn word(digits: impl IntoIterator<Item = u8>) -> i16 {
    let digits = digits.into_iter();
    digits.fold(0, |word, digit| word * 3 + i16::from(digit))
}

/// A high half that some low half completes to a canonical ring.
#[derive(Debug)]
pub(super) struct High {
    /// Its pattern.
    pub(super) pattern: usize,
    /// Its tiles.
    pub(super) counts: Counts,
    /// The corner 2k.
    corner: usize,
    /// The first word of the ring: no word of the low half may be less.
    first: i16,
    /// What must not be more than what the low half makes of the reading up from 3k+1; −1
    /// if that is greater already.
    next: i16,
    /// Whether the word up from 2k+1 is equal to the first.
    is_mirrored: bool,
}

impl High {
    /// A high half of 2k places; `None` if a reading of it is smaller.
    fn new(pattern: usize, k: usize, counts: Counts) -> Option<High> {
        let places = contents(pattern as u32, 2 * k);
        // The place 2k + i of the ring is place i of this half.
        let first = word(places[k..].iter().rev().copied());
        let second = word(places[..k].iter().rev().copied());
        let up = word(places[1..=k].iter().copied());
        let last = word(places[k + 1..].iter().copied());
        if second < first || up < first || last < first / 3 {
            return None;
        }
        let next = match last == first / 3 {
            true => first % 3 * patterns(k) as i16 + second,
            false => -1,
        };
        Some(High {
            pattern,
            counts,
            corner: usize::from(places[0]),
            first,
            next,
            is_mirrored: up == first,
        })
    }
}

/// What is to be known about the low halves.
#[derive(Debug)]
struct Lows {
    /// By the corner 2k and the pattern, the least word.
    least: [Vec<i16>; 3],
    /// By pattern, what follows in the reading up from 3k+1.
    next: Vec<i16>,
    /// By the corner 2k and the pattern, how the reading up from 2k+1 goes on, compared to
    /// the ring's own, where the high half is its own mirror image.
    mirrored: [Vec<Ordering>; 3],
    /// The patterns with those counts, ascending.
    by_counts: GridMap<Vec<u16>>,
}

impl Lows {
    fn new(k: usize, counts: &[Counts]) -> Lows {
        let mut by_counts = GridMap::new(2 * k as u8, |_| Vec::new());
        let mut least: [Vec<i16>; 3] = Default::default();
        let mut mirrored: [Vec<Ordering>; 3] = Default::default();
        let mut next = Vec::new();
        for (pattern, &counts) in counts.iter().enumerate() {
            by_counts[counts].push(pattern as u16);
            let places = contents(pattern as u32, 2 * k);
            let up = word(places[1..=k].iter().copied());
            let down = [&places[..k], &places[k..]].map(|half| word(half.iter().rev().copied()));
            let crossing = word(places[k + 1..].iter().copied()) * 3;
            let after_corner = |corner: i16, word: i16| corner * patterns(k) as i16 + word;
            next.push(after_corner(places[0].into(), up));
            for (corner, (least, mirrored)) in (0..).zip(least.iter_mut().zip(&mut mirrored)) {
                least.push(up.min(down[0]).min(down[1]).min(crossing + corner));
                mirrored.push(next[pattern].cmp(&after_corner(corner, down[1])));
            }
        }
        Lows {
            least,
            next,
            mirrored,
            by_counts,
        }
    }
}

/// The canonical rings, as high halves and the low halves that complete them.
#[derive(Debug)]
pub(super) struct Canonical {
    /// The high halves, ascending.
    highs: Vec<High>,
    /// By pattern of a high half, how many of [`Canonical::highs`] are before it.
    before: Vec<u16>,
    lows: Lows,
    /// By high half, how many low halves with those counts complete it.
    completions: Vec<GridMap<u16>>,
}

impl Canonical {
    pub(super) fn new(images: &Images) -> Canonical {
        let counts = images.high_counts();
        // Both halves have 2k places.
        let cells = counts.iter().map(|counts| counts.total()).max();
        let k = usize::from(cells.expect("a ring has places")) / 2;
        let highs = counts.iter().enumerate();
        let highs = highs.filter_map(|(pattern, &counts)| High::new(pattern, k, counts));
        let mut canonical = Canonical {
            highs: highs.collect(),
            before: Vec::with_capacity(counts.len()),
            lows: Lows::new(k, images.low_counts()),
            completions: Vec::new(),
        };
        for pattern in 0..counts.len() {
            let highs = &canonical.highs;
            let before = highs.partition_point(|high| high.pattern < pattern);
            canonical.before.push(before as u16);
        }
        canonical.completions = canonical.count(images, k);
        canonical
    }

    /// The high halves, ascending.
    pub(super) fn highs(&self) -> &[High] {
        &self.highs
    }

    /// The number of a high half among [`Canonical::highs`].
    pub(super) fn number(&self, high: usize) -> usize {
        usize::from(self.before[high])
    }

    /// How many low halves with those counts complete a high half, given by its number.
    pub(super) fn completions(&self, high: usize, low: Counts) -> Option<u16> {
        self.completions[high].get(low).copied()
    }

    /// The low halves with those counts that complete a high half, ascending.
    pub(super) fn lows(
        &self,
        images: &Images,
        high: &High,
        low: Counts,
    ) -> impl Iterator<Item = usize> {
        let lows = self.lows.by_counts.get(low).map_or(&[][..], Vec::as_slice);
        let lows = lows.iter().map(|&low| usize::from(low));
        lows.filter(move |&low| self.completes(images, high, low))
    }

    /// How many low halves that are less than this one, and have as many tiles, complete
    /// a high half.
    pub(super) fn lows_below(&self, images: &Images, high: &High, low: usize) -> usize {
        let lows = &self.lows.by_counts[images.low_counts()[low]];
        let lows = lows.iter().map(|&low| usize::from(low));
        let below = lows.take_while(|&other| other < low);
        below
            .filter(|&low| self.completes(images, high, low))
            .count()
    }

    #[inline]
    fn completes(&self, images: &Images, high: &High, low: usize) -> bool {
        let (least, next) = (self.lows.least[high.corner][low], self.lows.next[low]);
        let mirrored = match high.is_mirrored {
            true => self.lows.mirrored[high.corner][low],
            false => Ordering::Greater,
        };
        if least < high.first || next < high.next || mirrored == Ordering::Less {
            return false;
        }
        (least > high.first && next > high.next && mirrored == Ordering::Greater)
            || images.is_canonical(low, high.pattern)
    }

    /// How many low halves complete each high half. Those with the same first word and
    /// corner differ in what their low halves have to exceed: from the greatest such number
    /// to the least, ever more low halves do.
    fn count(&self, images: &Images, k: usize) -> Vec<GridMap<u16>> {
        let counts = images.low_counts();
        let Lows { least, next, .. } = &self.lows;
        let mut lows: Vec<usize> = (0..counts.len()).collect();
        lows.sort_unstable_by_key(|&low| Reverse(next[low]));
        let mut highs: Vec<usize> = (0..self.highs.len()).collect();
        let shared = |&high: &usize| (self.highs[high].corner, self.highs[high].first);
        highs.sort_unstable_by_key(|high| (shared(high), Reverse(self.highs[*high].next)));
        let none = GridMap::new(2 * k as u8, |_| 0_u16);
        let mut completions = vec![none.clone(); highs.len()];
        for highs in highs.chunk_by(|a, b| shared(a) == shared(b)) {
            let (corner, first) = shared(&highs[0]);
            let with = |relation: Ordering| {
                let lows = lows.iter().copied();
                lows.filter(move |&low| least[corner][low].cmp(&first) == relation)
            };
            let greater: Vec<usize> = with(Ordering::Greater).collect();
            let equal: Vec<usize> = with(Ordering::Equal).collect();
            let (mut exceeding, mut sum) = (0, none.clone());
            for &number in highs {
                let high = &self.highs[number];
                while greater
                    .get(exceeding)
                    .is_some_and(|&low| next[low] > high.next)
                {
                    sum[counts[greater[exceeding]]] += 1;
                    exceeding += 1;
                }
                let (certain, unsure) = match high.is_mirrored {
                    true => (&none, &greater[..]),
                    false => (&sum, &greater[exceeding..]),
                };
                let of_high = &mut completions[number];
                of_high.clone_from(certain);
                let unsure = unsure.iter().take_while(|&&low| next[low] >= high.next);
                for &low in unsure.chain(&equal) {
                    if self.completes(images, high, low) {
                        of_high[counts[low]] += 1;
                    }
                }
            }
        }
        completions
    }
}
