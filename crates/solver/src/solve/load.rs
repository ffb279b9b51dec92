//! Loading a solved class, whether or not its file tells the distances of wins.
//!
//! A win is one ply longer than the shortest loss that a move leads to, and losses
//! are always told in full. So one evaluation of a class, from its partner and the
//! class above as their files tell them, finds the distances that were left out.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::{Class, Taken};

use super::base::base;
use super::run::above;
use crate::SolveError;
use crate::files::ClassFiles;
use crate::kernel::{Scratch, Sweeping};
use crate::sweep::Tables;
use crate::values::Values;
use quixotic_tablebase::WinDistances;
use quixotic_tablebase::internal::encoding::WIN;

/// Reads a class with the distances of its wins.
pub(super) fn load(
    files: &ClassFiles<'_>,
    tables: &Tables,
    class: Class,
) -> Result<Values, SolveError> {
    let open = files.open(class)?;
    let mut values = files.read(class, &open)?;
    if open.file.win_distances() == WinDistances::LeftOut {
        let read = |class| files.read(class, &files.open(class)?);
        let above = above(files.rules, class).map(read).transpose()?;
        let base = base(tables, files.budget, class, above.as_ref())?;
        drop(above);
        let partner = class.swapped();
        let partner = (partner != class).then(|| read(partner)).transpose()?;
        let told = Told {
            own: &values,
            partner: partner.as_ref().unwrap_or(&values),
            base: &base,
        };
        values = told.with_win_distances(tables, files.budget)?;
    }
    files.check_digest(&open.file, &values)?;
    Ok(values)
}

/// What the files tell of a class and of its partner, and the base.
struct Told<'a> {
    own: &'a Values,
    partner: &'a Values,
    base: &'a Values,
}

impl Told<'_> {
    /// The values of the class with the distances of wins.
    fn with_win_distances(&self, tables: &Tables, budget: &Budget) -> Result<Values, Stopped> {
        let mut number = 0;
        Values::new(&tables.index, self.own.class, |group| {
            let links = tables.own.group(group.ring);
            let family = tables.family(group, Taken::Own, |ring| self.partner.group_of(ring));
            let (told, base) = (self.own.group(number), self.base.group(number));
            number += 1;
            Values::group_by_block(group, budget, Scratch::new, |scratch, block, values| {
                let lanes = block * group.lanes..(block + 1) * group.lanes;
                let (told, base) = (&told[lanes.clone()], &base[lanes]);
                let links = links.of(block);
                if links.is_empty() {
                    values.copy_from_slice(base);
                } else {
                    tables.kernel.block_min(&family, links, scratch);
                    let minima = &scratch.minima.0[..group.lanes];
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
}
