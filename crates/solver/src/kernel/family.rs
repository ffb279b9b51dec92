//! A family: where the kernel finds the children of the blocks of a group.
//!
//! The constructors check that blocks and plans fit together. That is what makes
//! the unchecked loads and stores of the kernels sound.

use quixotic_quixo::Symmetry;

use super::{Kind, Plan, SLACK, ShortPlan};
use quixotic_tablebase::internal::index::MAX_LANES;

/// Where the children of one kind of link are.
pub(crate) struct Source<'a> {
    /// The child group, [`SLACK`] included.
    blocks: &'a [u8],
    /// Lanes of a child block.
    lanes: usize,
    /// From child lanes to the parent's lanes as the child sees them; `None` if
    /// they are the same.
    plan: Option<&'a Plan>,
}

impl<'a> Source<'a> {
    /// Children in blocks of `lanes` lanes, followed by [`SLACK`] bytes.
    ///
    /// # Panics
    /// If the plan reads beyond a child block.
    pub(crate) fn new(blocks: &'a [u8], lanes: usize, plan: Option<&'a Plan>) -> Source<'a> {
        assert!(plan.is_none_or(|plan| plan.sources() <= lanes));
        Source {
            blocks,
            lanes,
            plan,
        }
    }

    /// The child block, and [`SLACK`] bytes of what follows it.
    #[inline]
    pub(super) fn block(&self, number: usize) -> &[u8] {
        let first = number * self.lanes;
        &self.blocks[first..first + self.lanes + SLACK]
    }

    #[inline]
    pub(super) fn plan(&self) -> Option<&'a Plan> {
        self.plan
    }
}

/// What is common to the blocks of a group when their children are looked up.
pub(crate) struct Family<'a> {
    lanes: usize,
    sources: Vec<Option<Source<'a>>>,
    turns: [Option<&'a Plan>; Symmetry::COUNT],
    short_plans: Option<&'a [ShortPlan]>,
    /// Lanes of the longest block, its own or a child's.
    longest: usize,
}

impl<'a> Family<'a> {
    /// The family of blocks of `lanes` lanes.
    ///
    /// `sources` has an entry for each kind of link, `None` where no core has what
    /// the kind takes out. `turns` lead from the lanes as a child of that symmetry
    /// sees them to the block's own, `None` where they are the same. `short_plans`
    /// are there where a vector holds every block: by
    /// [`Link::short_plan`](super::Link::short_plan), from child lanes to the
    /// block's own at once.
    ///
    /// # Panics
    /// If a plan reads or writes beyond a block, or children along the border have a
    /// plan or are not as long as the block.
    pub(crate) fn new(
        lanes: usize,
        sources: Vec<Option<Source<'a>>>,
        turns: [Option<&'a Plan>; Symmetry::COUNT],
        short_plans: Option<&'a [ShortPlan]>,
    ) -> Family<'a> {
        assert!(lanes <= MAX_LANES);
        // Kernels take these blocks as they are, from the first lane to the last.
        let border = sources.get(Kind::BORDER.index()).and_then(Option::as_ref);
        assert!(border.is_none_or(|border| border.plan.is_none()));
        for source in sources.iter().flatten() {
            match source.plan {
                Some(plan) => assert!(plan.targets() <= lanes),
                None => assert_eq!(source.lanes, lanes),
            }
        }
        for turn in turns.iter().flatten() {
            assert!(turn.sources().max(turn.targets()) <= lanes);
        }
        let longest = sources.iter().flatten().map(|source| source.lanes);
        Family {
            longest: longest.fold(lanes, usize::max),
            lanes,
            sources,
            turns,
            short_plans,
        }
    }

    /// Lanes of a block.
    #[inline]
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    /// Where the children of a kind are.
    #[inline]
    pub(super) fn source(&self, kind: Kind) -> Option<&Source<'a>> {
        self.sources[kind.index()].as_ref()
    }

    /// From the lanes as a child of that symmetry sees them to the block's own.
    #[inline]
    pub(super) fn turn(&self, symmetry: usize) -> Option<&'a Plan> {
        self.turns[symmetry]
    }

    /// Lanes of the longest block, its own or a child's.
    #[inline]
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    #[inline]
    pub(super) fn short_plans(&self) -> Option<&'a [ShortPlan]> {
        self.short_plans
    }
}
