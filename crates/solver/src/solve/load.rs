//! Loading a solved class, whether or not its file tells the distances of wins.
//!
//! A win is one ply longer than the shortest loss that a move leads to, and losses
//! are always told in full. So one evaluation of a class, from its partner and the
//! class above as their files tell them, finds the distances that were left out.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::{Class, Taken};
use rayon::prelude::*;

use super::base::start;
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
        let start = start(tables, files.budget, class, above)?.values;
        let partner = class.swapped();
        let partner = (partner != class).then(|| read(partner)).transpose()?;
        let told = Told {
            own: &values,
            partner: partner.as_ref().unwrap_or(&values),
        };
        values = told.with_win_distances(tables, start, files.budget)?;
    }
    files.check_digest(&open.file, &values)?;
    Ok(values)
}

/// What the files tell of a class and of its partner.
struct Told<'a> {
    own: &'a Values,
    partner: &'a Values,
}

impl Told<'_> {
    /// The values of the class with the distances of wins, which are computed in the
    /// place of its start.
    fn with_win_distances(
        &self,
        tables: &Tables,
        mut start: Values,
        budget: &Budget,
    ) -> Result<Values, Stopped> {
        for number in 0..start.layout().groups.len() {
            let group = &start.layout().groups[number].clone();
            let links = tables.own.group(group.ring);
            let family = tables.family(group, Taken::Own, |ring| self.partner.group_of(ring));
            let told = self.own.group(number)[..group.positions()].par_chunks(group.lanes);
            start.group_mut(number)[..group.positions()]
                .par_chunks_mut(group.lanes)
                .zip(told)
                .enumerate()
                .try_for_each_init(Scratch::new, |scratch, (block, (values, told))| {
                    budget.check(0)?;
                    let links = links.of(block);
                    if !links.is_empty() {
                        tables.kernel.block_min(&family, links, scratch);
                        // Where a move wins, it does not matter what the base loses.
                        let minima = &scratch.minima.0;
                        tables.kernel.update(tables.scale, minima, None, values);
                    }
                    for (value, &told) in values.iter_mut().zip(told) {
                        if told != WIN {
                            *value = told;
                        }
                    }
                    Ok(())
                })?;
        }
        Ok(start)
    }
}
