//! Links: for each canonical ring, the rings that its moves lead to, or those that
//! moves lead to it from.
//!
//! Which moves are legal, and to which ring each leads, does not depend on the
//! core (a crossing push has three child rings, one for each content of the core
//! cell that leaves). So the links are computed once and serve every class.
//! Undoing a move is a push as well, the other way along the same path, so the
//! same holds of it, and what is said here of children goes for predecessors too.
//! They are sorted by the symmetry that takes the child ring to its canonical
//! form, since the solver handles the children of one symmetry together, and
//! freed of duplicates: taking either of two neighbouring own tiles and pushing
//! away from them gives the same board.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::Taken;
use rayon::prelude::*;

use crate::kernel::{CoreShift, Kind, Link};
use quixotic_tablebase::internal::index::{
    Counts, EMPTY, Geometry, GridMap, Index, MAX_RING, MINE, Pattern, RingTable, THEIRS, digits,
    pattern, patterns, swap_digit,
};

/// Which way links lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// To the positions after a move.
    Forward,
    /// To the positions before it.
    Back,
}

/// What a link does at the ends of the path it pushes along: digits as the other
/// player sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Push {
    /// What has to be at the start and is taken away.
    pub(super) takes: u8,
    /// What comes in at the end.
    pub(super) puts: u8,
}

impl Way {
    /// The push for a move that takes such a tile.
    pub(super) fn push(self, taken: Taken) -> Push {
        let (takes, puts) = match (self, taken) {
            (Way::Forward, Taken::Empty) => (EMPTY, THEIRS),
            (Way::Forward, Taken::Own) => (THEIRS, THEIRS),
            // Before the move, it was the other player's turn.
            (Way::Back, Taken::Empty) => (MINE, EMPTY),
            (Way::Back, Taken::Own) => (MINE, MINE),
        };
        Push { takes, puts }
    }

    /// The paths along the border: the crossings are the same either way.
    fn border(self, geometry: &Geometry) -> Vec<Vec<usize>> {
        let mut border = geometry.border.clone();
        if self == Way::Back {
            border.iter_mut().for_each(|path| path.reverse());
        }
        border
    }
}

/// The links of the rings of one group.
#[derive(Debug)]
pub(crate) struct GroupLinks {
    starts: Vec<u32>,
    links: Vec<Link>,
}

impl GroupLinks {
    /// The links of one ring.
    #[inline]
    pub(crate) fn of(&self, number: usize) -> &[Link] {
        &self.links[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// The links of all rings for moves that take one sort of tile.
#[derive(Debug)]
pub(crate) struct Links {
    groups: GridMap<GroupLinks>,
}

impl Links {
    /// The links of all moves that take that sort of tile.
    pub(crate) fn new(
        index: &Index,
        table: &RingTable,
        way: Way,
        taken: Taken,
        budget: &Budget,
    ) -> Result<Links, Stopped> {
        let cells = index.rings.cells() as u8;
        let moves = RingMoves {
            geometry: &index.geometry,
            table,
            push: way.push(taken),
            border: way.border(&index.geometry),
        };
        let links = Counts::within(cells).map(|counts| {
            budget.check(0)?;
            Ok(moves.group_links(index.rings.group(counts)))
        });
        let mut links = links.collect::<Result<Vec<_>, _>>()?.into_iter();
        Ok(Links {
            groups: GridMap::new(cells, |_| links.next().expect("one for each group")),
        })
    }

    /// Memory that the links of all moves take, duplicates included.
    pub(crate) fn bytes(index: &Index) -> u64 {
        let geometry = &index.geometry;
        let of_ring = geometry.border.len() + 3 * geometry.crossings.len();
        // Two of the three contents of a place can be taken; one of them, if moves are
        // undone, but there are two things to put in.
        (index.rings.len() * of_ring * size_of::<Link>()) as u64 * 2 / 3
    }

    /// The links of the rings with those counts.
    pub(crate) fn group(&self, counts: Counts) -> &GroupLinks {
        &self.groups[counts]
    }
}

/// Rings that one task handles.
const RINGS_PER_TASK: usize = 4096;

/// The moves that take one sort of tile from the ring.
struct RingMoves<'a> {
    geometry: &'a Geometry,
    table: &'a RingTable,
    push: Push,
    /// Paths along the border, in the direction of the push.
    border: Vec<Vec<usize>>,
}

impl RingMoves<'_> {
    /// The links of all rings of a group.
    fn group_links(&self, rings: &[Pattern]) -> GroupLinks {
        let parts: Vec<(Vec<u32>, Vec<Link>)> = rings
            .par_chunks(RINGS_PER_TASK)
            .map(|rings| {
                let (mut lengths, mut links) = (Vec::new(), Vec::new());
                let mut of_ring = Vec::new();
                for &ring in rings {
                    self.links(ring, &mut of_ring);
                    of_ring.sort_unstable();
                    of_ring.dedup();
                    lengths.push(of_ring.len() as u32);
                    links.append(&mut of_ring);
                }
                (lengths, links)
            })
            .collect();
        let mut starts = vec![0];
        let mut links = Vec::with_capacity(parts.iter().map(|(_, links)| links.len()).sum());
        for (lengths, part) in parts {
            for length in lengths {
                starts.push(starts[starts.len() - 1] + length);
            }
            links.extend(part);
        }
        GroupLinks { starts, links }
    }

    /// Appends the links of one ring.
    ///
    /// All digits here are as the other player sees them, and a child's pattern
    /// is found from what the move changes in the ring's.
    fn links(&self, ring: Pattern, links: &mut Vec<Link>) {
        let (geometry, Push { takes, puts }) = (self.geometry, self.push);
        let mut seen = [0; MAX_RING];
        let seen = &mut seen[..geometry.ring.len()];
        for (seen, digit) in seen.iter_mut().zip(digits(ring)) {
            *seen = swap_digit(digit);
        }
        let whole = pattern(seen);
        let change = |place: usize, digit: u8| {
            let weight = patterns(place);
            (weight * Pattern::from(digit)).wrapping_sub(weight * Pattern::from(seen[place]))
        };
        for path in &self.border {
            if seen[path[0]] == takes {
                let shifted = path.windows(2).map(|step| change(step[0], seen[step[1]]));
                let pushed = change(path[path.len() - 1], puts);
                let child = shifted.fold(whole.wrapping_add(pushed), Pattern::wrapping_add);
                links.push(Link::new(self.table.find(child), Kind::BORDER));
            }
        }
        for (number, crossing) in geometry.crossings.iter().enumerate() {
            if seen[crossing.hole] == takes {
                let pushed = whole.wrapping_add(change(crossing.end, puts));
                for leaves in 0..3 {
                    let child = pushed.wrapping_add(change(crossing.hole, leaves));
                    let child = self.table.find(child);
                    let kind = Kind::crossing(CoreShift {
                        crossing: geometry.moved_crossing(number, child.symmetry),
                        enters: seen[crossing.end],
                        leaves,
                    });
                    links.push(Link::new(child, kind));
                }
            }
        }
    }
}
