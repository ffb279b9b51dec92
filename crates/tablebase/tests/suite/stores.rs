//! Where bytes come from: every store gives the same answers, and a directory reads
//! nothing but regular files.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use quixotic_game::Value;
use quixotic_quixo::{Board, Class};
use quixotic_tablebase::store::{Bundle, Directory, Memory, Part, ReadRequest};
use quixotic_tablebase::{Database, OpenError, ProbeError, Store};

use crate::databases;

#[test]
fn every_store_hands_out_the_same_parts() {
    let directory = databases::unpacked(3, 0);
    let stores: [&dyn Store; 3] = [
        &Bundle::embedded(databases::official(3)).expect("it is embedded"),
        &Memory::new(databases::files(3)),
        &Directory::new(directory.path()),
    ];
    for (class, file) in databases::files(3) {
        let length = file.len() as u64;
        let read = |range, part| ReadRequest { class, range, part };
        let reads = [
            read(0..64, Part::Header),
            read(length - 32..length, Part::Tail),
            read(64..length.min(100), Part::Page),
        ];
        for store in stores {
            assert_eq!(store.length(class).expect("it is here"), length);
            let parts = store.read_many(&reads).expect("they are here");
            for (part, read) in parts.iter().zip(&reads) {
                let range = read.range.start as usize..read.range.end as usize;
                assert_eq!(part[..], file[range]);
            }
            assert_eq!(parts.len(), reads.len());
            let beyond = read(length - 1..length + 1, Part::Page);
            assert!(store.read_many(&[beyond]).is_err());
        }
    }
    for store in stores {
        let mut classes = store.classes().expect("it can be listed");
        classes.sort_unstable();
        assert!(classes.into_iter().eq(Class::within(9)));
        let error = store.length(Class::new(9, 1)).expect_err("no such class");
        assert!(error.is_missing());
    }
}

#[test]
fn databases_in_memory_and_on_disk_are_the_embedded_one() {
    let rules = databases::official(3);
    let memory = Database::from_store(Memory::new(databases::files(3)), rules);
    let directory = databases::unpacked(3, 0);
    let embedded = databases::embedded(3).stats().expect("it is whole");
    for database in [
        memory.expect("it can be listed"),
        databases::open(directory.path(), 3),
    ] {
        assert!(database.is_complete());
        assert_eq!(database.stats().expect("it is whole"), embedded);
    }
}

#[test]
fn nowhere_is_an_error_and_nothing_is_not() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let nowhere = directory.path().join("nowhere");
    let error = Database::open(&nowhere, databases::official(3)).expect_err("nothing is there");
    let OpenError::Store(error) = error else {
        panic!("{error}");
    };
    assert!(error.is_missing() && error.path() == nowhere, "{error}");
    let empty = databases::open(directory.path(), 3);
    assert!(empty.levels().is_empty());
    assert!(matches!(
        empty.probe(Board::EMPTY),
        Err(ProbeError::NotSolved { level: 0, solved }) if solved.is_empty()
    ));
    let too_large = Database::open(directory.path(), databases::official(6));
    assert!(matches!(too_large, Err(OpenError::Size(6))));
}

#[test]
fn levels_that_are_added_are_seen() {
    let directory = databases::unpacked(3, 5);
    let database = databases::open(directory.path(), 3);
    assert_eq!(database.levels(), [5, 6, 7, 8, 9]);
    let start = Instant::now();
    for (class, file) in databases::files(3) {
        fs::write(databases::file_of(directory.path(), class), file).expect("a file");
    }
    // A probe looks for the file itself.
    assert_eq!(
        database.probe(Board::EMPTY).expect("now it is here"),
        Value::win(7)
    );
    while database.levels().len() < 10 {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "they are not seen"
        );
        thread::sleep(Duration::from_millis(50));
    }
    assert!(database.is_complete());
}

/// What a probe of C(3,4) says when something else is in place of its file. It is asked
/// on another thread, since at worst it never answers.
#[cfg(unix)]
fn refusal(replace: impl FnOnce(&Path)) -> String {
    let class = Class::new(3, 4);
    let directory = databases::unpacked(3, 0);
    let path = databases::file_of(directory.path(), class);
    fs::remove_file(&path).expect("a file");
    replace(&path);
    let (sender, answer) = std::sync::mpsc::channel();
    let asked = directory.path().to_owned();
    thread::spawn(move || {
        let database = databases::open(&asked, 3);
        // It is not solved, and not to be counted as missing.
        let whole = database.levels().len();
        let board = Board::new(0b000_001_110, 0b110_110_000).expect("disjoint sets");
        assert_eq!(Class::of(board), class);
        let _ = sender.send((whole, database.probe(board), database.stats()));
    });
    let (levels, probed, stats) = answer
        .recv_timeout(Duration::from_secs(20))
        .expect("an answer");
    assert_eq!(levels, 10);
    let [probed, stats] = [probed.map(drop), stats.map(drop)].map(|answer| match answer {
        Err(ProbeError::File(error)) => {
            assert_eq!(error.path(), path);
            assert!(!error.is_missing());
            error.problem().to_string()
        }
        other => panic!("{other:?}"),
    });
    assert_eq!(probed, stats);
    probed
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_by_name() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let pipe = |path: &Path| {
        mknodat(CWD, path, FileType::Fifo, Mode::RWXU, 0).expect("a pipe");
    };
    assert_eq!(refusal(pipe), "a named pipe, not a regular file");
    let message = refusal(|path| fs::create_dir(path).expect("a directory"));
    assert_eq!(message, "a directory, not a regular file");
    let message = refusal(|path| symlink("/dev/zero", path).expect("a link"));
    assert_eq!(message, "a device, not a regular file");
    let message = refusal(|path| drop(UnixListener::bind(path).expect("a socket")));
    assert_eq!(message, "a socket, not a regular file");
    // A link to itself.
    let message = refusal(|path| symlink(path, path).expect("a link"));
    assert!(message.contains("symbolic links"), "{message}");
}

#[cfg(unix)]
#[test]
fn links_to_regular_files_are_read_and_those_to_nowhere_are_missing() {
    use std::os::unix::fs::symlink;

    let class = Class::new(3, 4);
    let elsewhere = databases::unpacked(3, 0);
    let directory = databases::unpacked(3, 0);
    let path = databases::file_of(directory.path(), class);
    fs::remove_file(&path).expect("a file");
    symlink(databases::file_of(elsewhere.path(), class), &path).expect("a link");
    let database = databases::open(directory.path(), 3);
    assert_eq!(
        database.stats().expect("it is whole").signature,
        databases::embedded(3)
            .stats()
            .expect("it is whole")
            .signature
    );
    fs::remove_file(databases::file_of(elsewhere.path(), class)).expect("a file");
    let database = databases::open(directory.path(), 3);
    assert_eq!(database.levels(), [0, 1, 2, 3, 4, 5, 6, 8, 9]);
}

#[test]
fn a_file_that_is_replaced_is_read_to_the_end() {
    let directory = databases::unpacked(3, 0);
    let store = Directory::new(directory.path());
    let class = Class::new(3, 4);
    let path = databases::file_of(directory.path(), class);
    let good = fs::read(&path).expect("a file");
    let read = |range| ReadRequest {
        class,
        range,
        part: Part::Page,
    };
    store.read_many(&[read(0..64)]).expect("a part");
    let other = directory.path().join("other");
    fs::write(&other, b"something else").expect("a file");
    fs::rename(&other, &path).expect("it can be replaced");
    let length = good.len() as u64;
    let rest = store.read_many(&[read(64..length)]).expect("the rest");
    assert_eq!(rest[0][..], good[64..]);
}

#[test]
fn a_damaged_file_that_is_replaced_is_seen() {
    let rules = databases::official(3);
    let directory = databases::unpacked(3, 0);
    let board = Board::EMPTY;
    let path = databases::file_of(directory.path(), Class::of(board));
    let good = fs::read(&path).expect("a file");
    fs::write(&path, &good[..good.len() - 1]).expect("it can be written");
    let database = Database::open(directory.path(), rules).expect("it can be listed");
    assert!(matches!(database.probe(board), Err(ProbeError::File(_))));
    let other = directory.path().join("other");
    fs::write(&other, &good).expect("a file");
    fs::rename(&other, &path).expect("it can be replaced");
    assert_eq!(database.probe(board).expect("it is whole"), Value::win(7));
}
