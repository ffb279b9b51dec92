//! A bundle: all class files of a small board in one, as part of the program.
//!
//! For each class in ascending order: the length of its file as a little-endian
//! `u32`, then the file.

use std::fs;
use std::path::Path;

use quixotic_quixo::{Class, Rules};

use crate::format::{Bytes, ClassFile, FileError, Problem, class_path};
use crate::index::Index;

/// The class files of a board in memory.
#[derive(Debug)]
pub(crate) struct Bundle {
    name: &'static str,
    bytes: &'static [u8],
}

impl Bundle {
    /// The bundle of a rule set that the program contains.
    pub(crate) fn embedded(rules: Rules) -> Option<Bundle> {
        if !rules.is_official() {
            return None;
        }
        match rules.size() {
            3 => Some(Bundle {
                name: "embedded quixo3",
                bytes: include_bytes!("../../data/quixo3.qxb"),
            }),
            4 => Some(Bundle {
                name: "embedded quixo4",
                bytes: include_bytes!("../../data/quixo4.qxb"),
            }),
            _ => None,
        }
    }

    /// Opens a class of the bundle.
    pub(crate) fn class(
        &self,
        rules: Rules,
        index: &Index,
        class: Class,
    ) -> Result<ClassFile, FileError> {
        let path = class_path(Path::new(self.name), class);
        let mut rest = self.bytes;
        for other in Class::within(rules.cells()) {
            let file = rest.split_first_chunk().and_then(|(length, files)| {
                files.split_at_checked(u32::from_le_bytes(*length) as usize)
            });
            let Some((file, others)) = file else { break };
            if other == class {
                return ClassFile::read(&path, Bytes::Embedded(file), rules, index, class);
            }
            rest = others;
        }
        Err(FileError::new(
            &path,
            Problem::Corrupt("not in the bundle".into()),
        ))
    }
}

/// Packs the class files of a directory into a bundle.
pub fn pack(directory: &Path, rules: Rules) -> Result<Vec<u8>, FileError> {
    let mut bundle = Vec::new();
    for class in Class::within(rules.cells()) {
        let path = class_path(directory, class);
        let file = fs::read(&path).map_err(|error| FileError::new(&path, error))?;
        bundle.extend((file.len() as u32).to_le_bytes());
        bundle.extend(file);
    }
    Ok(bundle)
}
