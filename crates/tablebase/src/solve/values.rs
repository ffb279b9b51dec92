//! The values of a class in memory, group by group.

use crate::index::{Class, Counts, GridMap, Group, Index, Layout};
use crate::kernel::SLACK;

/// One byte for each stored position of a class.
pub(crate) struct Values {
    pub(crate) class: Class,
    layout: Layout,
    /// By ring counts, the place of the group in `layout` and `groups`.
    numbers: GridMap<Option<usize>>,
    /// Each group's blocks, followed by `SLACK` bytes for the kernel.
    groups: Vec<Vec<u8>>,
}

impl Values {
    /// A class whose groups are computed one by one.
    pub(crate) fn new(index: &Index, class: Class, group: impl FnMut(&Group) -> Vec<u8>) -> Values {
        let layout = index.layout(class);
        let groups = layout.groups.iter().map(group).collect();
        let number = |ring| layout.groups.iter().position(|group| group.ring == ring);
        Values {
            class,
            numbers: GridMap::new(index.rings.cells() as u8, number),
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

    /// The place in the layout of the group with those ring counts.
    pub(crate) fn number(&self, ring: Counts) -> Option<usize> {
        self.numbers.get(ring).copied().flatten()
    }

    /// A group's bytes, slack included.
    pub(crate) fn group(&self, number: usize) -> &[u8] {
        &self.groups[number]
    }

    /// A group's bytes, slack included.
    pub(crate) fn group_mut(&mut self, number: usize) -> &mut Vec<u8> {
        &mut self.groups[number]
    }
}
