//! Solving a pair of classes, C(m,t) and C(t,m), by iteration.
//!
//! Moves that take an own tile lead from one class of the pair to the other, so
//! a *sweep* evaluates the blocks of one class from the values of the other, and
//! the sweeps alternate until nothing changes.
//!
//! The order of evaluation does not matter. Call a value *further* than another of
//! the same position if it is decided where the other is a draw, or decided sooner.
//! A position starts as a draw unless its base decides it, so nothing is further
//! than it truly is. If no child is further than it is, neither is the value that
//! follows from them; and if the children get further, so does that value. So
//! values only ever get further, never too far, and the sweeps come to an end. Then
//! every position has the value that follows from its children, and by induction on
//! the true distance every decided position is there. (A distance too long for a
//! byte looks like a draw to its parents; the writer refuses such a class.)
//!
//! C(m,m) is its own partner. It is swept group by group; a group whose children
//! lie in the group itself reads a copy of its values from before the sweep.
//!
//! What keeps the later sweeps cheap: a block is evaluated only if a child block
//! changed when its group was last swept. Every group is swept once between two
//! sweeps of any other, so one flag for each block tells that.

use quixotic_quixo::Taken;
use rayon::prelude::*;

use super::base::blocks_per_task;
use super::tables::{ChildGroup, Tables};
use crate::encoding::{DRAW, LOST, is_decided};
use crate::index::{Counts, Group};
use crate::kernel::{Family, Link, Room};
use crate::values::Values;

/// How much work solving a pair was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Sweeps over a class.
    pub sweeps: u32,
    /// Lanes evaluated in all sweeps.
    pub evaluated: u64,
}

/// One class of the pair.
struct Side {
    base: Values,
    values: Values,
    /// For each group, which blocks changed when it was last swept.
    changed: Vec<Changed>,
    /// For each group, which blocks the base decides: no move in the pair can
    /// change them.
    decided: Vec<Vec<bool>>,
    /// Whether all blocks have been evaluated once.
    swept: bool,
}

/// Which blocks of a group changed when it was last swept.
#[derive(Clone, Default)]
struct Changed {
    blocks: Vec<bool>,
    any: bool,
}

impl Changed {
    /// Nothing changed.
    fn clear(&mut self) {
        if std::mem::take(&mut self.any) {
            self.blocks.fill(false);
        }
    }
}

/// Solves a pair from the bases of its classes (one base if the class is its own
/// partner).
pub(crate) fn solve_pair(
    tables: &Tables,
    bases: Vec<Values>,
    report: &mut dyn FnMut(Effort),
) -> (Vec<Values>, Effort) {
    let mut sides: Vec<Side> = bases
        .into_iter()
        .map(|base| Side::new(tables, base))
        .collect();
    let mut effort = Effort::default();
    let mut idle = 0;
    for turn in 0.. {
        let changed = match &mut sides[..] {
            [own] => own.sweep(tables, None, &mut effort),
            [first, second] if turn % 2 == 0 => first.sweep(tables, Some(second), &mut effort),
            [first, second] => second.sweep(tables, Some(first), &mut effort),
            _ => unreachable!("a pair has one or two classes"),
        };
        report(effort);
        idle = if changed { 0 } else { idle + 1 };
        if idle == sides.len() {
            break;
        }
    }
    let values = sides.into_iter().map(|side| side.values).collect();
    (values, effort)
}

impl Side {
    fn new(tables: &Tables, base: Values) -> Side {
        let layout = base.layout().clone();
        let mut groups = layout.groups.iter().enumerate();
        let values = Values::new(&tables.index, base.class, |group| {
            let (number, _) = groups.next().expect("the same layout");
            let has_own = group.ring.mine > 0;
            let start = |&base: &u8| {
                // As if no move in the pair were known to lead to a decision.
                let open = base != LOST && base < DRAW && has_own;
                if open { DRAW } else { base }
            };
            base.group(number).par_iter().map(start).collect()
        });
        let decided = layout.groups.iter().enumerate().map(|(number, group)| {
            let blocks = base.group(number)[..group.len()].par_chunks(group.lanes);
            blocks
                .map(|block| block.iter().all(|&value| is_decided(value)))
                .collect()
        });
        Side {
            decided: decided.collect(),
            changed: layout
                .groups
                .iter()
                .map(|group| Changed {
                    blocks: vec![true; group.blocks],
                    any: true,
                })
                .collect(),
            base,
            values,
            swept: false,
        }
    }

    /// Evaluates all blocks that have a child which changed; tells whether a
    /// value changed.
    fn sweep(&mut self, tables: &Tables, other: Option<&Side>, effort: &mut Effort) -> bool {
        effort.sweeps += 1;
        let mut any = false;
        for number in 0..self.values.layout().groups.len() {
            let group = self.values.layout().groups[number];
            let children = tables.child_groups(&group, Taken::Own);
            let is_changed = |child: &ChildGroup| {
                let partner = other.unwrap_or(self);
                let number = partner.values.layout().number(child.ring);
                number.is_some_and(|number| partner.changed[number].any)
            };
            if self.swept && !children.iter().flatten().any(is_changed) {
                self.changed[number].clear();
                continue;
            }
            let mut values = std::mem::take(self.values.group_mut(number));
            let mut changed = std::mem::take(&mut self.changed[number]);
            let own_child = other.is_none()
                && children
                    .iter()
                    .flatten()
                    .any(|child| child.ring == group.ring);
            let before = own_child.then(|| (values.clone(), changed.clone()));
            let partner = other.unwrap_or(self);
            let child_values = |ring: Counts| match &before {
                Some((values, _)) if ring == group.ring => Some(values.as_slice()),
                _ => partner.values.group_of(ring),
            };
            let child_changed = |ring: Counts| {
                let changed = match &before {
                    Some((_, changed)) if ring == group.ring => changed,
                    _ => &partner.changed[partner.values.layout().number(ring)?],
                };
                changed.any.then_some(changed.blocks.as_slice())
            };
            let sweep = GroupSweep {
                tables,
                group,
                decided: &self.decided[number],
                all: !self.swept,
                family: tables.family(&group, Taken::Own, child_values),
                flags: children
                    .iter()
                    .map(|child| child_changed(child.as_ref()?.ring))
                    .collect(),
            };
            let base = &self.base.group(number)[..group.len()];
            let evaluated = sweep.run(base, &mut values[..group.len()], &mut changed.blocks);
            effort.evaluated += evaluated as u64 * group.lanes as u64;
            changed.any = changed.blocks.contains(&true);
            any |= changed.any;
            *self.values.group_mut(number) = values;
            self.changed[number] = changed;
        }
        self.swept = true;
        any
    }
}

/// A sweep over one group.
struct GroupSweep<'a> {
    tables: &'a Tables,
    group: Group,
    /// Blocks that are never evaluated.
    decided: &'a [bool],
    /// Whether all others are evaluated, whatever the flags say.
    all: bool,
    family: Family<'a>,
    /// By kind of link, which blocks of the child group changed; `None` where
    /// none did.
    flags: Vec<Option<&'a [bool]>>,
}

impl GroupSweep<'_> {
    /// Evaluates what has to be; returns the number of blocks evaluated.
    fn run(&self, base: &[u8], values: &mut [u8], changed: &mut [bool]) -> usize {
        let lanes = self.group.lanes;
        let blocks = blocks_per_task(&self.group);
        values
            .par_chunks_mut(blocks * lanes)
            .zip(base.par_chunks(blocks * lanes))
            .zip(changed.par_chunks_mut(blocks))
            .enumerate()
            .map_init(Room::new, |room, (task, ((values, base), changed))| {
                let mut evaluated = 0;
                let blocks_of_task = values.chunks_mut(lanes).zip(base.chunks(lanes));
                for (block, (values, base)) in blocks_of_task.enumerate() {
                    let needed = self.is_needed(task * blocks + block);
                    changed[block] =
                        needed && self.evaluate(task * blocks + block, base, values, room);
                    evaluated += usize::from(needed);
                }
                evaluated
            })
            .sum()
    }

    fn is_needed(&self, number: usize) -> bool {
        let links = self.tables.own.group(self.group.ring).of(number);
        let child_changed =
            |link: &Link| self.flags[link.kind().index()].is_some_and(|flags| flags[link.number()]);
        !self.decided[number] && !links.is_empty() && (self.all || links.iter().any(child_changed))
    }

    fn evaluate(&self, number: usize, base: &[u8], values: &mut [u8], room: &mut Room) -> bool {
        let kernel = self.tables.kernel;
        let links = self.tables.own.group(self.group.ring).of(number);
        kernel.block_min(&self.family, links, room);
        let minima = &room.minima.0[..self.group.lanes];
        kernel.update(self.tables.scale, minima, base, values)
    }
}
