//! Rules, boards and databases that the tests draw from.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use quixotic_quixo::{Board, Class, Rules};
use quixotic_tablebase::Database;
use quixotic_tablebase::store::Bundle;
use tempfile::TempDir;

pub(crate) fn official(size: u8) -> Rules {
    Rules::official(size).expect("a supported size")
}

/// Any board of a size, reachable or not.
pub(crate) fn any_board(size: u8) -> impl Strategy<Value = Board> {
    prop::collection::vec(0..3_u8, usize::from(size * size)).prop_map(|cells| {
        let set = |symbol| {
            let marked = (0..).zip(&cells).filter(|&(_, &cell)| cell == symbol);
            marked.fold(0, |set, (bit, _)| set | 1 << bit)
        };
        Board::new(set(1), set(2)).expect("a cell has one symbol")
    })
}

/// The embedded database of a size.
pub(crate) fn embedded(size: u8) -> Database {
    Database::embedded(official(size)).expect("3×3 and 4×4 are embedded")
}

/// The embedded class files of a size.
pub(crate) fn files(size: u8) -> impl Iterator<Item = (Class, Vec<u8>)> {
    let bundle = Bundle::embedded(official(size)).expect("3×3 and 4×4 are embedded");
    let files: Vec<_> = bundle.files().collect();
    files
        .into_iter()
        .map(|(class, file)| (class, file.to_owned()))
}

/// A directory with the embedded files of a size, from a level up.
pub(crate) fn unpacked(size: u8, until: u8) -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (class, file) in files(size).filter(|(class, _)| class.level() >= until) {
        fs::write(file_of(directory.path(), class), file).expect("a file");
    }
    directory
}

/// Opens the database in a directory.
pub(crate) fn open(directory: &Path, size: u8) -> Database {
    Database::open(directory, official(size)).expect("a directory")
}

/// The file of a class.
pub(crate) fn file_of(directory: &Path, class: Class) -> PathBuf {
    directory.join(format!("c{:02}-{:02}.qxc", class.mine, class.theirs))
}
