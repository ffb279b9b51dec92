//! The values of a class in memory, group by group.

use crate::index::{Class, Counts, Group, Index, Layout};
use crate::kernel::SLACK;

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
