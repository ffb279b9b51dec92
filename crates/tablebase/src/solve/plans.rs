//! The lane maps of all turns and core shifts, compiled once.

use quixotic_quixo::Symmetry;

use super::links::{CoreShift, Kind};
use crate::index::{Counts, GridMap, Index, contents, digits, pattern, swap};
use crate::kernel::Plan;

/// The plans that the kernel follows, by core counts.
pub(crate) struct Plans {
    turns: GridMap<[Option<Plan>; Symmetry::COUNT]>,
    shifts: GridMap<Vec<Option<Plan>>>,
}

impl Plans {
    pub(crate) fn new(index: &Index) -> Plans {
        let cells = index.lanes.cells() as u8;
        Plans {
            turns: GridMap::new(cells, |core| {
                std::array::from_fn(|symmetry| turn(index, core, symmetry))
            }),
            shifts: GridMap::new(cells, |core| {
                let shifts = Kind::all(&index.geometry).map(Kind::shift);
                shifts
                    .map(|shift| shift.map(|shift| core_shift(index, core, shift)))
                    .collect()
            }),
        }
    }

    /// By symmetry, from a block's lanes as a child turned by it sees them to
    /// the block's own; `None` where nothing moves.
    pub(crate) fn turns(&self, core: Counts) -> [Option<&Plan>; Symmetry::COUNT] {
        self.turns[core].each_ref().map(Option::as_ref)
    }

    /// From the lanes of a child to the lanes of the parent as the child sees
    /// them, which have counts `seen`; `None` along the border.
    pub(crate) fn shift(&self, seen: Counts, kind: Kind) -> Option<&Plan> {
        self.shifts[seen][kind.index()].as_ref()
    }
}

fn turn(index: &Index, core: Counts, symmetry: usize) -> Option<Plan> {
    let lanes = &index.lanes;
    let places = &index.geometry.core_symmetry[symmetry];
    let seen = |core| {
        let mut turned = vec![0; lanes.cells()];
        for (digit, &place) in digits(core).zip(places) {
            turned[place] = digit;
        }
        swap(pattern(&turned), lanes.cells())
    };
    let pairs: Vec<(u16, u16)> = lanes
        .order(core)
        .iter()
        .map(|&core| (lanes.lane(core), lanes.lane(seen(core))))
        .collect();
    let moves = pairs.iter().any(|(target, source)| target != source);
    moves.then(|| Plan::new(pairs))
}

fn core_shift(index: &Index, seen: Counts, shift: CoreShift) -> Plan {
    let lanes = &index.lanes;
    let path = &index.geometry.crossings[shift.crossing].path;
    let pairs = lanes.order(seen).iter().filter_map(|&core| {
        let before = contents(core, lanes.cells());
        if before[path[0]] != shift.leaves {
            return None;
        }
        let mut after = before.clone();
        for step in path.windows(2) {
            after[step[0]] = before[step[1]];
        }
        after[path[path.len() - 1]] = shift.enters;
        Some((lanes.lane(core), lanes.lane(pattern(&after))))
    });
    Plan::new(pairs.collect())
}
