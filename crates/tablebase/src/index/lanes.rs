//! Lanes: the core patterns with given counts, in the order in which a block
//! stores them.
//!
//! The order is that of the pattern numbers, in which the corners weigh most and
//! the centre least. Turning or shifting a core then moves lanes over short
//! distances, so that a vector of lanes draws on few others. Among the orders
//! that were tried, this one needs the fewest steps (see docs/benchmarks.md).
//!
//! Child positions are seen by the other player. The lanes of (b,a) are
//! therefore the colour-swapped lanes of (a,b) in the same order, so that a
//! colour swap costs nothing unless a = b.

use super::geometry::Geometry;
use super::pattern::{Pattern, digits, pattern, patterns, sums, swap_digit};
use super::{Counts, GridMap};

/// The lane order of every pair of core counts.
#[derive(Debug)]
pub struct Lanes {
    cells: usize,
    /// The core patterns with those counts, in lane order.
    orders: GridMap<Vec<Pattern>>,
    /// The lane of each core pattern among those with its counts.
    lane: Vec<u16>,
}

impl Lanes {
    pub fn new(geometry: &Geometry) -> Lanes {
        let cells = geometry.core.len();
        let mut orders = GridMap::new(cells as u8, |_| Vec::new());
        let counts = sums(cells, Counts::NONE, |sum, _, digit| sum.plus_digit(digit));
        for (core, counts) in (0..).zip(counts) {
            if counts.mine >= counts.theirs {
                orders[counts].push(core);
            }
        }
        let swaps = sums(cells, 0, |sum, cell, digit| {
            sum + Pattern::from(swap_digit(digit)) * patterns(cell)
        });
        for counts in Counts::within(cells as u8) {
            if counts.mine > counts.theirs {
                let swapped = |&core: &Pattern| swaps[core as usize];
                orders[counts.swapped()] = orders[counts].iter().map(swapped).collect();
            }
        }
        let mut lane = vec![0; patterns(cells) as usize];
        for counts in Counts::within(cells as u8) {
            for (number, &core) in orders[counts].iter().enumerate() {
                lane[core as usize] = number as u16;
            }
        }
        Lanes {
            cells,
            orders,
            lane,
        }
    }

    /// Cells of the core.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many core patterns have those counts.
    pub fn len(&self, counts: Counts) -> usize {
        self.orders[counts].len()
    }

    /// The core patterns with those counts, in lane order.
    pub fn order(&self, counts: Counts) -> &[Pattern] {
        &self.orders[counts]
    }

    /// The lane of a core pattern.
    pub fn lane(&self, core: Pattern) -> u16 {
        self.lane[core as usize]
    }
}

/// A core pattern seen by the other player.
pub fn swap(core: Pattern, cells: usize) -> Pattern {
    let swapped: Vec<u8> = digits(core).take(cells).map(swap_digit).collect();
    pattern(&swapped)
}
