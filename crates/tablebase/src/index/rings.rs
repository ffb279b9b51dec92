//! Rings: the patterns of the border cells, one for each orbit under the eight
//! symmetries.
//!
//! A ring is *canonical* if its pattern is the smallest of its images: 5,391,522
//! of 43,046,721 on 5×5. Canonical rings are kept in groups by their counts,
//! because everything about a block but its contents follows from the group.

use std::ops::Range;
use std::thread;

use quixotic_quixo::Symmetry;

use super::geometry::Geometry;
use super::pattern::{MINE, Pattern, THEIRS, contents, counts, patterns};
use super::{Counts, GridMap};

/// The canonical rings, in groups by counts, each group in ascending order.
#[derive(Debug)]
pub struct Rings {
    cells: usize,
    images: Images,
    groups: GridMap<Vec<Pattern>>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingTiles {
    pub mine: u32,
    pub theirs: u32,
}

impl RingTiles {
    /// The tiles of a part of the ring that starts at place `first`.
    fn new(contents: &[u8], first: usize) -> RingTiles {
        let of = |symbol| {
            let places = (0..contents.len()).filter(|&place| contents[place] == symbol);
            places.fold(0, |set, place| set | 1 << (first + place))
        };
        RingTiles {
            mine: of(MINE),
            theirs: of(THEIRS),
        }
    }
}

impl Rings {
    pub fn new(geometry: &Geometry) -> Rings {
        let cells = geometry.ring.len();
        let images = Images::new(geometry);
        let highs = patterns(cells) / images.low_patterns;
        let found = in_parts(highs, |highs| {
            let mut groups: GridMap<Vec<Pattern>> = GridMap::new(cells as u8, |_| Vec::new());
            for high in highs {
                for low in 0..images.low_patterns {
                    let ring = high * images.low_patterns + low;
                    if images.is_canonical(ring, low as usize, high as usize) {
                        groups[images.counts(ring)].push(ring);
                    }
                }
            }
            groups
        });
        let mut groups = GridMap::new(cells as u8, |_| Vec::new());
        for counts in Counts::within(cells as u8) {
            let parts = found.iter().map(|part| part[counts].as_slice());
            groups[counts] = parts.collect::<Vec<_>>().concat();
        }
        Rings {
            cells,
            images,
            groups,
        }
    }

    /// Cells of the ring.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many canonical rings there are.
    pub fn len(&self) -> usize {
        self.groups.values().map(Vec::len).sum()
    }

    /// The canonical rings with those counts.
    pub fn group(&self, counts: Counts) -> &[Pattern] {
        &self.groups[counts]
    }

    /// The tiles on a ring.
    pub fn counts(&self, ring: Pattern) -> Counts {
        self.images.counts(ring)
    }

    /// The places of the tiles on a ring.
    pub fn tiles(&self, ring: Pattern) -> RingTiles {
        let (low, high) = self.images.halves(ring);
        let (low, high) = (self.images.low_tiles[low], self.images.high_tiles[high]);
        RingTiles {
            mine: low.mine | high.mine,
            theirs: low.theirs | high.theirs,
        }
    }

    /// Finds a ring by binary search; [`RingTable`] is faster, and large.
    pub fn find(&self, ring: Pattern) -> RingId {
        let (canonical, symmetry) = self.images.canonical(ring);
        let number = self
            .group(self.counts(ring))
            .binary_search(&canonical)
            .expect("every ring has a canonical image") as u32;
        RingId { number, symmetry }
    }

    /// How many rings are images of this one: 8 unless it is symmetric.
    pub fn orbit(&self, ring: Pattern) -> usize {
        let fixed = |&symmetry: &Symmetry| self.images.image(ring, symmetry) == ring;
        Symmetry::COUNT / Symmetry::all().filter(fixed).count()
    }
}

/// The answers for the parts of a range of numbers, in order, on as many threads as the
/// machine has, and on this one where there are no threads.
fn in_parts<T: Send>(numbers: u32, work: impl Fn(Range<u32>) -> T + Sync) -> Vec<T> {
    /// Fewer are done before a thread has begun.
    const LEAST: u32 = 512;
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u32);
    let part = numbers.div_ceil(threads).max(LEAST);
    let mut parts = (0..numbers)
        .step_by(part as usize)
        .map(|start| start..numbers.min(start + part));
    let work = &work;
    thread::scope(|scope| {
        let first = parts.next();
        let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let first = first.map(work);
        let others = others.into_iter().map(|other| match other.join() {
            Ok(found) => found,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        first.into_iter().chain(others).collect()
    })
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

    /// Memory that the table takes.
    pub fn bytes(rings: &Rings) -> u64 {
        u64::from(patterns(rings.cells)) * size_of::<u32>() as u64
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

/// Images of ring patterns under the symmetries, each the sum of the images of
/// the low and the high half of the digits.
#[derive(Debug)]
struct Images {
    low_patterns: Pattern,
    low: [Vec<Pattern>; Symmetry::COUNT],
    high: [Vec<Pattern>; Symmetry::COUNT],
    low_counts: Vec<Counts>,
    high_counts: Vec<Counts>,
    low_tiles: Vec<RingTiles>,
    high_tiles: Vec<RingTiles>,
}

impl Images {
    fn new(geometry: &Geometry) -> Images {
        let cells = geometry.ring.len();
        let low_cells = cells / 2;
        let half = |first: usize, cells: usize| {
            std::array::from_fn(|symmetry| {
                let place = &geometry.ring_symmetry[symmetry];
                (0..patterns(cells))
                    .map(|half| {
                        let digits = contents(half, cells);
                        (0..cells)
                            .map(|i| Pattern::from(digits[i]) * patterns(place[first + i]))
                            .sum()
                    })
                    .collect()
            })
        };
        let half_counts = |cells| {
            (0..patterns(cells))
                .map(|half| counts(&contents(half, cells)))
                .collect()
        };
        let half_tiles = |first, cells| {
            (0..patterns(cells))
                .map(|half| RingTiles::new(&contents(half, cells), first))
                .collect()
        };
        Images {
            low_tiles: half_tiles(0, low_cells),
            high_tiles: half_tiles(low_cells, cells - low_cells),
            low_patterns: patterns(low_cells),
            low: half(0, low_cells),
            high: half(low_cells, cells - low_cells),
            low_counts: half_counts(low_cells),
            high_counts: half_counts(cells - low_cells),
        }
    }

    fn halves(&self, ring: Pattern) -> (usize, usize) {
        let low = ring % self.low_patterns;
        let high = ring / self.low_patterns;
        (low as usize, high as usize)
    }

    fn image(&self, ring: Pattern, symmetry: Symmetry) -> Pattern {
        let (low, high) = self.halves(ring);
        self.low[symmetry.index()][low] + self.high[symmetry.index()][high]
    }

    fn counts(&self, ring: Pattern) -> Counts {
        let (low, high) = self.halves(ring);
        let (low, high) = (self.low_counts[low], self.high_counts[high]);
        Counts::new(low.mine + high.mine, low.theirs + high.theirs)
    }

    /// Whether a ring, given with its halves, is the smallest of its images.
    fn is_canonical(&self, ring: Pattern, low: usize, high: usize) -> bool {
        let mut images = self.low.iter().zip(&self.high);
        images.all(|(lows, highs)| lows[low] + highs[high] >= ring)
    }

    fn canonical(&self, ring: Pattern) -> (Pattern, Symmetry) {
        Symmetry::all()
            .map(|symmetry| (self.image(ring, symmetry), symmetry))
            .min()
            .expect("there are eight symmetries")
    }
}
