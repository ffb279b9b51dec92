//! The base pass: which positions of a class are reached from the level below.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::{Class, Taken};

use super::lane::{OPEN, OVER, UNREACHED};
use super::open::OpenSet;
use crate::bytes::Bytes;
use crate::kernel::{Scratch, Sweeping};
use crate::sweep::Tables;
use crate::values::Values;
use quixotic_tablebase::internal::index::{Counts, DecidedLanes};

/// Computes the base of a class. `below` holds the class that moves taking an empty
/// tile come from, if there is one.
pub(super) fn base(
    tables: &Tables,
    budget: &Budget,
    class: Class,
    below: Option<&OpenSet>,
) -> Result<Values, Stopped> {
    // The groups of the level below that are needed; the whole class in bytes would
    // take as much memory as the class itself.
    let mut unpacked: BTreeMap<Counts, Bytes> = BTreeMap::new();
    Values::new(&tables.index, class, |group| {
        if let Some(below) = below {
            let children = tables.child_groups(group, Taken::Empty);
            let is_needed = |ring: Counts| children.iter().flatten().any(|of| of.ring == ring);
            unpacked.retain(|&ring, _| is_needed(ring));
            for child in children.iter().flatten() {
                if let (Entry::Vacant(entry), Some(number)) =
                    (unpacked.entry(child.ring), below.number(child.ring))
                {
                    entry.insert(below.group(number));
                }
            }
        }
        let rings = tables.index.rings.group(group.ring);
        let links = tables.empty.group(group.ring);
        let family = tables.family(group, Taken::Empty, |ring| {
            unpacked.get(&ring).map(|bytes| &**bytes)
        });
        let scratch = || (Scratch::new(), DecidedLanes::default());
        let (bytes, _) =
            Values::group_by_task(group, budget, scratch, |(scratch, ended), first, blocks| {
                for (number, values) in (first..).zip(blocks) {
                    // The start is not reached by a move.
                    let first = if class.level() == 0 { OPEN } else { UNREACHED };
                    values.fill(first);
                    let ring = tables.index.rings.tiles(rings[number]);
                    tables.index.decided.ended(ring, group.core, ended);
                    for over in [&ended.won, &ended.lost] {
                        tables.kernel.mark(values, over, first | OVER);
                    }
                    tables.kernel.block_min(&family, links.of(number), scratch);
                    let minima = &scratch.minima.0[..group.lanes];
                    tables.kernel.reach(minima, values);
                }
            })?;
        Ok(bytes)
    })
}
