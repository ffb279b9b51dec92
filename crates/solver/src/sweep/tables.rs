//! All tables that sweeps need, computed once from the rules.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::{Rules, Taken};
use quixotic_tablebase::Kernel;

pub(crate) use super::links::Way;
use super::links::{Links, Push};
use super::plans::Plans;
use crate::kernel::{Family, Kind, Source};
use quixotic_tablebase::internal::encoding::Scale;
use quixotic_tablebase::internal::index::{Counts, Group, Index, RingTable};

/// What is common to all classes of a board.
pub(crate) struct Tables {
    pub(crate) index: Index,
    pub(crate) kernel: Kernel,
    pub(crate) scale: Scale,
    way: Way,
    /// Moves that take an own tile and stay in the pair of classes.
    pub(crate) own: Links,
    /// Moves that take an empty tile and lead to the level above; to that below, if
    /// they are undone.
    pub(crate) empty: Links,
    plans: Plans,
}

/// The group of child blocks behind a kind of link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChildGroup {
    pub(crate) ring: Counts,
    pub(crate) core: Counts,
}

impl Tables {
    pub(crate) fn new(
        rules: Rules,
        index: Index,
        kernel: Kernel,
        way: Way,
        budget: &Budget,
    ) -> Result<Tables, Stopped> {
        budget.check(0)?;
        let table = RingTable::new(&index.rings);
        Ok(Tables {
            kernel,
            scale: Scale::of(rules),
            way,
            own: Links::new(&index, &table, way, Taken::Own, budget)?,
            empty: Links::new(&index, &table, way, Taken::Empty, budget)?,
            plans: Plans::new(&index, kernel),
            index,
        })
    }

    /// Memory that the tables take, but for small ones; known before they are
    /// computed.
    pub(crate) fn bytes(index: &Index) -> u64 {
        Links::bytes(index)
    }

    /// For each kind of link, the child group it leads to from `group`; `None`
    /// where no core has what the kind takes out.
    pub(crate) fn child_groups(&self, group: &Group, taken: Taken) -> Vec<Option<ChildGroup>> {
        child_groups(&self.index, self.way, group, taken)
    }

    /// What the kernel must know to look up the children of a group's blocks.
    /// `blocks` finds the bytes of a child group.
    pub(crate) fn family<'a>(
        &'a self,
        group: &Group,
        taken: Taken,
        blocks: impl Fn(Counts) -> Option<&'a [u8]>,
    ) -> Family<'a> {
        let seen = group.core.swapped();
        let children = self.child_groups(group, taken);
        let source = |(kind, child): (Kind, &Option<ChildGroup>)| {
            let child = child.as_ref()?;
            Some(Source::new(
                blocks(child.ring)?,
                self.index.lanes.len(child.core),
                self.plans.shift(seen, kind),
            ))
        };
        let kinds = Kind::all(&self.index.geometry);
        Family::new(
            group.lanes,
            kinds.zip(&children).map(source).collect(),
            self.plans.turns(group.core),
            self.plans.short(group.core),
        )
    }
}

/// For each kind of link of a way, the child group it leads to from `group`; `None`
/// where no core has what the kind takes out.
pub(crate) fn child_groups(
    index: &Index,
    way: Way,
    group: &Group,
    taken: Taken,
) -> Vec<Option<ChildGroup>> {
    // As the children see it.
    let seen = group.core.swapped();
    let Push { takes, puts } = way.push(taken);
    let left = group.ring.swapped().minus_digit(takes);
    let ring = left.map(|left| left.plus_digit(puts));
    let child = |kind: Kind| match (ring?, kind.shift()) {
        (ring, None) => Some(ChildGroup { ring, core: seen }),
        (ring, Some(shift)) => {
            let has_empty = usize::from(seen.total()) < index.lanes.cells();
            let left = seen.minus_digit(shift.leaves)?;
            (shift.leaves != 0 || has_empty).then_some(())?;
            Some(ChildGroup {
                ring: ring.plus_digit(shift.leaves).minus_digit(shift.enters)?,
                core: left.plus_digit(shift.enters),
            })
        }
    };
    Kind::all(&index.geometry).map(child).collect()
}
