//! Classes in memory, for looking up the values of children.

use quixotic_quixo::{Board, Class, Quixo, Taken};
use rayon::prelude::*;

use super::VerifyError;
use super::finder::{Finder, join, ring_counts};
use quixotic_game::Budget;
use quixotic_tablebase::internal::encoding::{Scale, WIN};
use quixotic_tablebase::internal::format::{PagePlace, blocks_per_page};
use quixotic_tablebase::internal::index::{GridMap, Group};
use quixotic_tablebase::{Database, WinDistances};

/// What looking up takes: the database, and where it stores what.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'a> {
    pub(super) database: &'a Database,
    pub(super) finder: &'a Finder,
    pub(super) budget: &'a Budget,
}

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
    /// Reads a class as it is in its file.
    fn read(lookup: Lookup<'_>, class: Class) -> Result<LoadedClass, VerifyError> {
        let database = lookup.database;
        let file = database.class_file(class)?;
        let ring_cells = 4 * (database.rules().size() - 1);
        let mut groups = GridMap::new(ring_cells, |_| LoadedGroup::default());
        for (group_number, group) in file.layout().groups.iter().enumerate() {
            let mut values = vec![0; group.positions()];
            values
                .par_chunks_mut(blocks_per_page(group) * group.lanes)
                .enumerate()
                .try_for_each(|(page, values)| {
                    lookup.budget.check(0)?;
                    let group = group_number;
                    let page = database.read_page(file, PagePlace { group, page })?;
                    values.copy_from_slice(&page);
                    Ok::<(), VerifyError>(())
                })?;
            groups[group.ring] = LoadedGroup {
                lanes: group.lanes,
                values,
            };
        }
        Ok(LoadedClass { groups })
    }

    /// Reads a class, and works the distances of its wins out if its file leaves
    /// them out: from the losses among the children, which are stored in full.
    fn load(lookup: Lookup<'_>, class: Class) -> Result<LoadedClass, VerifyError> {
        let mut loaded = LoadedClass::read(lookup, class)?;
        let file = lookup.database.class_file(class)?;
        if file.win_distances() == WinDistances::LeftOut {
            let children = Children::new(lookup, class, LoadedClass::read)?;
            let earlier = Earlier::new(lookup.database);
            for group in &file.layout().groups {
                let values = &mut loaded.groups[group.ring].values;
                let blocks = values.par_chunks_mut(group.lanes).enumerate();
                blocks.try_for_each(|(block, values)| {
                    lookup.budget.check(0)?;
                    for (board, value) in lookup.boards(group, block).zip(values) {
                        if *value == WIN {
                            *value = earlier.win(children.least(lookup, board));
                        }
                    }
                    Ok::<(), VerifyError>(())
                })?;
            }
        }
        Ok(loaded)
    }

    /// The byte stored for a board of the class.
    #[inline]
    fn value(&self, finder: &Finder, board: Board) -> u8 {
        let place = finder.find(board);
        let group = &self.groups[ring_counts(finder.ring_part(board))];
        group.values[place.block * group.lanes + place.lane]
    }
}

impl<'a> Lookup<'a> {
    pub(super) fn quixo(self) -> &'a Quixo {
        self.database.quixo()
    }

    /// The boards of a block of a group, in the order of the lanes.
    pub(super) fn boards(self, group: &Group, block: usize) -> impl Iterator<Item = Board> {
        let ring = self.finder.ring(self.database.index(), group, block);
        let cores = self.finder.cores(group.core);
        cores.iter().map(move |&core| join(ring, core))
    }
}

/// The classes that the moves from a class lead to.
pub(super) struct Children {
    /// After moves that take an own tile.
    own: LoadedClass,
    /// After moves that take an empty tile; `None` on a full board.
    empty: Option<LoadedClass>,
}

impl Children {
    /// Loads the classes with the distances of their wins.
    pub(super) fn load(lookup: Lookup<'_>, class: Class) -> Result<Children, VerifyError> {
        Children::new(lookup, class, LoadedClass::load)
    }

    fn new<'a>(
        lookup: Lookup<'a>,
        class: Class,
        get: impl Fn(Lookup<'a>, Class) -> Result<LoadedClass, VerifyError>,
    ) -> Result<Children, VerifyError> {
        let has_empty = class.level() < lookup.database.rules().cells();
        let empty = has_empty.then(|| get(lookup, class.after_empty()));
        Ok(Children {
            own: get(lookup, class.swapped())?,
            empty: empty.transpose()?,
        })
    }

    /// The least byte among the children of a board. Greater bytes are better for
    /// the player to move, so it is what the mover wants to leave behind.
    pub(super) fn least(&self, lookup: Lookup<'_>, board: Board) -> u8 {
        let (quixo, finder) = (lookup.quixo(), lookup.finder);
        let own = quixo.children_taking(board, Taken::Own);
        let own = own.map(|(_, child)| self.own.value(finder, child));
        let empty = self.empty.iter().flat_map(|above| {
            let children = quixo.children_taking(board, Taken::Empty);
            children.map(|(_, child)| above.value(finder, child))
        });
        // She has a move: if no border tile were empty or her own, the border
        // would hold lines of the other's.
        own.chain(empty).min().expect("a move")
    }
}

/// Bytes one ply earlier, from what they mean.
pub(super) struct Earlier([Option<u8>; 256]);

impl Earlier {
    pub(super) fn new(database: &Database) -> Earlier {
        let scale = Scale::of(database.rules());
        let earlier = |byte: usize| {
            let value = scale.counted(scale.decode(byte as u8).one_ply_earlier());
            scale.encode(value)
        };
        Earlier(std::array::from_fn(earlier))
    }

    /// The byte of a position that is stored as a win, if its best move leads to one
    /// with that byte. [`WIN`], the longest win, if that is no loss: the check of the
    /// position itself will say so.
    #[inline]
    pub(super) fn win(&self, child: u8) -> u8 {
        match self.0[usize::from(child)] {
            Some(earlier) if earlier > WIN => earlier,
            _ => WIN,
        }
    }
}
