//! The base pass: what the level above says about a class.
//!
//! For each position, the value it would have if only moves that take an empty
//! tile were allowed; final where the game is over. The iteration never looks at
//! the level above again.

use quixotic_quixo::{Class, Taken};

use crate::encoding::{LOST, WON};
use crate::index::DecidedLanes;
use crate::kernel::Room;
use crate::sweep::Tables;
use crate::values::Values;

/// Computes the base of a class. `above` holds the class that moves taking an
/// empty tile lead to; `None` on a full board.
pub(crate) fn base(tables: &Tables, class: Class, above: Option<&Values>) -> Values {
    Values::new(&tables.index, class, |group| {
        let rings = tables.index.rings.group(group.ring);
        let links = tables.empty.group(group.ring);
        let family =
            above.map(|above| tables.family(group, Taken::Empty, |ring| above.group_of(ring)));
        let room = || (Room::new(), DecidedLanes::new());
        Values::group_by_block(group, room, |(room, decided), number, values| {
            let ring = tables.index.rings.tiles(rings[number]);
            tables.index.decided.ended(ring, group.core, decided);
            // Often the ring alone ends the game.
            let all_ended = decided.won.len() + decided.lost.len() == group.lanes;
            match &family {
                Some(family) if !all_ended => {
                    tables.kernel.block_min(family, links.of(number), room);
                    values.copy_from_slice(&room.minima.0[..group.lanes]);
                    tables.kernel.step_back(tables.scale, values);
                }
                _ => values.fill(tables.scale.step_back(u8::MAX)),
            }
            tables.kernel.mark(values, &decided.won, WON);
            tables.kernel.mark(values, &decided.lost, LOST);
        })
    })
}
