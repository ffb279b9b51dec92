//! The layout of a class, and the way from a board to its place in it.

use quixotic_quixo::{Board, Cell, Class, Rules};

use super::Counts;
use super::decided::Decided;
use super::geometry::Geometry;
use super::lanes::Lanes;
use super::pattern::{EMPTY, MINE, Pattern, THEIRS, digits, pattern};
use super::rings::Rings;

/// Everything about stored positions that follows from the rules.
#[derive(Debug)]
pub struct Index {
    /// Ring and core.
    pub geometry: Geometry,
    /// The core patterns.
    pub lanes: Lanes,
    /// The ring patterns.
    pub rings: Rings,
    /// What a look one ply ahead decides.
    pub decided: Decided,
}

/// How a class is stored: its groups in ascending order of their ring counts.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The groups.
    pub groups: Vec<Group>,
}

/// The blocks of a class whose rings have the same counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Tiles on the ring.
    pub ring: Counts,
    /// Tiles in the core.
    pub core: Counts,
    /// Blocks in the group: canonical rings with those counts.
    pub blocks: usize,
    /// Lanes in each block: core patterns with those counts.
    pub lanes: usize,
}

impl Layout {
    /// The number of the group with those ring counts.
    pub fn number(&self, ring: Counts) -> Option<usize> {
        self.groups
            .binary_search_by_key(&ring, |group| group.ring)
            .ok()
    }

    /// Stored positions.
    pub fn positions(&self) -> u64 {
        self.groups
            .iter()
            .map(|group| group.positions() as u64)
            .sum()
    }
}

impl Group {
    /// Stored positions.
    pub fn positions(&self) -> usize {
        self.blocks * self.lanes
    }

    /// The place of a stored position, by its number in the group.
    pub fn place(&self, number: usize) -> Place {
        Place {
            ring: self.ring,
            block: number / self.lanes,
            lane: number % self.lanes,
        }
    }
}

/// Where a position is stored in its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Tiles on the ring, which name the group.
    pub ring: Counts,
    /// The block in the group.
    pub block: usize,
    /// The lane in the block.
    pub lane: usize,
}

impl Index {
    /// The largest board whose rings fit into a [`Pattern`] and into tables.
    pub const MAX_SIZE: u8 = 5;

    /// The index of these rules.
    ///
    /// # Panics
    /// If the board is larger than [`Index::MAX_SIZE`].
    pub fn new(rules: Rules) -> Index {
        assert!(
            rules.size() <= Index::MAX_SIZE,
            "the index is made for boards up to {0}×{0}",
            Index::MAX_SIZE
        );
        let geometry = Geometry::new(rules);
        let lanes = Lanes::new(&geometry);
        let rings = Rings::new(&geometry);
        Index {
            decided: Decided::new(rules, &geometry, &lanes),
            geometry,
            lanes,
            rings,
        }
    }

    /// The groups of a class.
    pub fn layout(&self, class: Class) -> Layout {
        let groups = Counts::within(self.rings.cells() as u8).filter_map(|ring| {
            let core = Counts::rest(class, ring)?;
            (usize::from(core.total()) <= self.lanes.cells()).then(|| Group {
                ring,
                core,
                blocks: self.rings.group_len(ring),
                lanes: self.lanes.len(core),
            })
        });
        Layout {
            groups: groups.collect(),
        }
    }

    /// Where the value of a board is stored.
    pub fn place(&self, board: Board) -> Place {
        let ring = read(board, &self.geometry.ring);
        let id = self.rings.find(ring);
        let mut core = vec![0; self.lanes.cells()];
        let moved = &self.geometry.core_symmetry[id.symmetry.index()];
        for (digit, &to) in digits(read(board, &self.geometry.core)).zip(moved) {
            core[to] = digit;
        }
        Place {
            ring: self.rings.counts(ring),
            block: id.number as usize,
            lane: usize::from(self.lanes.lane(pattern(&core))),
        }
    }

    /// The board stored at a place of a class. Who asks goes through many places, and gets
    /// the rings of the group listed.
    pub fn board(&self, class: Class, place: Place) -> Board {
        let core = Counts::rest(class, place.ring).expect("a group of the class");
        let ring = self.rings.group(place.ring)[place.block];
        let core = self.lanes.order(core)[place.lane];
        let (mut mine, mut theirs) = (0, 0);
        for (cells, part) in [(&self.geometry.ring, ring), (&self.geometry.core, core)] {
            for (&cell, digit) in cells.iter().zip(digits(part)) {
                match digit {
                    MINE => mine |= 1 << cell,
                    THEIRS => theirs |= 1 << cell,
                    _ => {}
                }
            }
        }
        Board::new(mine, theirs).expect("ring and core are disjoint")
    }
}

/// The contents of some cells as a pattern.
fn read(board: Board, cells: &[Cell]) -> Pattern {
    let digit = |&cell: &Cell| match (board.mine() >> cell & 1, board.theirs() >> cell & 1) {
        (1, _) => MINE,
        (_, 1) => THEIRS,
        _ => EMPTY,
    };
    pattern(&cells.iter().map(digit).collect::<Vec<u8>>())
}
