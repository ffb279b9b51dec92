//! One pass over the blocks of a class, each evaluated from its child blocks.

mod fill;

pub(crate) use fill::{fill, fill_block, fill_class, filling_bytes};

use std::mem;

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::Taken;
use quixotic_tablebase::internal::encoding::{LOST, WON};
use quixotic_tablebase::internal::index::{Counts, DecidedLanes, Group, Index};
use rayon::prelude::*;

use crate::kernel::{Family, Scratch, Sweeping};
use crate::sweep::Tables;
use crate::values::{Values, blocks_per_task};

/// A pass over a class.
#[derive(Clone, Copy)]
pub(crate) struct Pass<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) budget: &'a Budget,
    /// The moves that are looked at.
    pub(crate) taken: Taken,
    pub(crate) children: Children<'a>,
}

/// Where the positions are that the moves lead to.
#[derive(Clone, Copy)]
pub(crate) enum Children<'a> {
    /// Nowhere: there is no such move.
    None,
    /// In another class.
    Of(&'a Values),
    /// In the class itself.
    Same,
}

/// A block of the pass.
pub(crate) struct Block<'a> {
    tables: &'a Tables,
    family: &'a Family<'a>,
    taken: Taken,
    pub(crate) group: &'a Group,
    /// The number of the group in its class.
    pub(crate) group_number: usize,
    /// The number of the block in its group.
    pub(crate) number: usize,
    /// The same among those that one task handles.
    pub(crate) in_task: usize,
}

/// What a thread needs to evaluate blocks.
pub(crate) struct Room {
    scratch: Scratch,
    decided: DecidedLanes,
}

impl Room {
    fn new() -> Room {
        Room {
            scratch: Scratch::new(),
            decided: DecidedLanes::default(),
        }
    }
}

impl Block<'_> {
    /// The values that the positions would have if there were no other moves, by lane.
    pub(crate) fn follows<'r>(&self, room: &'r mut Room) -> &'r mut [u8] {
        let tables = self.tables;
        let links = match self.taken {
            Taken::Own => &tables.own,
            Taken::Empty => &tables.empty,
        };
        let links = links.group(self.group.ring).of(self.number);
        tables
            .kernel
            .block_min(self.family, links, &mut room.scratch);
        let lanes = &mut room.scratch.minima.0[..self.group.lanes];
        tables.kernel.step_back(tables.scale, lanes);
        lanes
    }

    /// The same with the games that are over, which have their value from the rules.
    pub(crate) fn follows_or_ended<'r>(&self, room: &'r mut Room) -> &'r mut [u8] {
        let Index { rings, decided, .. } = &self.tables.index;
        let mut ended = mem::take(&mut room.decided);
        let ring = rings.group(self.group.ring)[self.number];
        decided.ended(rings.tiles(ring), self.group.core, &mut ended);
        // Often the ring alone ends the game.
        let all = ended.won.count() + ended.lost.count() == self.group.lanes;
        if !all {
            self.follows(room);
        }
        let lanes = &mut room.scratch.minima.0[..self.group.lanes];
        self.tables.kernel.mark(lanes, &ended.won, WON);
        self.tables.kernel.mark(lanes, &ended.lost, LOST);
        room.decided = ended;
        lanes
    }

    /// A value for each lane that no position is better than.
    pub(crate) fn nothing<'r>(&self, room: &'r mut Room) -> &'r mut [u8] {
        let lanes = &mut room.scratch.minima.0[..self.group.lanes];
        lanes.fill(LOST);
        lanes
    }
}

impl Pass<'_> {
    /// Calls `work` for all blocks of a class, with its values. A task begins with
    /// what `begin` makes; what the tasks have made of it is returned, by group.
    pub(crate) fn run<T: Send>(
        self,
        values: &mut Values,
        begin: impl Fn() -> T + Sync,
        work: impl Fn(&mut T, &mut Room, &Block<'_>, &mut [u8]) + Sync,
    ) -> Result<Vec<Vec<T>>, Stopped> {
        let groups = values.layout().groups.clone();
        let groups = groups.iter().enumerate();
        groups
            .map(|(number, group)| self.run_group(values, number, group, &begin, &work))
            .collect()
    }

    fn run_group<T: Send>(
        self,
        values: &mut Values,
        group_number: usize,
        group: &Group,
        begin: &(impl Fn() -> T + Sync),
        work: &(impl Fn(&mut T, &mut Room, &Block<'_>, &mut [u8]) + Sync),
    ) -> Result<Vec<T>, Stopped> {
        let (tables, taken) = (self.tables, self.taken);
        let mut bytes = mem::take(values.group_mut(group_number));
        // A group whose children lie in itself reads a copy.
        let is_own_child = matches!(self.children, Children::Same) && {
            let children = tables.child_groups(group, taken);
            children
                .iter()
                .flatten()
                .any(|child| child.ring == group.ring)
        };
        let before = is_own_child.then(|| bytes.clone());
        let of = match self.children {
            Children::None => None,
            Children::Of(values) => Some(values),
            Children::Same => Some(&*values),
        };
        let family = &tables.family(group, taken, |ring: Counts| match &before {
            Some(before) if ring == group.ring => Some(&**before),
            _ => of?.group_of(ring),
        });
        let blocks = blocks_per_task(group);
        let made = bytes[..group.positions()]
            .par_chunks_mut(blocks * group.lanes)
            .enumerate()
            .map_init(Room::new, |room, (task, values)| {
                self.budget.check(0)?;
                let mut made = begin();
                for (in_task, values) in values.chunks_mut(group.lanes).enumerate() {
                    let block = Block {
                        tables,
                        family,
                        taken,
                        group,
                        group_number,
                        number: task * blocks + in_task,
                        in_task,
                    };
                    work(&mut made, room, &block, values);
                }
                Ok(made)
            })
            .collect::<Result<Vec<T>, Stopped>>()?;
        *values.group_mut(group_number) = bytes;
        Ok(made)
    }
}
