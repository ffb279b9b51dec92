//! The base pass: what the level above says about a class.
//!
//! The base of a position is the value it would have if only moves that take an empty
//! tile were allowed; final where the game is over. The iteration never looks at the
//! level above again.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::{Class, Taken};

use super::losses::{BaseLosses, GroupPacker, TaskRecords};
use crate::kernel::{Scratch, Sweeping};
use crate::sweep::{Tables, Way, child_groups};
use crate::values::Values;
use quixotic_tablebase::internal::encoding::{DRAW, LOST, WIN_IN_1, WON};
use quixotic_tablebase::internal::index::{DecidedLanes, Group, Index, Layout};

/// What is known of a class before any move in the pair is looked at.
pub(crate) struct Start {
    /// The base, and wins at once by any move; a draw where the base is a loss and there are other
    /// moves, for as long as these are not known to lose.
    pub(crate) values: Values,
    /// The losses of the base in the groups that have other moves.
    pub(crate) losses: BaseLosses,
}

/// Computes the start of a class. `above` holds the class that moves taking an empty
/// tile lead to, `None` on a full board; its groups are dropped as soon as they are not
/// needed any more, to make room for the values.
pub(crate) fn start(
    tables: &Tables,
    budget: &Budget,
    class: Class,
    above: Option<Values>,
) -> Result<Start, Stopped> {
    let mut above = above.map(|above| Above::new(tables, class, above));
    let mut losses = BaseLosses::default();
    let mut number = 0;
    let values = Values::new(&tables.index, class, |group| {
        let rings = tables.index.rings.group(group.ring);
        let links = tables.empty.group(group.ring);
        let above_values = above.as_ref().map(|above| &above.values);
        let family = above_values
            .map(|above| tables.family(group, Taken::Empty, |ring| above.group_of(ring)));
        let has_own = group.ring.mine > 0;
        let packer = GroupPacker::new(group);
        let scratch = || {
            let decided = DecidedLanes::default();
            (Scratch::new(), decided, TaskRecords::default())
        };
        let (bytes, starts) = Values::group_by_task(
            group,
            budget,
            scratch,
            |(scratch, decided, records), first, blocks| {
                for (block, values) in (first..).zip(blocks) {
                    let ring = tables.index.rings.tiles(rings[block]);
                    tables.index.decided.lanes(ring, group.core, decided);
                    // Often the ring alone decides.
                    let all_decided = decided.count() == group.lanes;
                    match &family {
                        Some(family) if !all_decided => {
                            tables.kernel.block_min(family, links.of(block), scratch);
                            values.copy_from_slice(&scratch.minima.0[..group.lanes]);
                            tables.kernel.step_back(tables.scale, values);
                        }
                        _ => values.fill(tables.scale.step_back(u8::MAX)),
                    }
                    tables.kernel.mark(values, &decided.won, WON);
                    tables.kernel.mark(values, &decided.lost, LOST);
                    // Sweeps rely on this: to them a finished game is no news.
                    tables.kernel.mark(values, &decided.wins_in_1, WIN_IN_1);
                    if has_own {
                        records.add(tables.kernel, values);
                        open(values);
                    }
                }
                packer.take(records)
            },
        )?;
        losses.push(packer, &starts);
        if let Some(above) = &mut above {
            above.drop_used(number);
        }
        number += 1;
        Ok(bytes)
    })?;
    Ok(Start { values, losses })
}

/// Turns losses into draws, but for finished games.
fn open(values: &mut [u8]) {
    for value in values {
        let is_loss = *value > LOST && *value < DRAW;
        *value = if is_loss { DRAW } else { *value };
    }
}

/// The class above, less what is not needed any more.
struct Above {
    values: Values,
    /// For each group of it, the number of the last group of the class that needs it.
    needed_until: Vec<Option<usize>>,
}

impl Above {
    fn new(tables: &Tables, class: Class, values: Values) -> Above {
        let layout = tables.index.layout(class);
        Above {
            needed_until: needed_until(&tables.index, &layout, values.layout()),
            values,
        }
    }

    /// Drops the groups that no group after that number needs.
    fn drop_used(&mut self, done: usize) {
        for (number, until) in self.needed_until.iter().enumerate() {
            if until.is_none_or(|until| until <= done) {
                std::mem::take(self.values.group_mut(number));
            }
        }
    }
}

/// For each group of the class above, the last group of a class that needs it.
fn needed_until(index: &Index, layout: &Layout, above: &Layout) -> Vec<Option<usize>> {
    let mut until = vec![None; above.groups.len()];
    for (number, group) in layout.groups.iter().enumerate() {
        let children = child_groups(index, Way::Forward, group, Taken::Empty);
        let rings = children.iter().flatten().map(|child| child.ring);
        for child in rings.filter_map(|ring| above.number(ring)) {
            until[child] = Some(number);
        }
    }
    until
}

/// The most bytes that [`start`] takes at a time for a class, what is kept of its base, and
/// the class above.
pub(super) fn peak(index: &Index, class: Class, above: Class) -> u64 {
    let (layout, above) = (index.layout(class), index.layout(above));
    let needed_until = needed_until(index, &layout, &above);
    let bytes = |group: &Group| group.positions() as u64;
    let mut taken = above.positions();
    let mut most = taken;
    for (done, group) in layout.groups.iter().enumerate() {
        taken += bytes(group) + BaseLosses::expected_bytes(class, bytes(group));
        most = most.max(taken);
        for (group, until) in above.groups.iter().zip(&needed_until) {
            if until.unwrap_or(0) == done {
                taken -= bytes(group);
            }
        }
    }
    most
}
