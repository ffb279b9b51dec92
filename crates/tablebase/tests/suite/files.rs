//! A file that is not good is reported by name with what is wrong, and never
//! read as if it were good.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proptest::prelude::*;
use quixotic_game::Value;
use quixotic_quixo::{Board, Class, Ternary};
use quixotic_tablebase::{ProbeError, Problem};
use tempfile::TempDir;

use crate::databases;

/// The class whose file is spoilt. None of its positions is a full board, and
/// many are not decided by a look at the next ply.
const CLASS: Class = Class::new(3, 4);

/// A database of which one file is spoilt.
struct Spoilt {
    directory: TempDir,
    good: Vec<u8>,
}

impl Spoilt {
    fn new() -> Spoilt {
        let directory = databases::unpacked(3, 0);
        let good = fs::read(databases::file_of(directory.path(), CLASS)).expect("a file");
        Spoilt { directory, good }
    }

    fn path(&self) -> PathBuf {
        databases::file_of(self.directory.path(), CLASS)
    }

    fn write(&self, bytes: &[u8]) {
        fs::write(self.path(), bytes).expect("a file");
    }

    /// What reading the class with these bytes as its file finds wrong. Before
    /// that, all that can be read must be right.
    fn problem(&self, bytes: &[u8]) -> String {
        self.write(bytes);
        problem(self.directory.path()).unwrap_or_else(|| panic!("nothing is said to be wrong"))
    }

    fn problem_after(&self, spoil: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut bytes = self.good.clone();
        spoil(&mut bytes);
        self.problem(&bytes)
    }
}

/// The boards of the class that need its file, and their values.
static RIGHT: LazyLock<Vec<(Board, Value)>> = LazyLock::new(|| {
    let database = databases::embedded(3);
    let all = Ternary::new(database.rules()).boards();
    let values = all.filter(|&board| Class::of(board) == CLASS);
    let values = values.map(|board| (board, database.probe(board).expect("it is whole")));
    values
        .filter(|(_, value)| value.distance() != Some(0))
        .collect()
});

/// Probes the whole class: what is wrong with its file. Panics if a wrong value
/// is returned, or the error is about something else.
fn problem(directory: &Path) -> Option<String> {
    let database = databases::open(directory, 3);
    let mut problem = None;
    for &(board, right) in RIGHT.iter() {
        match database.probe(board) {
            Ok(value) => assert_eq!(value, right, "{board:?}"),
            Err(ProbeError::File(error)) => {
                assert_eq!(error.path(), databases::file_of(directory, CLASS));
                assert!(error.to_string().contains("c03-04.qxc: "), "{error}");
                problem = Some(error.problem().to_string());
                // What is wrong with the whole file is so for every board.
                if !error.to_string().contains("page") {
                    break;
                }
            }
            Err(error) => panic!("{error}"),
        }
    }
    problem
}

#[test]
fn good_files_are_read() {
    let spoilt = Spoilt::new();
    assert_eq!(problem(spoilt.directory.path()), None);
}

#[test]
fn a_truncated_file_is_refused_at_every_length() {
    let spoilt = Spoilt::new();
    for len in 0..spoilt.good.len() {
        let problem = spoilt.problem(&spoilt.good[..len]);
        // Where only a little is missing, the checksum is looked for too early.
        let expected = problem.starts_with("truncated: ") || problem.starts_with("corrupt: ");
        assert!(expected, "{len}: {problem}");
    }
    assert_eq!(
        spoilt.problem(&[]),
        "truncated: 0 bytes, but at least 64 are needed"
    );
}

#[test]
fn bytes_after_the_end_are_refused() {
    let spoilt = Spoilt::new();
    for more in [1, 9, 100, 5000] {
        let problem = spoilt.problem_after(|bytes| bytes.extend(vec![0; more]));
        assert!(problem.starts_with("corrupt: "), "{more}: {problem}");
    }
}

#[test]
fn every_bit_of_every_byte_counts() {
    let spoilt = Spoilt::new();
    for at in 0..spoilt.good.len() {
        let bits = if at < 64 { 0..8 } else { at % 8..at % 8 + 1 };
        for bit in bits {
            let problem = spoilt.problem_after(|bytes| bytes[at] ^= 1 << bit);
            let place = format!("byte {at}, bit {bit}: {problem}");
            match at {
                0..8 => assert_eq!(problem, "not a class file of quixotic", "{place}"),
                8..10 => assert!(problem.starts_with("format version "), "{place}"),
                16 => assert_eq!(problem, "unfinished", "{place}"),
                // A header that makes sense, but for something else.
                10..64 => assert!(
                    ["holds ", "truncated: ", "corrupt: "]
                        .iter()
                        .any(|start| problem.starts_with(start)),
                    "{place}"
                ),
                _ => assert!(problem.starts_with("corrupt: "), "{place}"),
            }
        }
    }
}

#[test]
fn another_version_is_named() {
    let spoilt = Spoilt::new();
    let this = u16::from_le_bytes([spoilt.good[8], spoilt.good[9]]);
    let problem = spoilt.problem_after(|bytes| bytes[8..10].copy_from_slice(&[0x34, 0x12]));
    assert_eq!(
        problem,
        format!("format version 4660, but this program reads version {this}")
    );
}

#[test]
fn a_file_of_something_else_is_named() {
    let spoilt = Spoilt::new();
    let foreign = b"From: somebody\nTo: somebody else\nThis is not a class file of anything.\n";
    assert_eq!(spoilt.problem(foreign), "not a class file of quixotic");
    let other = databases::file_of(spoilt.directory.path(), Class::new(4, 3));
    let other = fs::read(other).expect("a file");
    assert_eq!(
        spoilt.problem(&other),
        "holds C(4,3) of 3×3, not C(3,4) of 3×3"
    );
    // The byte of the double-line rule, see docs/format.md.
    let mut other = spoilt.good.clone();
    change_header(&mut other, |header| header[12] = 1);
    assert_eq!(
        spoilt.problem(&other),
        "holds C(3,4) of 3×3, a double line wins for the mover, not C(3,4) of 3×3"
    );
}

/// Changes the header of a class file and makes its checksum right again; see
/// docs/format.md.
fn change_header(file: &mut [u8], change: impl FnOnce(&mut [u8])) {
    const HASH: usize = 32;
    change(&mut file[..64]);
    let tail = u64::from_le_bytes(file[40..48].try_into().expect("8 bytes")) as usize;
    let end = file.len() - HASH;
    let mut checksum = blake3::Hasher::new();
    checksum.update(&file[..64]).update(&file[tail..end]);
    file[end..].copy_from_slice(checksum.finalize().as_bytes());
}

#[test]
fn a_header_that_is_wrong_about_the_distances_of_wins_is_found() {
    // A class with wins in more than one ply. The file has their distances, and no
    // checksum says otherwise.
    let class = Class::new(2, 2);
    let directory = databases::unpacked(3, 0);
    let path = databases::file_of(directory.path(), class);
    let mut wrong = fs::read(&path).expect("a file");
    change_header(&mut wrong, |header| header[17] = 1);
    fs::write(&path, wrong).expect("a file");
    let database = databases::open(directory.path(), 3);
    let boards = Ternary::new(database.rules()).boards();
    let boards = boards.filter(|&board| Class::of(board) == class);
    let errors = boards.filter_map(|board| database.probe(board).err());
    let message: Vec<String> = errors.map(|error| error.to_string()).collect();
    assert!(!message.is_empty());
    for message in message {
        assert!(
            message.contains("has distances of wins, but the header says that they are left out"),
            "{message}"
        );
    }
}

#[test]
fn errors_say_what_to_do() {
    let spoilt = Spoilt::new();
    let message = |change: fn(&mut Vec<u8>)| {
        let mut bytes = spoilt.good.clone();
        change(&mut bytes);
        spoilt.write(&bytes);
        let database = databases::open(spoilt.directory.path(), 3);
        let error = database.probe(RIGHT[0].0).expect_err("it is spoilt");
        let error = error.to_string();
        let (_, message) = error.split_once(": ").expect("a path and what is wrong");
        message.to_owned()
    };
    assert_eq!(
        message(|bytes| bytes[8] = 1),
        "format version 1, but this program reads version 2: move it away and solve again"
    );
    assert_eq!(
        message(|bytes| bytes[8] = 3),
        "format version 3, but this program reads version 2: read it with a newer version of \
         this program, or move it away and solve again"
    );
    assert_eq!(
        message(|bytes| bytes[0] = 0),
        "not a class file of quixotic: move it away, or use another directory"
    );
    assert_eq!(
        message(|bytes| bytes[16] = 0),
        "unfinished: delete it and solve again, which makes only what is missing"
    );
}

#[test]
fn pages_that_changed_places_are_refused() {
    let spoilt = Spoilt::new();
    // The first two pages and what the index says about them; see
    // docs/format.md.
    let number = |at: usize| u32::from_le_bytes(spoilt.good[at..at + 4].try_into().expect("4"));
    let tail = number(40) as usize;
    let [first, second] = [number(tail) as usize, number(tail + 8) as usize];
    let problem = spoilt.problem_after(|bytes| bytes[64..64 + first + second].rotate_left(first));
    assert!(
        problem.ends_with("does not match its checksum"),
        "{problem}"
    );
}

#[test]
fn a_missing_file_is_a_level_that_is_not_solved() {
    let spoilt = Spoilt::new();
    fs::remove_file(spoilt.path()).expect("a file");
    let database = databases::open(spoilt.directory.path(), 3);
    let error = database.probe(RIGHT[0].0).expect_err("its file is missing");
    let ProbeError::NotSolved { level, solved } = error else {
        panic!("{error}");
    };
    assert_eq!(level, 7);
    assert_eq!(solved, [0, 1, 2, 3, 4, 5, 6, 8, 9]);
}

#[test]
fn a_problem_can_be_told_from_others() {
    let spoilt = Spoilt::new();
    spoilt.write(&spoilt.good[..100]);
    let database = databases::open(spoilt.directory.path(), 3);
    let Err(ProbeError::File(error)) = database.probe(RIGHT[0].0) else {
        panic!("the file is truncated");
    };
    assert!(matches!(
        error.problem(),
        Problem::Truncated { found: 100, .. }
    ));
    assert!(!error.is_missing());
}

#[test]
fn spoilt_anywhere() {
    let spoilt = Spoilt::new();
    let changes = prop::collection::vec((any::<prop::sample::Index>(), 1..=255_u8), 1..8);
    proptest!(|(changes in changes)| {
        let mut bytes = spoilt.good.clone();
        for (at, change) in changes {
            let at = at.index(bytes.len());
            bytes[at] ^= change;
        }
        prop_assume!(bytes != spoilt.good);
        spoilt.problem(&bytes);
    });
}

#[test]
fn damage_is_counted_and_other_trouble_is_not() {
    let spoilt = Spoilt::new();
    let probed = |bytes: &[u8]| {
        spoilt.write(bytes);
        let database = databases::open(spoilt.directory.path(), 3);
        let failed = RIGHT
            .iter()
            .filter(|&&(board, _)| database.probe(board).is_err());
        (failed.count() as u64, database.activity().damaged)
    };
    assert_eq!(probed(&spoilt.good), (0, 0));
    // In a page, whose checksum does not match then, nor when it is read once more.
    let mut bytes = spoilt.good.clone();
    bytes[70] ^= 1;
    let (failed, damaged) = probed(&bytes);
    assert!(damaged > 0, "none of {failed}");
    assert_eq!(damaged, 2 * failed);
    // A file that ends too early is no question of checksums.
    let (failed, damaged) = probed(&spoilt.good[..100]);
    assert!(failed > 0 && damaged == 0, "{damaged} of {failed}");
}
