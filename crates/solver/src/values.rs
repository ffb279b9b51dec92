//! The values of a class in memory, group by group.

use std::slice::ChunksMut;

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::Class;
use quixotic_tablebase::internal::index::{Counts, Group, Index, Layout};
use rayon::prelude::*;

use crate::bytes::Bytes;
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
    groups: Vec<Bytes>,
}

impl Values {
    /// A class whose groups are computed one by one.
    pub(crate) fn new<E>(
        index: &Index,
        class: Class,
        group: impl FnMut(&Group) -> Result<Bytes, E>,
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
    pub(crate) fn buffer(group: &Group) -> Bytes {
        Bytes::zeroed(group.positions() + SLACK)
    }

    /// The bytes of a group, slack included, whose blocks are computed by `task`, some at
    /// a time, from the number of the first; `scratch` is what a thread needs for that.
    /// What the tasks return comes in the order of the blocks.
    pub(crate) fn group_by_task<T, R: Send>(
        group: &Group,
        budget: &Budget,
        scratch: impl Fn() -> T + Sync + Send,
        task: impl Fn(&mut T, usize, ChunksMut<'_, u8>) -> R + Sync + Send,
    ) -> Result<(Bytes, Vec<R>), Stopped> {
        let mut bytes = Values::buffer(group);
        let blocks = blocks_per_task(group);
        let returned = bytes[..group.positions()]
            .par_chunks_mut(blocks * group.lanes)
            .enumerate()
            .map_init(scratch, |scratch, (number, bytes)| {
                budget.check(0)?;
                Ok(task(
                    scratch,
                    number * blocks,
                    bytes.chunks_mut(group.lanes),
                ))
            })
            .collect::<Result<_, Stopped>>()?;
        Ok((bytes, returned))
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
    pub(crate) fn group_mut(&mut self, number: usize) -> &mut Bytes {
        &mut self.groups[number]
    }

    /// The bytes of the group with those ring counts, slack included.
    pub(crate) fn group_of(&self, ring: Counts) -> Option<&[u8]> {
        Some(self.group(self.layout.number(ring)?))
    }
}
