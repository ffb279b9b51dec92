//! Which stored positions can occur in play, class by class.
//!
//! A position can occur if it is the start, or if one of its predecessors can and
//! the game is not over there. A move that took an empty tile came from the level
//! below, one that took an own tile from the other class of the pair. So the levels
//! are done in ascending order and the pairs of a level one by one, with the same
//! sweeps as in solving, but over links that undo moves: [`base`] takes in what the
//! level below says, and sweeps go over the moves inside the pair until nothing
//! changes. Each sweep can only add positions that can occur, so neither the order
//! of evaluation nor stale predecessors matter.
//!
//! Only stored positions are asked, and each counts as often as its ring has
//! images. A symmetric ring stores a position and its images under the ring's own
//! symmetries in several lanes of a block, while a link leads to just one of them.
//! That does no harm: the predecessors of an image are the images of the
//! predecessors. If all lanes of every predecessor have the right answer, then so do
//! all lanes of the position, and the start has one lane.

mod base;
mod lane;
mod open;

use std::collections::HashMap;

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::Kernel;
use rayon::prelude::*;
use thiserror::Error;

use crate::bytes::MIB;
use crate::sweep::{Effort, Side, Tables, Way, sweep_pair};
use crate::values::Values;
use base::base;
use lane::AnyPredecessor;
pub(crate) use lane::UNREACHED;
use open::OpenSet;
use quixotic_tablebase::internal::index::Index;

/// What to count, and with what.
#[derive(Clone, Copy, Debug)]
pub struct ReachOptions {
    /// The rules of the game.
    pub rules: Rules,
    /// The last level to count: that of the full board for the whole game.
    pub until: u8,
    /// Bytes of memory that the count may take.
    pub memory: u64,
    /// The version of the kernel.
    pub kernel: Kernel,
}

/// Why a count cannot begin or go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReachError {
    /// The rules need larger tables than there are.
    #[error("a board of size {0} is too large to count: sizes are 3 to {max}", max = Index::MAX_SIZE)]
    Size(u8),
    /// The pair that takes the most does not fit into the memory allowed.
    #[error("{class} needs {needed} MiB of memory, but only {allowed} MiB are allowed")]
    Memory {
        /// The class.
        class: Class,
        /// What it takes.
        needed: u64,
        /// What was allowed.
        allowed: u64,
    },
    /// The budget is used up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What a count reports while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum ReachEvent {
    /// Tables are being computed for that many stored positions.
    Preparing {
        /// Stored positions of all levels asked for.
        total: u64,
    },
    /// A pair of classes is begun.
    Pair {
        /// The class of the pair with more tiles of the mover.
        class: Class,
    },
    /// A sweep over a class of the pair has ended.
    Sweep {
        /// What the pair has taken so far.
        effort: Effort,
    },
    /// A pair is counted.
    Counted {
        /// The class of the pair with more tiles of the mover.
        class: Class,
        /// Stored positions of the pair.
        positions: u64,
        /// How much work it was.
        effort: Effort,
    },
}

/// Counts, for each class in ascending order, the positions that legal play from
/// the empty board can lead to. Mirror images count as positions of their own; a
/// finished game counts, and is not played on.
///
/// A byte is kept for each stored position of a pair, and a bit for those of a level.
/// The positions of the budget are stored positions that were counted.
pub fn count_reachable(
    options: &ReachOptions,
    budget: &Budget,
    report: &mut dyn FnMut(ReachEvent),
) -> Result<Vec<(Class, u64)>, ReachError> {
    let size = options.rules.size();
    if size > Index::MAX_SIZE {
        return Err(ReachError::Size(size));
    }
    let index = Index::new(options.rules);
    let pairs: Vec<Class> = (0..=options.until.min(options.rules.cells()))
        .flat_map(|level| Class::of_level(level).filter(|class| class.mine >= class.theirs))
        .collect();
    check_memory(&index, &pairs, options.memory)?;
    report(ReachEvent::Preparing {
        total: pairs.iter().map(|&class| positions(&index, class)).sum(),
    });
    let tables = Tables::new(options.rules, index, options.kernel, Way::Back, budget)?;
    // What the next level is counted from.
    let mut open: HashMap<Class, OpenSet> = HashMap::new();
    let mut counts = Vec::new();
    let mut counted = 0;
    for class in pairs {
        budget.check(counted)?;
        report(ReachEvent::Pair { class });
        let sides = both(class).into_iter().map(|class| {
            let below = class.before_empty().and_then(|below| open.remove(&below));
            let base = base(&tables, budget, class, below.as_ref())?;
            Ok(Side::new(AnyPredecessor, base))
        });
        let sides = sides.collect::<Result<_, Stopped>>()?;
        let (values, effort) = sweep_pair(&tables, sides, budget, &mut |effort| {
            report(ReachEvent::Sweep { effort });
        })?;
        for values in &values {
            counts.push((values.class, count(&tables.index, values)));
            if class.level() < options.until {
                open.insert(values.class, OpenSet::of(values));
            }
        }
        let positions = positions(&tables.index, class);
        counted += positions;
        report(ReachEvent::Counted {
            class,
            positions,
            effort,
        });
    }
    counts.sort_unstable();
    Ok(counts)
}

/// The classes of a pair: one if it is its own partner.
fn both(class: Class) -> Vec<Class> {
    let mut classes = vec![class, class.swapped()];
    classes.dedup();
    classes
}

/// Stored positions of a pair.
fn positions(index: &Index, class: Class) -> u64 {
    let of_class = |class| index.layout(class).positions();
    both(class).into_iter().map(of_class).sum()
}

/// Finds out whether the pair that takes the most memory has enough.
fn check_memory(index: &Index, pairs: &[Class], allowed: u64) -> Result<(), ReachError> {
    let of_level = |level| -> u64 {
        let of_level = pairs.iter().filter(|class| class.level() == level);
        of_level.map(|&class| positions(index, class)).sum()
    };
    let bytes = |class: Class| {
        // Bits of the level and of that below; of the pair a byte for each position,
        // and either the groups of the level below that one group needs, or a copy of
        // a group.
        let (pair, level) = (positions(index, class), class.level());
        let bits = (of_level(level) + of_level(level.saturating_sub(1))) / 8;
        pair + bits + pair / 4
    };
    let largest = pairs.iter().map(|&class| (bytes(class), class)).max();
    match largest {
        Some((bytes, class)) if Tables::bytes(index) + bytes > allowed => Err(ReachError::Memory {
            class,
            needed: (Tables::bytes(index) + bytes).div_ceil(MIB),
            allowed: allowed / MIB,
        }),
        _ => Ok(()),
    }
}

/// Positions of a class that can occur, images under the symmetries included.
fn count(index: &Index, values: &Values) -> u64 {
    let groups = values.layout().groups.iter().enumerate();
    let of_group = groups.map(|(number, group)| {
        let rings = index.rings.group(group.ring);
        let blocks = values.group(number)[..group.positions()].par_chunks(group.lanes);
        let of_block = blocks
            .zip(rings)
            .map(|(block, &ring)| lane::count_reached(block) * index.rings.orbit(ring) as u64);
        of_block.sum::<u64>()
    });
    of_group.sum()
}
