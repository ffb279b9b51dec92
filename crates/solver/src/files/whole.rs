//! Reading a whole class into memory.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::Class;
use quixotic_tablebase::internal::format::{Census, ClassFile, PagePlace, blocks_per_page};
use quixotic_tablebase::internal::index::Index;
use quixotic_tablebase::store::{Directory, Store};
use quixotic_tablebase::{FileError, Kernel, Problem};
use rayon::prelude::*;

use super::ClassFiles;
use super::counter::Counter;
use crate::SolveError;
use crate::values::{Values, blocks_per_task};

/// The file of a class, as it was when it was opened: one that takes its name later is
/// another.
pub(crate) struct OpenFile {
    store: Directory,
    pub(crate) file: ClassFile,
}

impl ClassFiles<'_> {
    /// Opens the file of a class.
    pub(crate) fn open(&self, class: Class) -> Result<OpenFile, FileError> {
        let store = Directory::new(self.directory);
        let file = ClassFile::open(&store, self.rules, self.index, class)?;
        Ok(OpenFile { store, file })
    }

    /// Opens the file of a class that is solved.
    pub(crate) fn open_solved(&self, class: Class) -> Result<OpenFile, SolveError> {
        self.open(class).map_err(|error| match error.is_missing() {
            true => SolveError::Removed(error.path().to_owned()),
            false => error.into(),
        })
    }

    /// Reads the values of a class as they are in its file.
    pub(crate) fn read(&self, class: Class, open: &OpenFile) -> Result<Values, SolveError> {
        debug_assert_eq!(open.file.class(), class);
        read_values(
            &open.store,
            &open.file,
            self.index,
            self.kernel,
            self.budget,
        )
    }

    /// Checks the values of the whole class, distances of wins included, against
    /// their hash.
    pub(crate) fn check_digest(&self, file: &ClassFile, values: &Values) -> Result<(), SolveError> {
        if content_hash(values, self.budget)? != file.digest() {
            let problem = Problem::Corrupt("the values do not match their hash".into());
            return Err(FileError::new(file.path(), problem).into());
        }
        Ok(())
    }
}

/// Reads the values of a class as they are in its file.
pub(crate) fn read_values<E: From<Stopped> + From<FileError> + Send>(
    store: &dyn Store,
    file: &ClassFile,
    index: &Index,
    kernel: Kernel,
    budget: &Budget,
) -> Result<Values, E> {
    let mut number = 0;
    Values::new(index, file.class(), |group| {
        let mut bytes = Values::buffer(group);
        bytes[..group.positions()]
            .par_chunks_mut(blocks_per_page(group) * group.lanes)
            .enumerate()
            .try_for_each(|(page, values)| {
                budget.check(0)?;
                let place = PagePlace {
                    group: number,
                    page,
                };
                let read = store.read_many(&[file.page_read(place)])?;
                let compressed = read.first().expect("one part for each read");
                file.decode_page(index, kernel, place, compressed, values)?;
                Ok::<(), E>(())
            })?;
        number += 1;
        Ok(bytes)
    })
}

/// The hash of the values of a whole class, distances of wins included.
pub(crate) fn content_hash(values: &Values, budget: &Budget) -> Result<blake3::Hash, Stopped> {
    let mut content = blake3::Hasher::new();
    for (number, group) in values.layout().groups.iter().enumerate() {
        budget.check(0)?;
        content.update_rayon(&values.group(number)[..group.positions()]);
    }
    Ok(content.finalize())
}

/// How many positions of a whole class have each value.
pub(crate) fn count_values(
    index: &Index,
    values: &Values,
    budget: &Budget,
) -> Result<Census, Stopped> {
    let mut census = Census::EMPTY;
    for (number, group) in values.layout().groups.iter().enumerate() {
        let blocks = blocks_per_task(group);
        let rings = index.rings.group(group.ring).par_chunks(blocks);
        let of_group = values.group(number)[..group.positions()]
            .par_chunks(blocks * group.lanes)
            .zip(rings)
            .map(|(values, rings)| {
                budget.check(0)?;
                let mut counter = Counter::new();
                for (values, &ring) in values.chunks(group.lanes).zip(rings) {
                    counter.count(values, index.rings.orbit(ring));
                }
                Ok(counter.finish())
            })
            .try_reduce(|| Census::EMPTY, |a, b| Ok(a.plus(&b)))?;
        census = census.plus(&of_group);
    }
    Ok(census)
}
