//! Loading a solved class, whether or not its file tells the distances of wins.
//!
//! A win is one ply longer than the shortest loss that a move leads to, and losses
//! are always told in full. So one evaluation of a class, from its partner and the
//! class above as their files tell them, finds the distances that were left out.

use quixotic_quixo::{Class, Taken};

use super::base::base;
use super::run::above;
use crate::encoding::WIN;
use crate::format::{ClassFiles, FileError, WinDistances};
use crate::kernel::Room;
use crate::sweep::Tables;
use crate::values::Values;

/// Reads a class with the distances of its wins.
pub(super) fn load(
    files: &ClassFiles<'_>,
    tables: &Tables,
    class: Class,
) -> Result<Values, FileError> {
    let file = files.open(class)?;
    let mut values = files.read(class, &file)?;
    if file.win_distances() == WinDistances::LeftOut {
        let read = |class| files.read(class, &files.open(class)?);
        let above = above(files.rules, class).map(read).transpose()?;
        let base = base(tables, class, above.as_ref());
        drop(above);
        let partner = class.swapped();
        let partner = (partner != class).then(|| read(partner)).transpose()?;
        values = with_win_distances(tables, &values, partner.as_ref().unwrap_or(&values), &base);
    }
    file.check_digest(&values)?;
    Ok(values)
}

/// The values of a class, given those of its partner, both without the distances
/// of wins, and the base.
fn with_win_distances(tables: &Tables, told: &Values, partner: &Values, base: &Values) -> Values {
    let mut number = 0;
    Values::new(&tables.index, told.class, |group| {
        let links = tables.own.group(group.ring);
        let family = tables.family(group, Taken::Own, |ring| partner.group_of(ring));
        let (told, base) = (told.group(number), base.group(number));
        number += 1;
        Values::group_by_block(group, Room::new, |room, block, values| {
            let lanes = block * group.lanes..(block + 1) * group.lanes;
            let (told, base) = (&told[lanes.clone()], &base[lanes]);
            let links = links.of(block);
            if links.is_empty() {
                values.copy_from_slice(base);
            } else {
                tables.kernel.block_min(&family, links, room);
                let minima = &room.minima.0[..group.lanes];
                tables.kernel.update(tables.scale, minima, base, values);
            }
            for (value, &told) in values.iter_mut().zip(told) {
                if told != WIN {
                    *value = told;
                }
            }
        })
    })
}
