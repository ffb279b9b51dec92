//! Databases whose levels come from two places, or not all of which are here.

use std::collections::BTreeMap;
use std::fs;

use quixotic_game::{Budget, Outcome, Value};
use quixotic_quixo::{Board, Class, Ternary};
use quixotic_tablebase::store::{Bundle, Directory, Layers, Memory};
use quixotic_tablebase::{Database, ProbeError, Store};

use crate::databases;

/// The files of the levels up to `last`.
fn first_levels(size: u8, last: u8) -> BTreeMap<Class, Vec<u8>> {
    let files = databases::files(size);
    files.filter(|(class, _)| class.level() <= last).collect()
}

/// A bundle of the levels up to `last`, as part of a program.
fn opening(size: u8, last: u8) -> Bundle {
    let rules = databases::official(size);
    let bytes = Bundle::pack(&first_levels(size, last), rules);
    Bundle::new("an opening", bytes.leak(), rules).expect("a bundle")
}

fn database(size: u8, store: impl Store + 'static) -> Database {
    Database::from_store(store, databases::official(size)).expect("it can be listed")
}

#[test]
fn a_bundle_may_hold_some_levels() {
    let bundle = opening(4, 5);
    assert!(!bundle.is_complete());
    assert!(
        bundle
            .files()
            .map(|(class, file)| (class, file.to_owned()))
            .eq(first_levels(4, 5))
    );
    let database = database(4, bundle);
    assert_eq!(database.levels(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(database.probe(Board::EMPTY).expect("here"), Value::win(21));
    let whole = Bundle::embedded(databases::official(4)).expect("it is embedded");
    assert!(whole.is_complete());
}

#[test]
fn a_bundle_that_is_cut_or_goes_on_is_refused() {
    let rules = databases::official(3);
    let bytes = Bundle::pack(&first_levels(3, 4), rules);
    for length in [0, 3, bytes.len() / 2, bytes.len() - 1] {
        let cut = bytes[..length].to_owned().leak();
        assert!(Bundle::new("cut", cut, rules).is_err(), "{length}");
    }
    let longer = [&bytes[..], &[0]].concat().leak();
    assert!(Bundle::new("longer", longer, rules).is_err());
}

#[test]
fn levels_of_a_directory_and_of_a_bundle_are_one_database() {
    let directory = databases::unpacked(3, 4);
    let layers = Layers::new(Directory::new(directory.path()), opening(3, 5));
    let layered = database(3, layers);
    assert!(layered.is_complete());
    let embedded = databases::embedded(3);
    assert_eq!(
        layered.stats().expect("all is here").signature,
        embedded.stats().expect("all is here").signature
    );
    for board in Ternary::new(databases::official(3)).boards() {
        assert_eq!(
            layered.probe_with_moves(board).expect("all is here"),
            embedded.probe_with_moves(board).expect("all is here")
        );
    }
}

#[test]
fn the_first_store_goes_before_the_second() {
    let class = Class::new(2, 1);
    let mut damaged = first_levels(3, 9);
    damaged.insert(class, b"nonsense".to_vec());
    let good = || Memory::new(first_levels(3, 3));
    let board = Board::new(0b110, 0b1000).expect("disjoint sets");
    assert_eq!(Class::of(board), class);
    let first = database(3, Layers::new(good(), Memory::new(damaged.clone())));
    assert!(first.probe(board).is_ok());
    let second = database(3, Layers::new(Memory::new(damaged), good()));
    assert!(matches!(second.probe(board), Err(ProbeError::File(_))));
}

#[test]
fn a_directory_that_comes_later_is_seen_and_what_was_read_stays() {
    let parent = tempfile::tempdir().expect("a temporary directory");
    let path = parent.path().join("later");
    let layers = Layers::new(Directory::new(&path), opening(3, 2));
    assert_eq!(layers.classes().expect("no directory is no error").len(), 6);
    let (read, other) = (Class::new(1, 0), Class::new(0, 1));
    let length = layers.length(read).expect("it is in the bundle");
    assert!(
        layers
            .length(Class::new(5, 4))
            .expect_err("not here")
            .is_missing()
    );

    fs::create_dir(&path).expect("a directory");
    for class in [read, other, Class::new(5, 4)] {
        fs::write(databases::file_of(&path, class), b"another file").expect("a file");
    }
    assert_eq!(layers.classes().expect("both are here").len(), 7);
    assert_eq!(layers.length(read).expect("it stays"), length);
    assert_eq!(layers.length(other).expect("not read before"), 12);
    assert_eq!(layers.length(Class::new(5, 4)).expect("it came"), 12);
    layers.forget(read);
    assert_eq!(layers.length(read).expect("a new choice"), 12);
}

/// What an opening tells of a board is what the whole database tells, or nothing; and
/// nothing only where its level is not here and a look ahead does not tell.
fn check_known(size: u8, last: u8, board: Board) {
    let (whole, part) = (
        databases::embedded(size),
        database(size, opening(size, last)),
    );
    let (value, moves) = whole.probe_with_moves(board).expect("all is here");
    let (known, known_moves) = part.known_with_moves(board).expect("no file is damaged");
    let may_be_open = |board: Board, value: Value| {
        Class::of(board).level() > last
            && ![Value::win(0), Value::loss(0), Value::win(1)].contains(&value)
    };
    let has_known_moves = known_moves.iter().all(|found| found.value.is_some());
    assert_eq!(
        known,
        Some(value).filter(|&value| has_known_moves || !may_be_open(board, value))
    );
    assert_eq!(known_moves.len(), moves.len());
    for found in &known_moves {
        let expected = moves
            .iter()
            .find(|other| other.mv == found.mv)
            .expect("the same moves");
        let of_child = whole.probe(expected.board).expect("all is here");
        let expected = Some(expected.value).filter(|_| !may_be_open(found.board, of_child));
        assert_eq!(found.value, expected, "{board:?}");
    }
    // The best first, what is not known before losses.
    let rank = |value: Option<Value>| {
        (
            value.is_none_or(|value| value.outcome() != Outcome::Loss),
            value,
        )
    };
    assert!(known_moves.is_sorted_by(|a, b| rank(a.value) >= rank(b.value)));
    // A line keeps the value of the board as far as it goes.
    let line = part
        .line(board, &Budget::UNLIMITED)
        .expect("no file is damaged");
    let mut expected = known;
    for step in &line {
        assert_eq!(Some(step.value), expected);
        expected = Some(whole.probe(step.board).expect("all is here"));
    }
    if known.is_none() {
        assert!(line.is_empty());
    }
}

#[test]
fn openings_of_3x3_tell_what_they_know() {
    let boards = Ternary::new(databases::official(3)).boards();
    for (number, board) in boards.enumerate().step_by(11) {
        check_known(3, (number % 9) as u8, board);
    }
}

#[test]
fn openings_of_4x4_tell_what_they_know() {
    for (mine, theirs) in [
        (0, 0),
        (0b1, 0b10),
        (0b1000_0000_0000_0011, 0b1_0000_1000),
        (0b1001_0000_0000_0011, 0b1_0110_1000),
        (0b1000_0000_0000_0111, 0b1_0000_1000),
        (0b1001_0110_0000_0011, 0b1_0110_1000),
    ] {
        for last in [0, 4, 6, 15] {
            check_known(4, last, Board::new(mine, theirs).expect("disjoint sets"));
        }
    }
}
