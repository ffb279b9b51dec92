//! Reading a whole class into memory.

use quixotic_quixo::Class;
use quixotic_tablebase::internal::format::{ClassFile, PagePlace, blocks_per_page};
use quixotic_tablebase::store::{Directory, Store};
use quixotic_tablebase::{FileError, Problem};
use rayon::prelude::*;

use super::ClassFiles;
use crate::SolveError;
use crate::values::Values;

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

    /// Reads the values of a class as they are in its file.
    pub(crate) fn read(&self, class: Class, open: &OpenFile) -> Result<Values, SolveError> {
        let mut number = 0;
        Values::new(self.index, class, |group| {
            let mut bytes = Values::buffer(group);
            bytes[..group.positions()]
                .par_chunks_mut(blocks_per_page(group) * group.lanes)
                .enumerate()
                .try_for_each(|(page, values)| {
                    self.budget.check(0)?;
                    let place = PagePlace {
                        group: number,
                        page,
                    };
                    let read = open.file.page_read(place);
                    let read = open.store.read_many(&[read])?;
                    let compressed = read.first().expect("one part for each read");
                    let (index, kernel) = (self.index, self.kernel);
                    open.file
                        .decode_page(index, kernel, place, compressed, values)?;
                    Ok::<(), SolveError>(())
                })?;
            number += 1;
            Ok(bytes)
        })
    }

    /// Checks the values of the whole class, distances of wins included, against
    /// their hash.
    pub(crate) fn check_digest(&self, file: &ClassFile, values: &Values) -> Result<(), SolveError> {
        let mut content = blake3::Hasher::new();
        for (number, group) in values.layout().groups.iter().enumerate() {
            self.budget.check(0)?;
            content.update_rayon(&values.group(number)[..group.positions()]);
        }
        if content.finalize() != file.digest() {
            let problem = Problem::Corrupt("the values do not match their hash".into());
            return Err(FileError::new(file.path(), problem).into());
        }
        Ok(())
    }
}
