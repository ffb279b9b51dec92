//! A class in memory, for looking up the values of children.

use quixotic_quixo::Board;
use rayon::prelude::*;

use super::finder::{Finder, ring_counts};
use crate::database::{Database, ProbeError};
use crate::format::{FileError, blocks_per_page};
use crate::index::{Class, GridMap};

/// The values of a class.
pub(super) struct LoadedClass {
    /// By ring counts; empty where the class has no such group.
    groups: GridMap<LoadedGroup>,
}

#[derive(Default)]
struct LoadedGroup {
    lanes: usize,
    values: Vec<u8>,
}

impl LoadedClass {
    pub(super) fn load(database: &Database, class: Class) -> Result<LoadedClass, ProbeError> {
        let file = database.class(class)?;
        let ring_cells = 4 * (database.rules().size() - 1);
        let mut groups = GridMap::new(ring_cells, |_| LoadedGroup::default());
        for (number, group) in file.layout().groups.iter().enumerate() {
            let mut values = vec![0; group.len()];
            values
                .par_chunks_mut(blocks_per_page(group) * group.lanes)
                .enumerate()
                .try_for_each(|(page, values)| {
                    values.copy_from_slice(&database.page(file, number, page)?);
                    Ok::<(), FileError>(())
                })?;
            groups[group.ring] = LoadedGroup {
                lanes: group.lanes,
                values,
            };
        }
        Ok(LoadedClass { groups })
    }

    /// The byte stored for a board of the class.
    #[inline]
    pub(super) fn value(&self, finder: &Finder, board: Board) -> u8 {
        let place = finder.find(board);
        let group = &self.groups[ring_counts(finder.ring_part(board))];
        group.values[place.block * group.lanes + place.lane]
    }
}
