//! Sweeping a pair of classes, C(m,t) and C(t,m), until nothing changes.
//!
//! Moves that take an own tile lead from one class of the pair to the other, so
//! a *sweep* evaluates the blocks of one class from the values of the other, and
//! the sweeps alternate. What a value is and how it follows is up to a [`Rule`].
//!
//! C(m,m) is its own partner. It is swept group by group; a group whose children
//! lie in the group itself reads a copy of its values from before the sweep.
//!
//! What keeps sweeps cheap: a block is evaluated only if something is new in a child block that
//! can change it, and if that counts by itself, from the links to such blocks alone. Every
//! group is swept once between two sweeps of any other, so for each block it is enough to
//! note what its last sweep changed ([`News`]); what is known from the start is seen once.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::Taken;
use quixotic_tablebase::Kernel;
use rayon::prelude::*;

use super::news::{GroupNews, Limit, News, Unseen};
use super::tables::{ChildGroup, Tables};
use crate::kernel::{Family, Link, Scratch, Sweeping};
use crate::values::{Values, blocks_per_task};
use quixotic_tablebase::internal::index::{Counts, Group};

/// How the values of a class follow from those of its partner. Neither the order of evaluation
/// nor values that are not the latest may matter to the result, nor minima over some of the links,
/// as long as joint news leads to a look at all of them.
pub(crate) trait Rule: Sync {
    /// What a block with such values at the start means to those who are linked to it, and what
    /// can change it.
    fn at_start(values: &[u8]) -> (News, Limit);

    /// Whether a block has values that may follow from all its links together.
    fn wants_all(&self, group: usize, block: usize, limit: Limit) -> bool;

    /// Updates the values of a block from the minima over linked blocks, which are in the
    /// scratch buffers. Tells what is new in it, and what can change it from now on.
    fn update(
        &self,
        kernel: Kernel,
        place: Place,
        scratch: &mut Scratch,
        values: &mut [u8],
    ) -> (News, Limit);
}

/// A block that is updated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The number of its group in the class.
    pub(crate) group: usize,
    /// Its number in the group.
    pub(crate) block: usize,
    /// Whether the minima are those over all links, or over some that can change it by themselves.
    pub(crate) from_all_links: bool,
}

/// How much work a pair was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Sweeps over a class.
    pub sweeps: u32,
    /// Lanes evaluated in all sweeps, if only from some of their links.
    pub evaluated: u64,
}

/// One class of the pair.
pub(crate) struct Side<R> {
    rule: R,
    values: Values,
    /// By group.
    news: Vec<GroupNews>,
    /// By group and block.
    limits: Vec<Vec<Limit>>,
    /// Whether it has been swept, and so has seen what the other side knows from the start.
    swept: bool,
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
        let groups = values.layout().groups.iter().enumerate();
        let (mut news, mut limits) = (Vec::new(), Vec::new());
        for (number, group) in groups {
            let blocks = values.group(number)[..group.positions()].par_chunks(group.lanes);
            let (first, of_group) = blocks.map(R::at_start).unzip();
            news.push(GroupNews::new(first));
            limits.push(of_group);
        }
        Side {
            rule,
            values,
            news,
            limits,
            swept: false,
        }
    }

    /// Evaluates all blocks that something new is linked to; tells whether a value changed.
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
            let swept = self.swept;
            let is_new = |child: &ChildGroup| {
                let partner = other.unwrap_or(self);
                let number = partner.values.layout().number(child.ring);
                number.is_some_and(|number| partner.news[number].unseen(swept).is_some())
            };
            if !children.iter().flatten().any(is_new) {
                self.news[number].clear();
                continue;
            }
            let mut values = std::mem::take(self.values.group_mut(number));
            let mut news = std::mem::take(&mut self.news[number]);
            let mut limits = std::mem::take(&mut self.limits[number]);
            let own_child = other.is_none()
                && children
                    .iter()
                    .flatten()
                    .any(|child| child.ring == group.ring);
            let before = own_child.then(|| (values.clone(), news.clone()));
            let partner = other.unwrap_or(self);
            let child_values = |ring: Counts| match &before {
                Some((values, _)) if ring == group.ring => Some(&**values),
                _ => partner.values.group_of(ring),
            };
            let child_news = |ring: Counts| {
                let news = match &before {
                    Some((_, news)) if ring == group.ring => news,
                    _ => &partner.news[partner.values.layout().number(ring)?],
                };
                news.unseen(swept)
            };
            let child_news: Vec<_> = children
                .iter()
                .map(|child| child_news(child.as_ref()?.ring))
                .collect();
            let sweep = GroupSweep {
                tables,
                budget,
                rule: &self.rule,
                number,
                group,
                family: tables.family(&group, Taken::Own, child_values),
                combined: child_news
                    .iter()
                    .flatten()
                    .map(|news| news.combined)
                    .collect(),
                news: child_news,
            };
            let last = news.last_mut();
            let evaluated = sweep.run(&mut values[..group.positions()], last, &mut limits)?;
            effort.evaluated += evaluated as u64 * group.lanes as u64;
            any |= news.swept();
            *self.values.group_mut(number) = values;
            self.news[number] = news;
            self.limits[number] = limits;
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
    family: Family<'a>,
    /// By kind of link, what is new in the blocks of the child group; `None` where nothing is.
    news: Vec<Option<Unseen<'a>>>,
    /// The same for all of them together.
    combined: News,
}

impl<R: Rule> GroupSweep<'_, R> {
    /// Evaluates what has to be; returns the number of blocks evaluated.
    fn run(
        &self,
        values: &mut [u8],
        news: &mut [News],
        limits: &mut [Limit],
    ) -> Result<usize, Stopped> {
        let lanes = self.group.lanes;
        let blocks = blocks_per_task(&self.group);
        let of_tasks = values
            .par_chunks_mut(blocks * lanes)
            .zip(news.par_chunks_mut(blocks))
            .zip(limits.par_chunks_mut(blocks));
        let begin = || (Scratch::new(), Vec::new());
        let evaluated = of_tasks.enumerate().map_init(
            begin,
            |(scratch, changing), (task, ((values, news), limits))| {
                self.budget.check(0)?;
                let mut evaluated = 0;
                let of_blocks = values.chunks_mut(lanes).zip(news).zip(limits);
                for (block, ((values, news), limit)) in (task * blocks..).zip(of_blocks) {
                    *news = News::default();
                    if let Some(from_all_links) = self.look(block, *limit, scratch, changing) {
                        let place = Place {
                            group: self.number,
                            block,
                            from_all_links,
                        };
                        let kernel = self.tables.kernel;
                        (*news, *limit) = self.rule.update(kernel, place, scratch, values);
                        evaluated += 1;
                    }
                }
                Ok(evaluated)
            },
        );
        evaluated.sum()
    }

    /// Finds the minima over the blocks that a block is linked to: over all (`true`), over those
    /// that can change it by themselves (`false`), or none, if nothing can. `changing` is room for links.
    #[inline]
    fn look(
        &self,
        block: usize,
        limit: Limit,
        scratch: &mut Scratch,
        changing: &mut Vec<Link>,
    ) -> Option<bool> {
        let may_want_all =
            self.combined.is_joint() && self.rule.wants_all(self.number, block, limit);
        if !may_want_all && !self.combined.can_change(limit) {
            return None;
        }
        let links = self.tables.own.group(self.group.ring).of(block);
        let all = may_want_all && links.iter().any(|&link| self.behind(link).is_joint());
        let links = match all {
            true => links,
            false => {
                // Every link is written, and the next over it if it does not count: no branches.
                let mut count = 0;
                changing.resize(links.len(), Link::default());
                for &link in links {
                    changing[count] = link;
                    count += usize::from(self.behind(link).can_change(limit));
                }
                &changing[..count]
            }
        };
        if links.is_empty() {
            return None;
        }
        let kernel = self.tables.kernel;
        kernel.block_min(&self.family, links, scratch);
        Some(all)
    }

    /// What is new in the block behind a link.
    #[inline]
    fn behind(&self, link: Link) -> News {
        let news = self.news[link.kind().index()];
        news.map_or(News::default(), |news| news.of(link.number()))
    }
}
