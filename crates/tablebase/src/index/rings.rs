//! Rings: the patterns of the border cells, one for each orbit under the eight
//! symmetries.
//!
//! A ring is *canonical* if its pattern is the smallest of its images: 5,391,522
//! of 43,046,721 on 5×5. Canonical rings are kept in groups by their counts,
//! because everything about a block but its contents follows from the group.
//!
//! Who looks a position up needs a few of them, and gets them computed: the number of a
//! ring in its group is that of the first ring with its high half, plus those with a
//! lesser low half ([`Canonical`]). Who works through whole groups gets them as lists,
//! which are made when a group is first asked for.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use quixotic_quixo::Symmetry;

use super::canonical::Canonical;
use super::geometry::Geometry;
use super::images::Images;
use super::pattern::{Pattern, patterns};
use super::{Counts, GridMap};

/// The canonical rings, in groups by counts, each group in ascending order.
#[derive(Debug)]
pub struct Rings {
    cells: usize,
    images: Images,
    canonical: Canonical,
    /// By counts, the number of the first ring with each high half, and of all rings.
    firsts: GridMap<OnceLock<Vec<u32>>>,
    /// By counts, the rings.
    groups: GridMap<OnceLock<Vec<Pattern>>>,
}

/// A ring's place among the canonical rings with the same counts, and the
/// symmetry that takes the ring there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingId {
    /// Its number among them.
    pub number: u32,
    /// The symmetry that takes it there.
    pub symmetry: Symmetry,
}

/// The places of the tiles on a ring, as bit sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RingTiles {
    pub mine: u32,
    pub theirs: u32,
}

impl Rings {
    pub fn new(geometry: &Geometry) -> Rings {
        let cells = geometry.ring.len();
        let images = Images::new(geometry);
        Rings {
            cells,
            canonical: Canonical::new(&images),
            images,
            firsts: GridMap::new(cells as u8, |_| OnceLock::new()),
            groups: GridMap::new(cells as u8, |_| OnceLock::new()),
        }
    }

    /// Cells of the ring.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many canonical rings there are.
    pub fn len(&self) -> usize {
        let groups = Counts::within(self.cells as u8);
        groups.map(|counts| self.group_len(counts)).sum()
    }

    /// How many canonical rings have those counts.
    pub fn group_len(&self, counts: Counts) -> usize {
        let firsts = self.firsts(counts);
        firsts[firsts.len() - 1] as usize
    }

    /// The canonical rings with those counts, listed when they are first asked for.
    pub fn group(&self, counts: Counts) -> &[Pattern] {
        self.groups[counts].get_or_init(|| self.list(counts, 0..self.group_len(counts)))
    }

    /// Some of the canonical rings with those counts, by their numbers.
    pub fn some(&self, counts: Counts, numbers: Range<usize>) -> Cow<'_, [Pattern]> {
        match self.groups[counts].get() {
            Some(group) => Cow::Borrowed(&group[numbers]),
            None => Cow::Owned(self.list(counts, numbers)),
        }
    }

    /// The tiles on a ring.
    pub fn counts(&self, ring: Pattern) -> Counts {
        self.images.counts(ring)
    }

    /// The places of the tiles on a ring.
    pub fn tiles(&self, ring: Pattern) -> RingTiles {
        self.images.tiles(ring)
    }

    /// Finds a ring by counting; [`RingTable`] is faster, and large.
    pub fn find(&self, ring: Pattern) -> RingId {
        let (canonical, symmetry) = self.images.canonical(ring);
        let (low, high) = self.images.halves(canonical);
        let high = self.canonical.number(high);
        let first = self.firsts(self.counts(ring))[high];
        let high = &self.canonical.highs()[high];
        let below = self.canonical.lows_below(&self.images, high, low);
        RingId {
            number: first + below as u32,
            symmetry,
        }
    }

    /// How many rings are images of this one: 8 unless it is symmetric.
    pub fn orbit(&self, ring: Pattern) -> usize {
        let fixed = |&symmetry: &Symmetry| self.images.image(ring, symmetry) == ring;
        Symmetry::COUNT / Symmetry::all().filter(fixed).count()
    }

    fn firsts(&self, counts: Counts) -> &[u32] {
        self.firsts[counts].get_or_init(|| {
            let highs = self.canonical.highs().iter().enumerate();
            let with = highs.map(|(number, high)| {
                let low = counts.minus(high.counts);
                low.and_then(|low| self.canonical.completions(number, low))
            });
            let mut first = 0;
            let mut firsts: Vec<u32> = with
                .map(|rings| {
                    let this = first;
                    first += rings.map_or(0, u32::from);
                    this
                })
                .collect();
            firsts.push(first);
            firsts
        })
    }

    /// Computes the canonical rings of a group with these numbers.
    fn list(&self, counts: Counts, numbers: Range<usize>) -> Vec<Pattern> {
        let firsts = self.firsts(counts);
        // The last high half that does not begin after the first number.
        let start = firsts.partition_point(|&first| first as usize <= numbers.start) - 1;
        let highs = self.canonical.highs().get(start..).unwrap_or_default();
        let rings = highs.iter().flat_map(|high| {
            let low = counts.minus(high.counts).into_iter();
            let lows = low.flat_map(|low| self.canonical.lows(&self.images, high, low));
            lows.map(|low| self.images.ring(low, high.pattern))
        });
        let before = numbers.start - firsts[start] as usize;
        rings.skip(before).take(numbers.len()).collect()
    }
}

/// `Rings::find` for every ring, as one table (172 MB on 5×5).
pub struct RingTable {
    /// Number in the low bits, symmetry in the top three.
    entries: Vec<u32>,
}

impl RingTable {
    const SYMMETRY_SHIFT: u32 = 29;

    /// Computes the table.
    pub fn new(rings: &Rings) -> RingTable {
        let mut entries = vec![0; patterns(rings.cells) as usize];
        for counts in Counts::within(rings.cells as u8) {
            for (number, &ring) in rings.group(counts).iter().enumerate() {
                for symmetry in Symmetry::all() {
                    let image = rings.images.image(ring, symmetry);
                    let back = symmetry.inverse().index() as u32;
                    entries[image as usize] = number as u32 | back << Self::SYMMETRY_SHIFT;
                }
            }
        }
        RingTable { entries }
    }

    /// Finds a ring.
    pub fn find(&self, ring: Pattern) -> RingId {
        let entry = self.entries[ring as usize];
        RingId {
            number: entry & ((1 << Self::SYMMETRY_SHIFT) - 1),
            symmetry: Symmetry::new((entry >> Self::SYMMETRY_SHIFT) as usize),
        }
    }
}
