//! A database without the distances of wins tells the same as one with them.

use std::fs;

use proptest::prelude::*;
use quixotic_game::Budget;
use quixotic_quixo::{Class, Ternary};
use quixotic_solver::{Event, solve, verify_independently, verify_sample};
use quixotic_tablebase::Stats;

use crate::databases;

/// Counts and signature, but not the sizes of the files.
fn comparable(mut stats: Stats) -> Stats {
    for class in &mut stats.by_class {
        class.bytes = 0;
    }
    stats
}

#[test]
fn every_rule_set_of_3x3_verifies_and_counts_the_same() {
    for rules in databases::every_rules(3) {
        let (_full_directory, full) = databases::solved(rules, 0);
        let (_directory, thin) = databases::solved_thin(rules, 0);
        let [full, counted] = [&full, &thin].map(|database| database.stats().expect("counts"));
        let bytes = |stats: &Stats| stats.by_class.iter().map(|class| class.bytes).sum::<u64>();
        assert!(bytes(&counted) < bytes(&full), "nothing was left out");
        let full = comparable(full);
        assert_eq!(comparable(counted), full);
        let verified =
            verify_independently(&thin, &Budget::UNLIMITED, &mut |_| {}).expect("it is right");
        assert_eq!(verified.signature, full.signature);
    }
}

#[test]
fn the_outcome_is_that_of_the_value() {
    let (_directory, thin) = databases::solved_thin(databases::official(3), 0);
    for board in Ternary::new(thin.rules()).boards() {
        assert_eq!(
            thin.outcome(board).unwrap(),
            thin.probe(board).unwrap().outcome()
        );
    }
}

#[test]
fn it_verifies_where_distances_are_counted_in_plies() {
    let rules = databases::official(4).with_line(3).expect("a line");
    let (_directory, thin) = databases::solved_thin(rules, 10);
    verify_independently(&thin, &Budget::UNLIMITED, &mut |_| {}).expect("it is right");
}

#[test]
fn missing_files_are_made_again_from_thin_ones() {
    let rules = databases::official(4);
    let (directory, _) = databases::solved_thin(rules, 9);
    let whole = databases::class_files(directory.path());
    // A pair, and a class that is its own partner: what is above them is thin.
    for (mine, theirs) in [(6, 5), (6, 6), (2, 9)] {
        let path = databases::file_of(directory.path(), Class::new(mine, theirs));
        fs::remove_file(path).expect("a file");
    }
    let options = databases::thin(databases::options(directory.path(), rules, 9));
    solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can go on");
    let again = databases::class_files(directory.path());
    let is_same = |name: &str| whole[name] == again[name];
    assert!(whole.keys().all(|name| is_same(name)));
}

#[test]
fn a_run_that_was_stopped_anywhere_ends_with_the_same_files() {
    let rules = databases::official(3);
    let (whole, _) = databases::solved_thin(rules, 0);
    let whole = databases::class_files(whole.path());
    let events = || {
        let directory = databases::directory();
        let mut events = 0;
        let options = databases::thin(databases::options(directory.path(), rules, 0));
        solve(&options, &Budget::UNLIMITED, &mut |_| events += 1).expect("it can be solved");
        events
    };
    for stop in (0..events()).step_by(11) {
        let directory = databases::directory();
        let options = databases::thin(databases::options(directory.path(), rules, 0));
        let mut seen = 0;
        let stopped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            solve(&options, &Budget::UNLIMITED, &mut |event: Event| {
                if seen == stop {
                    std::panic::resume_unwind(Box::new(event));
                }
                seen += 1;
            })
        }));
        assert!(stopped.is_err(), "it was not stopped");
        solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can go on");
        assert!(whole == databases::class_files(directory.path()), "{stop}");
    }
}

#[test]
fn a_full_database_can_be_thinned_later() {
    let rules = databases::official(3);
    let (whole, _) = databases::solved_thin(rules, 0);
    let (directory, _) = databases::solved(rules, 0);
    let options = databases::options(directory.path(), rules, 0);
    solve(&databases::thin(options), &Budget::UNLIMITED, &mut |_| {}).expect("it can be thinned");
    let [whole, thinned] = [&whole, &directory].map(|found| databases::class_files(found.path()));
    assert!(whole == thinned);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn probing_4x4_gives_the_same_answers(board in databases::any_board(4)) {
        use std::sync::LazyLock;
        static FULL: LazyLock<quixotic_tablebase::Database> = LazyLock::new(|| databases::embedded(4));
        static THIN: LazyLock<(tempfile::TempDir, quixotic_tablebase::Database)> =
            LazyLock::new(|| databases::solved_thin(databases::official(4), 0));
        let thin = &THIN.1;
        prop_assert_eq!(FULL.probe(board).unwrap(), thin.probe(board).unwrap());
        let moves = thin.moves(board).unwrap();
        prop_assert_eq!(&FULL.moves(board).unwrap(), &moves);
        let children: Vec<_> = moves.iter().map(|found| found.board).collect();
        let values = thin.probe_many(&children).unwrap();
        let values: Vec<_> = values.into_iter().map(quixotic_game::Value::one_ply_earlier).collect();
        prop_assert!(values.into_iter().eq(moves.iter().map(|found| found.value)));
    }
}

/// A file without distances whose header says that they are kept, checksums and all: its
/// wins would be taken for wins in 251 plies.
#[test]
fn a_header_that_says_kept_of_distances_that_are_left_out_is_found() {
    const HASH: usize = 32;
    let rules = databases::official(3);
    let (directory, _) = databases::solved_thin(rules, 0);
    let path = databases::file_of(directory.path(), Class::new(2, 2));
    let mut file = fs::read(&path).expect("a file");
    assert_eq!(file[17], 1, "distances are left out");
    file[17] = 0;
    let tail = u64::from_le_bytes(file[40..48].try_into().expect("8 bytes")) as usize;
    let end = file.len() - HASH;
    let mut checksum = blake3::Hasher::new();
    checksum.update(&file[..64]).update(&file[tail..end]);
    file[end..].copy_from_slice(checksum.finalize().as_bytes());
    fs::write(&path, file).expect("a file");
    let database = databases::open(directory.path(), rules);
    for refused in [
        verify_independently(&database, &Budget::UNLIMITED, &mut |_| {}).map(drop),
        verify_sample(&database, 100_000, 1, &Budget::UNLIMITED, &mut |_| {}).map(drop),
    ] {
        let message = refused.expect_err("the header is wrong").to_string();
        assert!(
            message.contains("leaves distances of wins out"),
            "{message}"
        );
    }
}
