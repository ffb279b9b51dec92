//! Class files in memory: for tests, and for who fetches whole files.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use quixotic_quixo::Class;

use super::{ReadRequest, Store, missing, part_of};
use crate::format::{FileError, class_path};

/// Class files in memory.
#[derive(Clone, Default)]
pub struct Memory {
    files: BTreeMap<Class, Vec<u8>>,
}

impl Memory {
    /// These files.
    pub fn new(files: impl IntoIterator<Item = (Class, Vec<u8>)>) -> Memory {
        Memory {
            files: files.into_iter().collect(),
        }
    }

    fn file(&self, class: Class) -> Result<&[u8], FileError> {
        let file = self.files.get(&class);
        Ok(file.ok_or_else(|| missing(&self.name(class)))?)
    }
}

impl Store for Memory {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        Ok(self.files.keys().copied().collect())
    }

    fn name(&self, class: Class) -> PathBuf {
        class_path(Path::new("memory"), class)
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

impl fmt::Debug for Memory {
    /// Without the bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.files.keys()).finish()
    }
}
