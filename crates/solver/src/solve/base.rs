//! The base pass: what the level above says about a class.
//!
//! For each position, the value it would have if only moves that take an empty
//! tile were allowed; final where the game is over. The iteration never looks at
//! the level above again.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::{Class, Taken};

use crate::kernel::{Scratch, Sweeping};
use crate::sweep::Tables;
use crate::values::Values;
use quixotic_tablebase::internal::encoding::{LOST, WON};
use quixotic_tablebase::internal::index::DecidedLanes;

/// Computes the base of a class. `above` holds the class that moves taking an
/// empty tile lead to; `None` on a full board.
pub(crate) fn base(
    tables: &Tables,
    budget: &Budget,
    class: Class,
    above: Option<&Values>,
) -> Result<Values, Stopped> {
    Values::new(&tables.index, class, |group| {
        let rings = tables.index.rings.group(group.ring);
        let links = tables.empty.group(group.ring);
        let family =
            above.map(|above| tables.family(group, Taken::Empty, |ring| above.group_of(ring)));
        let scratch = || (Scratch::new(), DecidedLanes::default());
        Values::group_by_block(
            group,
            budget,
            scratch,
            |(scratch, decided), number, values| {
                let ring = tables.index.rings.tiles(rings[number]);
                tables.index.decided.ended(ring, group.core, decided);
                // Often the ring alone ends the game.
                let all_ended = decided.won.count() + decided.lost.count() == group.lanes;
                match &family {
                    Some(family) if !all_ended => {
                        tables.kernel.block_min(family, links.of(number), scratch);
                        values.copy_from_slice(&scratch.minima.0[..group.lanes]);
                        tables.kernel.step_back(tables.scale, values);
                    }
                    _ => values.fill(tables.scale.step_back(u8::MAX)),
                }
                tables.kernel.mark(values, &decided.won, WON);
                tables.kernel.mark(values, &decided.lost, LOST);
            },
        )
    })
}
