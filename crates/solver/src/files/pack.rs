//! Packing the class files of a small board into a bundle, which
//! [`Bundle`](quixotic_tablebase::store::Bundle) reads.

use std::fs;
use std::path::Path;

use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::FileError;
use quixotic_tablebase::internal::format::class_path;

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
