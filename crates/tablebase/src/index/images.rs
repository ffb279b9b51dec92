//! Images of ring patterns under the symmetries, each the sum of the images of the low
//! and the high half of the digits, and what else is a sum over both halves.

use quixotic_quixo::Symmetry;

use super::Counts;
use super::geometry::Geometry;
use super::pattern::{MINE, Pattern, THEIRS, patterns, sums};
use super::rings::RingTiles;

/// Tables by the low and the high half of a ring.
#[derive(Debug)]
pub(super) struct Images {
    low_patterns: Pattern,
    low: [Vec<Pattern>; Symmetry::COUNT],
    high: [Vec<Pattern>; Symmetry::COUNT],
    low_counts: Vec<Counts>,
    high_counts: Vec<Counts>,
    low_tiles: Vec<RingTiles>,
    high_tiles: Vec<RingTiles>,
}

impl Images {
    pub(super) fn new(geometry: &Geometry) -> Images {
        let cells = geometry.ring.len();
        let low_cells = cells / 2;
        let images = |first: usize, cells: usize| {
            geometry.ring_symmetry.each_ref().map(|moved| {
                sums(cells, 0, |image, place, digit| {
                    image + Pattern::from(digit) * patterns(moved[first + place])
                })
            })
        };
        let counts = |cells| sums(cells, Counts::NONE, |sum, _, digit| sum.plus_digit(digit));
        let tiles = |first: usize, cells| {
            sums(cells, RingTiles::default(), |tiles, place, digit| {
                let tile = 1 << (first + place);
                RingTiles {
                    mine: tiles.mine | if digit == MINE { tile } else { 0 },
                    theirs: tiles.theirs | if digit == THEIRS { tile } else { 0 },
                }
            })
        };
        let high_cells = cells - low_cells;
        Images {
            low_patterns: patterns(low_cells),
            low: images(0, low_cells),
            high: images(low_cells, high_cells),
            low_counts: counts(low_cells),
            high_counts: counts(high_cells),
            low_tiles: tiles(0, low_cells),
            high_tiles: tiles(low_cells, high_cells),
        }
    }

    /// The low and the high half of a ring.
    pub(super) fn halves(&self, ring: Pattern) -> (usize, usize) {
        let low = ring % self.low_patterns;
        let high = ring / self.low_patterns;
        (low as usize, high as usize)
    }

    /// The ring with these halves.
    pub(super) fn ring(&self, low: usize, high: usize) -> Pattern {
        high as Pattern * self.low_patterns + low as Pattern
    }

    pub(super) fn image(&self, ring: Pattern, symmetry: Symmetry) -> Pattern {
        let (low, high) = self.halves(ring);
        self.low[symmetry.index()][low] + self.high[symmetry.index()][high]
    }

    pub(super) fn counts(&self, ring: Pattern) -> Counts {
        let (low, high) = self.halves(ring);
        let (low, high) = (self.low_counts[low], self.high_counts[high]);
        Counts::new(low.mine + high.mine, low.theirs + high.theirs)
    }

    /// The tiles of each low half.
    pub(super) fn low_counts(&self) -> &[Counts] {
        &self.low_counts
    }

    /// The tiles of each high half.
    pub(super) fn high_counts(&self) -> &[Counts] {
        &self.high_counts
    }

    /// The places of the tiles on a ring.
    pub(super) fn tiles(&self, ring: Pattern) -> RingTiles {
        let (low, high) = self.halves(ring);
        let (low, high) = (self.low_tiles[low], self.high_tiles[high]);
        RingTiles {
            mine: low.mine | high.mine,
            theirs: low.theirs | high.theirs,
        }
    }

    /// Whether the ring with these halves is the smallest of its images.
    pub(super) fn is_canonical(&self, low: usize, high: usize) -> bool {
        let ring = self.ring(low, high);
        let mut images = self.low.iter().zip(&self.high);
        images.all(|(lows, highs)| lows[low] + highs[high] >= ring)
    }

    /// The smallest image of a ring, and a symmetry that leads to it.
    pub(super) fn canonical(&self, ring: Pattern) -> (Pattern, Symmetry) {
        Symmetry::all()
            .map(|symmetry| (self.image(ring, symmetry), symmetry))
            .min()
            .expect("there are eight symmetries")
    }
}
