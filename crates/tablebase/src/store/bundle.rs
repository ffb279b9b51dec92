//! A bundle: all class files of a small board in one, as part of the program.
//!
//! For each class in ascending order: the length of its file as a little-endian
//! `u32`, then the file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use quixotic_quixo::{Class, Rules};

use super::{ReadRequest, Store, missing, part_of};
use crate::format::{FileError, Problem, class_path};

/// The class files of a board in one.
#[derive(Clone)]
pub struct Bundle {
    name: &'static str,
    files: BTreeMap<Class, &'static [u8]>,
}

impl Bundle {
    /// The bundle of a rule set that the program contains.
    pub fn embedded(rules: Rules) -> Option<Bundle> {
        if !rules.is_official() {
            return None;
        }
        let (name, bytes): (_, &[u8]) = match rules.size() {
            3 => ("embedded quixo3", include_bytes!("../../data/quixo3.qxb")),
            4 => ("embedded quixo4", include_bytes!("../../data/quixo4.qxb")),
            _ => return None,
        };
        Some(Bundle::new(name, bytes, rules).expect("a test reads all of it"))
    }

    /// A bundle of a rule set from its bytes; `name` is what errors call it.
    pub fn new(
        name: &'static str,
        bytes: &'static [u8],
        rules: Rules,
    ) -> Result<Bundle, FileError> {
        let mut files = BTreeMap::new();
        let mut rest = bytes;
        for class in Class::within(rules.cells()) {
            let file = rest.split_first_chunk().and_then(|(length, files)| {
                files.split_at_checked(u32::from_le_bytes(*length) as usize)
            });
            let Some((file, others)) = file else {
                let problem = Problem::Corrupt(format!("{class} is not in the bundle"));
                return Err(FileError::new(Path::new(name), problem));
            };
            files.insert(class, file);
            rest = others;
        }
        Ok(Bundle { name, files })
    }

    /// The class files.
    pub fn files(&self) -> impl Iterator<Item = (Class, &'static [u8])> {
        self.files.iter().map(|(&class, &file)| (class, file))
    }

    fn file(&self, class: Class) -> Result<&'static [u8], FileError> {
        let file = self.files.get(&class).copied();
        file.ok_or_else(|| missing(&self.name(class)))
    }
}

impl Store for Bundle {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        Ok(self.files.keys().copied().collect())
    }

    fn name(&self, class: Class) -> PathBuf {
        class_path(Path::new(self.name), class)
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        Ok(self.file(class)?.len() as u64)
    }

    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let part =
            |read: &ReadRequest| part_of(self.file(read.class)?, read, || self.name(read.class));
        reads.iter().map(part).collect()
    }
}

impl fmt::Debug for Bundle {
    /// Without the bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bundle").field(&self.name).finish()
    }
}
