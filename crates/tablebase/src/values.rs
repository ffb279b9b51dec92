//! The values of a class in memory, group by group.

use quixotic_quixo::Class;

use rayon::prelude::*;

use crate::index::{Counts, Group, Index, Layout};
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
    pub(crate) fn new(index: &Index, class: Class, group: impl FnMut(&Group) -> Vec<u8>) -> Values {
        let layout = index.layout(class);
        let groups = layout.groups.iter().map(group).collect();
        Values {
            class,
            layout,
            groups,
        }
    }

    /// Zeroed room for a group, slack included.
    pub(crate) fn room(group: &Group) -> Vec<u8> {
        vec![0; group.len() + SLACK]
    }

    /// The bytes of a group, slack included, whose blocks are computed one by one from
    /// their numbers; `room` is what a thread needs for that.
    pub(crate) fn group_by_block<T>(
        group: &Group,
        room: impl Fn() -> T + Sync + Send,
        block: impl Fn(&mut T, usize, &mut [u8]) + Sync + Send,
    ) -> Vec<u8> {
        let mut bytes = Values::room(group);
        let blocks = blocks_per_task(group);
        bytes[..group.len()]
            .par_chunks_mut(blocks * group.lanes)
            .enumerate()
            .for_each_init(room, |room, (task, bytes)| {
                for (number, values) in bytes.chunks_mut(group.lanes).enumerate() {
                    block(room, task * blocks + number, values);
                }
            });
        bytes
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
