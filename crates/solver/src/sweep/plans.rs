//! The lane maps of all turns and core shifts, compiled once.

use quixotic_quixo::Symmetry;
use quixotic_tablebase::Kernel;

use crate::kernel::{CoreShift, Kind, Plan, ShortPlan, VECTOR};
use quixotic_tablebase::internal::index::{
    Counts, GridMap, Index, contents, digits, pattern, swap,
};

/// The plans that the kernel follows, by core counts.
pub(crate) struct Plans {
    turns: GridMap<Vec<Option<Plan>>>,
    shifts: GridMap<Vec<Option<Plan>>>,
    short: GridMap<Option<Vec<ShortPlan>>>,
}

impl Plans {
    pub(crate) fn new(index: &Index, kernel: Kernel) -> Plans {
        let cells = index.lanes.cells() as u8;
        let kinds: Vec<Option<CoreShift>> = Kind::all(&index.geometry).map(Kind::shift).collect();
        Plans {
            turns: GridMap::new(cells, |core| {
                Symmetry::all()
                    .map(|symmetry| turn(index, core, symmetry))
                    .map(|pairs| pairs.iter().any(|(to, from)| to != from).then_some(pairs))
                    .map(|pairs| pairs.map(|pairs| Plan::new(kernel, pairs)))
                    .collect()
            }),
            shifts: GridMap::new(cells, |core| {
                let plan = |shift| Plan::new(kernel, core_shift(index, core, shift));
                kinds.iter().map(|shift| shift.map(plan)).collect()
            }),
            short: GridMap::new(cells, |core| short_plans(index, core, &kinds)),
        }
    }

    /// By symmetry, from a block's lanes as a child turned by it sees them to
    /// the block's own; `None` where nothing moves.
    pub(crate) fn turns(&self, core: Counts) -> [Option<&Plan>; Symmetry::COUNT] {
        std::array::from_fn(|symmetry| self.turns[core][symmetry].as_ref())
    }

    /// From the lanes of a child to the lanes of the parent as the child sees
    /// them, which have counts `seen`; `None` along the border.
    pub(crate) fn shift(&self, seen: Counts, kind: Kind) -> Option<&Plan> {
        self.shifts[seen][kind.index()].as_ref()
    }

    /// By [`Link::short_plan`](crate::kernel::Link::short_plan), from the lanes of a child
    /// to a block's own; `None` where blocks or children are too long.
    pub(crate) fn short(&self, core: Counts) -> Option<&[ShortPlan]> {
        self.short[core].as_deref()
    }
}

/// Target and source of each lane.
type Pairs = Vec<(u16, u16)>;

fn turn(index: &Index, core: Counts, symmetry: Symmetry) -> Pairs {
    let lanes = &index.lanes;
    let places = &index.geometry.core_symmetry[symmetry.index()];
    let seen = |core| {
        let mut turned = vec![0; lanes.cells()];
        for (digit, &place) in digits(core).zip(places) {
            turned[place] = digit;
        }
        swap(pattern(&turned), lanes.cells())
    };
    let order = lanes.order(core).iter();
    order
        .map(|&core| (lanes.lane(core), lanes.lane(seen(core))))
        .collect()
}

fn core_shift(index: &Index, seen: Counts, shift: CoreShift) -> Pairs {
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
    pairs.collect()
}

/// Shift and turn in one, where a vector holds all lanes.
fn short_plans(index: &Index, core: Counts, kinds: &[Option<CoreShift>]) -> Option<Vec<ShortPlan>> {
    let seen = core.swapped();
    let fits = |pairs: &Pairs| {
        let longest = pairs.iter().map(|&(to, from)| to.max(from)).max();
        longest.is_none_or(|lane| usize::from(lane) < VECTOR)
    };
    let shifts: Vec<Option<Pairs>> = kinds
        .iter()
        .map(|shift| shift.map(|shift| core_shift(index, seen, shift)))
        .collect();
    let turns: Vec<Pairs> = Symmetry::all()
        .map(|symmetry| turn(index, core, symmetry))
        .collect();
    if !shifts.iter().flatten().chain(&turns).all(fits) {
        return None;
    }
    let of_shift = |shift: &Option<Pairs>| {
        let shift = shift.as_deref();
        let plans = turns.iter().map(|turn| ShortPlan::new(shift, turn));
        plans.collect::<Vec<_>>()
    };
    Some(shifts.iter().flat_map(of_shift).collect())
}
