//! Rules, boards and databases that the tests draw from.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use quixotic_game::Budget;
use quixotic_quixo::{Board, Class, DoubleLine, Rules};
use quixotic_solver::{SolveOptions, solve};
use quixotic_tablebase::{Database, Kernel, WinDistances};
use tempfile::TempDir;

pub(crate) fn official(size: u8) -> Rules {
    Rules::official(size).expect("a supported size")
}

/// Every rule set of a size.
pub(crate) fn every_rules(size: u8) -> impl Iterator<Item = Rules> {
    (Rules::MIN_LINE..=size).flat_map(move |line| {
        let rules = official(size).with_line(line).expect("a line that fits");
        [DoubleLine::OpponentWins, DoubleLine::MoverWins]
            .map(|double_line| rules.with_double_line(double_line))
    })
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

/// A directory that is removed with its files when the test ends.
pub(crate) fn directory() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

/// Options to solve down to a level, with everything allowed.
pub(crate) fn options(directory: &Path, rules: Rules, until: u8) -> SolveOptions {
    SolveOptions {
        rules,
        directory: directory.to_owned(),
        until,
        memory: u64::MAX,
        win_distances: WinDistances::Kept,
        kernel: Kernel::detect(),
    }
}

/// A database solved down to a level.
pub(crate) fn solved(rules: Rules, until: u8) -> (TempDir, Database) {
    let directory = directory();
    solve(
        &options(directory.path(), rules, until),
        &Budget::UNLIMITED,
        &mut |_| {},
    )
    .expect("it can be solved");
    let database = open(directory.path(), rules);
    (directory, database)
}

/// The same without the distances of wins.
pub(crate) fn solved_thin(rules: Rules, until: u8) -> (TempDir, Database) {
    let directory = directory();
    let options = thin(options(directory.path(), rules, until));
    solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can be solved");
    let database = open(directory.path(), rules);
    (directory, database)
}

/// Opens the database in a directory.
pub(crate) fn open(directory: &Path, rules: Rules) -> Database {
    Database::open(directory, rules).expect("a directory")
}

/// The same run without the distances of wins.
pub(crate) fn thin(options: SolveOptions) -> SolveOptions {
    SolveOptions {
        win_distances: WinDistances::LeftOut,
        ..options
    }
}

/// The embedded database of a size.
pub(crate) fn embedded(size: u8) -> Database {
    Database::embedded(official(size)).expect("3×3 and 4×4 are embedded")
}

/// The file of a class.
pub(crate) fn file_of(directory: &Path, class: Class) -> PathBuf {
    directory.join(format!("c{:02}-{:02}.qxc", class.mine, class.theirs))
}

/// All class files of a directory, by name, with their contents.
pub(crate) fn class_files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "qxc") {
            let name = path.file_name().expect("a name").to_string_lossy();
            files.insert(name.into_owned(), fs::read(&path).expect("a file"));
        }
    }
    files
}
