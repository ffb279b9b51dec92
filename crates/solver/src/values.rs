//! The values of a class in memory, group by group.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::Class;
use quixotic_tablebase::internal::index::{Counts, Group, Index, Layout};
use rayon::prelude::*;

use crate::kernel::SLACK;

/// Blocks that one task handles; some tens of kilobytes.
pub(crate) fn blocks_per_task(group: &Group) -> usize {
    (1 << 16) / group.lanes + 1
}

/// One byte for each stored position of a class.
pub(crate) struct Values {
    pub(crate) class: Class,
    layout: Layout,
    /// Each group's blocks, followed by `SLACK` bytes for the kernel.
    groups: Vec<Vec<u8>>,
}

impl Values {
    /// A class whose groups are computed one by one.
    pub(crate) fn new<E>(
        index: &Index,
        class: Class,
        group: impl FnMut(&Group) -> Result<Vec<u8>, E>,
    ) -> Result<Values, E> {
        let layout = index.layout(class);
        let groups = layout.groups.iter().map(group).collect::<Result<_, E>>()?;
        Ok(Values {
            class,
            layout,
            groups,
        })
    }

    /// A zeroed buffer for a group, slack included.
    pub(crate) fn buffer(group: &Group) -> Vec<u8> {
        vec![0; group.positions() + SLACK]
    }

    /// The bytes of a group, slack included, whose blocks are computed one by one from
    /// their numbers; `scratch` is what a thread needs for that.
    pub(crate) fn group_by_block<T>(
        group: &Group,
        budget: &Budget,
        scratch: impl Fn() -> T + Sync + Send,
        block: impl Fn(&mut T, usize, &mut [u8]) + Sync + Send,
    ) -> Result<Vec<u8>, Stopped> {
        let mut bytes = Values::buffer(group);
        let blocks = blocks_per_task(group);
        bytes[..group.positions()]
            .par_chunks_mut(blocks * group.lanes)
            .enumerate()
            .try_for_each_init(scratch, |scratch, (task, bytes)| {
                budget.check(0)?;
                for (number, values) in bytes.chunks_mut(group.lanes).enumerate() {
                    block(scratch, task * blocks + number, values);
                }
                Ok(())
            })?;
        Ok(bytes)
    }

    /// The groups, in stored order.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// A group's bytes, slack included.
    pub(crate) fn group(&self, number: usize) -> &[u8] {
        &self.groups[number]
    }

    /// A group's bytes, slack included.
    pub(crate) fn group_mut(&mut self, number: usize) -> &mut Vec<u8> {
        &mut self.groups[number]
    }

    /// The bytes of the group with those ring counts, slack included.
    pub(crate) fn group_of(&self, ring: Counts) -> Option<&[u8]> {
        Some(self.group(self.layout.number(ring)?))
    }
}
