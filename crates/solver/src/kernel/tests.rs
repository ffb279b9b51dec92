//! Every kernel does what the portable one does, on random data.

use proptest::prelude::*;
use quixotic_quixo::{Rules, Symmetry};
use quixotic_tablebase::internal::index::{Geometry, RingId};

use super::*;

/// A kernel that this processor has.
fn any_kernel() -> impl Strategy<Value = Kernel> {
    prop::sample::select(Kernel::available())
}

/// A block's worth of bytes, among them many that are decided.
fn any_lanes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        any::<u8>(),
        prop::sample::select(vec![0_u8, 1, 128, 254, 255])
    ];
    prop::collection::vec(byte, 1..=MAX_LANES)
}

fn any_scale() -> impl Strategy<Value = Scale> {
    prop::sample::select(vec![Scale::Moves, Scale::Plies])
}

proptest! {
    #[test]
    fn step_back_and_update(
        kernel in any_kernel(),
        scale in any_scale(),
        [minima, base, values] in [any_lanes(), any_lanes(), any_lanes()],
        some in any::<bool>(),
    ) {
        let len = minima.len().min(base.len()).min(values.len());
        let (minima, values) = (&minima[..len], &values[..len]);
        let losses: Vec<u8> = base[..len].iter().map(|&base| if base < DRAW { base } else { 0 }).collect();
        let losses = some.then_some(losses.as_slice());
        let mut stepped = [minima.to_vec(), minima.to_vec()];
        Kernel::Portable.step_back(scale, &mut stepped[0]);
        kernel.step_back(scale, &mut stepped[1]);
        prop_assert_eq!(&stepped[0], &stepped[1]);
        let mut updated = [values.to_vec(), values.to_vec()];
        let found = Kernel::Portable.update(scale, minima, losses, &mut updated[0]);
        prop_assert_eq!(kernel.update(scale, minima, losses, &mut updated[1]), found);
        prop_assert_eq!(&updated[0], &updated[1]);
        let is_new = |(before, after): (&u8, &u8)| (before != after).then_some(*after);
        let new = || values.iter().zip(&updated[0]).filter_map(is_new).filter(|&new| new != LOST);
        prop_assert_eq!(found.shortest_new_loss.min(DRAW), new().min().unwrap_or(DRAW).min(DRAW));
        prop_assert_eq!(found.any_new_win, new().any(|value| value > DRAW));
        let going_on = updated[0].iter().filter(|&&value| value != LOST);
        prop_assert_eq!(found.weakest, *going_on.min().unwrap_or(&WON));
        // Once more, nothing changes.
        let again = kernel.update(scale, minima, losses, &mut updated[1]);
        prop_assert_eq!(again, Summary { weakest: found.weakest, ..Summary::default() });
    }
}

proptest! {
    #[test]
    fn reach(kernel in any_kernel(), [minima, values] in [any_lanes(), any_lanes()]) {
        let len = minima.len().min(values.len());
        let (minima, values) = (&minima[..len], &values[..len]);
        let mut reached = [values.to_vec(), values.to_vec()];
        let changed = Kernel::Portable.reach(minima, &mut reached[0]);
        prop_assert_eq!(kernel.reach(minima, &mut reached[1]), changed);
        prop_assert_eq!(&reached[0], &reached[1]);
        let zeros = |lanes: &[u8]| lanes.iter().filter(|&&lane| lane == 0).count();
        prop_assert_eq!(changed, zeros(&reached[0]) > zeros(values));
        for (lane, (&before, &after)) in values.iter().zip(&reached[0]).enumerate() {
            let expected = if minima[lane] == 0 { before & !1 } else { before };
            prop_assert_eq!(after, expected);
        }
        // Once more, nothing changes.
        prop_assert!(!kernel.reach(minima, &mut reached[1]));
    }
}

/// Child blocks, plans and links without a game behind them.
#[derive(Debug)]
struct Children {
    /// What the plans are made for.
    kernel: Kernel,
    lanes: usize,
    /// By kind: lanes of a child block, and the blocks.
    sources: Vec<(usize, Vec<u8>)>,
    /// By kind but for the first.
    shifts: Vec<Plan>,
    turns: Vec<Option<Plan>>,
    /// Shift and turn in one, where all blocks are short.
    short_plans: Option<Vec<ShortPlan>>,
    links: Vec<Link>,
}

const BLOCKS: usize = 3;

impl Children {
    /// Children of a block with at most `most` lanes.
    fn any(most: usize) -> impl Strategy<Value = Children> {
        let kinds: Vec<Kind> = Kind::all(&Geometry::new(Rules::official(5).unwrap()))
            .take(8)
            .collect();
        let some_kinds = prop::collection::vec(1..=most, kinds.len());
        let link = (prop::sample::select(kinds), 0..BLOCKS, 0..Symmetry::COUNT);
        let links = prop::collection::vec(link, 0..60);
        (any_kernel(), 1..=most, some_kinds, links, any::<u64>()).prop_map(
            |(kernel, lanes, sizes, links, seed)| {
                let mut random = Random(seed, kernel);
                let sizes = [&[lanes], &sizes[1..]].concat();
                let mut links: Vec<Link> = links
                    .into_iter()
                    .map(|(kind, block, symmetry)| {
                        let symmetry = Symmetry::new(symmetry);
                        let number = block as u32;
                        Link::new(RingId { number, symmetry }, kind)
                    })
                    .collect();
                links.sort_unstable();
                links.dedup();
                let shifts: Vec<Plan> =
                    sizes.iter().map(|&size| random.plan(lanes, size)).collect();
                let turns: Vec<Option<Plan>> = (0..Symmetry::COUNT)
                    .map(|symmetry| (symmetry > 0).then(|| random.permutation(lanes)))
                    .collect();
                let short = sizes.iter().all(|&size| size <= VECTOR);
                Children {
                    kernel,
                    lanes,
                    short_plans: short.then(|| short_plans(lanes, &shifts, &turns)),
                    sources: sizes
                        .iter()
                        .map(|&size| (size, random.blocks(size)))
                        .collect(),
                    shifts,
                    turns,
                    links,
                }
            },
        )
    }

    fn family(&self) -> Family<'_> {
        let source = |kind: usize| {
            let (lanes, blocks) = &self.sources[kind];
            let plan = (kind > 0).then(|| &self.shifts[kind]);
            Some(Source::new(blocks, *lanes, plan))
        };
        Family::new(
            self.lanes,
            (0..self.sources.len()).map(source).collect(),
            std::array::from_fn(|symmetry| self.turns[symmetry].as_ref()),
            self.short_plans.as_deref(),
        )
    }

    fn minima(&self, kernel: Kernel) -> Vec<u8> {
        let mut scratch = Scratch::new();
        kernel.block_min(&self.family(), &self.links, &mut scratch);
        scratch.minima.0[..self.lanes].to_vec()
    }
}

/// By kind, then by symmetry; the first kind shifts nothing.
fn short_plans(lanes: usize, shifts: &[Plan], turns: &[Option<Plan>]) -> Vec<ShortPlan> {
    let same: Vec<(u16, u16)> = (0..lanes as u16).map(|lane| (lane, lane)).collect();
    let mut plans = Vec::new();
    for (kind, shift) in shifts.iter().enumerate() {
        let shift = (kind > 0).then_some(shift.pairs.as_slice());
        for turn in turns {
            let turn = turn.as_ref().map_or(&same, |turn| &turn.pairs);
            plans.push(ShortPlan::new(shift, turn));
        }
    }
    plans
}

/// Marsaglia's xorshift, and the kernel that plans are made for.
struct Random(u64, Kernel);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 |= 1;
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn blocks(&mut self, lanes: usize) -> Vec<u8> {
        (0..BLOCKS * lanes + SLACK)
            .map(|_| (self.next() >> 32) as u8)
            .collect()
    }

    /// A random order of the numbers below `len`.
    fn order(&mut self, len: usize) -> Vec<u16> {
        let mut order: Vec<u16> = (0..len as u16).collect();
        order.sort_by_cached_key(|_| self.next());
        order
    }

    fn permutation(&mut self, lanes: usize) -> Plan {
        let order = self.order(lanes);
        Plan::new(self.1, (0..).zip(order).collect())
    }

    /// A plan from some of the source lanes to some of the target lanes.
    fn plan(&mut self, targets: usize, sources: usize) -> Plan {
        let pairs = self.order(targets).into_iter().zip(self.order(sources));
        let some = targets.min(sources).div_ceil(2);
        Plan::new(self.1, pairs.take(some).collect())
    }
}

proptest! {
    #[test]
    fn block_min_of_small_blocks(children in Children::any(VECTOR)) {
        prop_assert_eq!(children.minima(Kernel::Portable), children.minima(children.kernel));
    }

    #[test]
    fn block_min_of_large_blocks(children in Children::any(MAX_LANES)) {
        prop_assert_eq!(children.minima(Kernel::Portable), children.minima(children.kernel));
    }
}

/// Children along the border are read as they are, without a look at a plan.
#[test]
#[should_panic = "border.plan.is_none()"]
fn children_along_the_border_have_no_plan() {
    let plan = Plan::new(Kernel::detect(), vec![(0, 0)]);
    let blocks = vec![0; 1 + SLACK];
    let border = Source::new(&blocks, 1, Some(&plan));
    Family::new(VECTOR, vec![Some(border)], [None; Symmetry::COUNT], None);
}
