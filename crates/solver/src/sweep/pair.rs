//! Sweeping a pair of classes, C(m,t) and C(t,m), until nothing changes.
//!
//! Moves that take an own tile lead from one class of the pair to the other, so
//! a *sweep* evaluates the blocks of one class from the values of the other, and
//! the sweeps alternate. What a value is and how it follows is up to a [`Rule`].
//!
//! C(m,m) is its own partner. It is swept group by group; a group whose children
//! lie in the group itself reads a copy of its values from before the sweep.
//!
//! What keeps the later sweeps cheap: a block is evaluated only if a child block
//! changed when its group was last swept. Every group is swept once between two
//! sweeps of any other, so one flag for each block tells that.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::Taken;
use quixotic_tablebase::Kernel;
use rayon::prelude::*;

use super::tables::{ChildGroup, Tables};
use crate::kernel::{Family, Link, Scratch, Sweeping};
use crate::values::{Values, blocks_per_task};
use quixotic_tablebase::internal::index::{Counts, Group};

/// How the values of a class follow from those of its partner. Neither the order of
/// evaluation nor values that are not the latest may matter to the result.
pub(crate) trait Rule: Sync {
    /// Whether no move in the pair can change that value.
    fn is_settled(value: u8) -> bool;

    /// Updates the values of a block, given the number of its group and its number in
    /// that; the minima over the linked blocks are in the scratch buffers. Tells whether
    /// a value changed that matters to others.
    fn update(
        &self,
        kernel: Kernel,
        group: usize,
        block: usize,
        scratch: &mut Scratch,
        values: &mut [u8],
    ) -> bool;
}

/// How much work a pair was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Sweeps over a class.
    pub sweeps: u32,
    /// Lanes evaluated in all sweeps.
    pub evaluated: u64,
}

/// One class of the pair.
pub(crate) struct Side<R> {
    rule: R,
    values: Values,
    /// For each group, which blocks changed when it was last swept.
    changed: Vec<Changed>,
    /// For each group, which blocks no move in the pair can change.
    settled: Vec<Vec<bool>>,
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

/// Sweeps over the sides of a pair (one if the class is its own partner) until
/// nothing changes.
pub(crate) fn sweep_pair<R: Rule>(
    tables: &Tables,
    mut sides: Vec<Side<R>>,
    budget: &Budget,
    report: &mut dyn FnMut(Effort),
) -> Result<(Vec<Values>, Effort), Stopped> {
    let mut effort = Effort::default();
    let mut idle = 0;
    for turn in 0.. {
        let changed = match &mut sides[..] {
            [own] => own.sweep(tables, None, budget, &mut effort),
            [first, second] if turn % 2 == 0 => {
                first.sweep(tables, Some(second), budget, &mut effort)
            }
            [first, second] => second.sweep(tables, Some(first), budget, &mut effort),
            _ => unreachable!("a pair has one or two classes"),
        }?;
        report(effort);
        idle = if changed { 0 } else { idle + 1 };
        if idle == sides.len() {
            break;
        }
    }
    let values = sides.into_iter().map(|side| side.values).collect();
    Ok((values, effort))
}

impl<R: Rule> Side<R> {
    /// A class with the values it has before any move in the pair is looked at.
    pub(crate) fn new(rule: R, values: Values) -> Side<R> {
        let groups = &values.layout().groups;
        let settled = groups.iter().enumerate().map(|(number, group)| {
            let blocks = values.group(number)[..group.positions()].par_chunks(group.lanes);
            blocks
                .map(|block| block.iter().all(|&value| R::is_settled(value)))
                .collect()
        });
        Side {
            rule,
            settled: settled.collect(),
            changed: groups
                .iter()
                .map(|group| Changed {
                    blocks: vec![true; group.blocks],
                    any: true,
                })
                .collect(),
            values,
            swept: false,
        }
    }

    /// Evaluates all blocks that have a child which changed; tells whether a
    /// value changed.
    fn sweep(
        &mut self,
        tables: &Tables,
        other: Option<&Side<R>>,
        budget: &Budget,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
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
                Some((values, _)) if ring == group.ring => Some(&**values),
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
                budget,
                rule: &self.rule,
                number,
                group,
                settled: &self.settled[number],
                all: !self.swept,
                family: tables.family(&group, Taken::Own, child_values),
                flags: children
                    .iter()
                    .map(|child| child_changed(child.as_ref()?.ring))
                    .collect(),
            };
            let evaluated = sweep.run(&mut values[..group.positions()], &mut changed.blocks)?;
            effort.evaluated += evaluated as u64 * group.lanes as u64;
            changed.any = changed.blocks.contains(&true);
            any |= changed.any;
            *self.values.group_mut(number) = values;
            self.changed[number] = changed;
        }
        self.swept = true;
        Ok(any)
    }
}

/// A sweep over one group.
struct GroupSweep<'a, R> {
    tables: &'a Tables,
    budget: &'a Budget,
    rule: &'a R,
    /// The number of the group in its class.
    number: usize,
    group: Group,
    /// Blocks that are never evaluated.
    settled: &'a [bool],
    /// Whether all others are evaluated, whatever the flags say.
    all: bool,
    family: Family<'a>,
    /// By kind of link, which blocks of the child group changed; `None` where
    /// none did.
    flags: Vec<Option<&'a [bool]>>,
}

impl<R: Rule> GroupSweep<'_, R> {
    /// Evaluates what has to be; returns the number of blocks evaluated.
    fn run(&self, values: &mut [u8], changed: &mut [bool]) -> Result<usize, Stopped> {
        let lanes = self.group.lanes;
        let blocks = blocks_per_task(&self.group);
        values
            .par_chunks_mut(blocks * lanes)
            .zip(changed.par_chunks_mut(blocks))
            .enumerate()
            .map_init(Scratch::new, |scratch, (task, (values, changed))| {
                self.budget.check(0)?;
                let mut evaluated = 0;
                for (block, values) in values.chunks_mut(lanes).enumerate() {
                    let needed = self.is_needed(task * blocks + block);
                    changed[block] =
                        needed && self.evaluate(task * blocks + block, values, scratch);
                    evaluated += usize::from(needed);
                }
                Ok(evaluated)
            })
            .sum()
    }

    fn is_needed(&self, number: usize) -> bool {
        let links = self.tables.own.group(self.group.ring).of(number);
        let child_changed =
            |link: &Link| self.flags[link.kind().index()].is_some_and(|flags| flags[link.number()]);
        !self.settled[number] && !links.is_empty() && (self.all || links.iter().any(child_changed))
    }

    fn evaluate(&self, number: usize, values: &mut [u8], scratch: &mut Scratch) -> bool {
        let kernel = self.tables.kernel;
        let links = self.tables.own.group(self.group.ring).of(number);
        kernel.block_min(&self.family, links, scratch);
        self.rule
            .update(kernel, self.number, number, scratch, values)
    }
}
