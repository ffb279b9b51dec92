//! Reading a whole class into memory.

use quixotic_quixo::Class;

use rayon::prelude::*;

use super::{ClassFile, ClassFiles, FileError, Problem, blocks_per_page, class_path};
use crate::values::Values;

impl ClassFiles<'_> {
    /// Opens the file of a class.
    pub(crate) fn open(&self, class: Class) -> Result<ClassFile, FileError> {
        let path = class_path(self.directory, class);
        ClassFile::open(&path, self.rules, self.index, class)
    }

    /// Reads the values of a class as they are in its file.
    pub(crate) fn read(&self, class: Class, file: &ClassFile) -> Result<Values, FileError> {
        let mut number = 0;
        let mut failed = None;
        let values = Values::new(self.index, class, |group| {
            let mut bytes = Values::room(group);
            let read = bytes[..group.len()]
                .par_chunks_mut(blocks_per_page(group) * group.lanes)
                .enumerate()
                .try_for_each(|(page, values)| {
                    file.read_page(self.index, self.kernel, number, page, values)
                });
            failed = failed.take().or(read.err());
            number += 1;
            bytes
        });
        failed.map_or(Ok(values), Err)
    }
}

impl ClassFile {
    /// Checks the values of the whole class, distances of wins included, against
    /// their hash.
    pub(crate) fn check_digest(&self, values: &Values) -> Result<(), FileError> {
        let mut content = blake3::Hasher::new();
        for (number, group) in values.layout().groups.iter().enumerate() {
            content.update_rayon(&values.group(number)[..group.len()]);
        }
        if content.finalize() != self.digest() {
            let problem = Problem::Corrupt("the values do not match their hash".into());
            return Err(FileError::new(self.path(), problem));
        }
        Ok(())
    }
}
