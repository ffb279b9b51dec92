//! The fast verification against the independent one, on databases that are right and
//! on ones with wrong values, whose checksums are right.

use std::fs;

use proptest::prelude::*;
use quixotic_game::Stopped;
use quixotic_quixo::{Board, Quixo, Symmetry};
use quixotic_tablebase::internal::encoding::{DRAW, Scale, WIN};
use quixotic_tablebase::internal::format::class_path;
use quixotic_tablebase::{Problem, WinDistances};

use super::*;
use crate::verify::tests::{Forgery, wrong};

fn options() -> VerifyOptions {
    VerifyOptions {
        memory: u64::MAX,
        kernel: Kernel::detect(),
        findings: 1000,
        journal: None,
        fresh: false,
    }
}

fn verified(database: &Database) -> Verification {
    verify(database, &options(), &Budget::UNLIMITED, &mut |_| {}).expect("it can be read")
}

fn official(size: u8) -> Rules {
    Rules::official(size).expect("a size")
}

/// All positions whose bytes contradict those of their children, one by one.
fn contradictions(forgery: &Forgery) -> Vec<Board> {
    let database = forgery.database();
    let finder = &Finder::new(database.index(), database.rules());
    let lookup = Lookup {
        database: &database,
        finder,
        budget: &Budget::UNLIMITED,
    };
    let classes = database.levels().into_iter().flat_map(Class::of_level);
    let mut boards: Vec<Board> = Vec::new();
    for group in classes.flat_map(|class| database.index().layout(class).groups) {
        for block in 0..group.blocks {
            boards.extend(lookup.boards(&group, block));
        }
    }
    let all = findings(lookup, &boards).expect("it can be read");
    let wrong = all.into_iter().filter(|found| !found.is_right());
    let mut wrong: Vec<Board> = wrong.map(|found| found.board).collect();
    wrong.sort_unstable();
    wrong
}

fn named(found: &Verification) -> Vec<Board> {
    let mut boards: Vec<Board> = found.findings.iter().map(|found| found.board).collect();
    boards.sort_unstable();
    boards
}

const LOSS_IN_1: u8 = 1;

/// Whether what is named is what contradicts its children. What follows from a loss in 1
/// ply is not counted in full moves (see `encoding`), so that a wrong one is named itself
/// and some of the positions before it may not be.
fn are_the_contradictions(forgery: &Forgery, named: &[Board], wrong: u8) -> bool {
    let all = contradictions(forgery);
    match wrong {
        LOSS_IN_1 => named.iter().all(|board| all.contains(board)),
        _ => named == all,
    }
}

fn is_image(board: Board, other: Board) -> bool {
    Symmetry::all().any(|symmetry| board.turned(symmetry, 3) == other)
}

/// Changes a value, and compares what is named with what the children say one by one.
fn changed_value_is_named(forgery: &Forgery, board: Board, before: u8, after: u8) {
    forgery.set(board, after);
    let found = verified(&forgery.database());
    let named = named(&found);
    assert_eq!(named.len() as u64, found.mismatches);
    assert!(named.contains(&board), "{board:?}: {before} to {after}");
    let all = are_the_contradictions(forgery, &named, after);
    assert!(all, "{board:?}: {before} to {after}: {named:?}");
    let finding = found.findings.iter().find(|found| found.board == board);
    let finding = finding.expect("it is named");
    let scale = Scale::of(forgery.rules);
    assert_eq!(finding.stored, (after != WIN).then(|| scale.decode(after)));
    forgery.set(board, before);
}

/// The bytes that a file of the class of a board may hold instead.
fn others(forgery: &Forgery, board: Board, value: u8) -> Vec<u8> {
    let database = forgery.database();
    let file = database.class_file(Class::of(board)).expect("a file");
    match file.win_distances() {
        WinDistances::Kept => wrong(value),
        WinDistances::LeftOut => [LOSS_IN_1, 2, 3, 4, 7, DRAW, WIN]
            .into_iter()
            .filter(|&other| other != value)
            .collect(),
    }
}

#[test]
fn every_kind_of_wrong_value_is_named_in_full_and_in_thin_files() {
    for win_distances in [WinDistances::Kept, WinDistances::LeftOut] {
        let forgery = Forgery::new(official(3), 0);
        forgery.solve(0, win_distances);
        for class in [(3, 4), (4, 3), (3, 3), (0, 1), (4, 5), (5, 4)] {
            let class = Class::new(class.0, class.1);
            for (board, value) in forgery.stored(class).into_iter().step_by(31) {
                for other in others(&forgery, board, value) {
                    changed_value_is_named(&forgery, board, value, other);
                }
            }
        }
        assert!(verified(&forgery.database()).is_right());
    }
}

#[test]
fn many_wrong_values_are_all_named_and_counted() {
    let forgery = Forgery::new(official(3), 0);
    forgery.solve(0, WinDistances::LeftOut);
    let mut changed = Vec::new();
    for class in Class::within(9) {
        for (board, value) in forgery.stored(class).into_iter().step_by(17) {
            forgery.set(board, if value == DRAW { 3 } else { DRAW });
            changed.push(board);
        }
    }
    let found = verified(&forgery.database());
    // Two that are changed may explain each other; nothing else is left out.
    assert_eq!(named(&found), contradictions(&forgery));
    let of_changed = changed.iter().filter(|board| named(&found).contains(board));
    assert!(of_changed.count() * 10 > changed.len() * 9);
    // Fewer are named if that is said, and the same number is counted.
    let few = VerifyOptions {
        findings: 3,
        ..options()
    };
    let some = verify(&forgery.database(), &few, &Budget::UNLIMITED, &mut |_| {});
    let some = some.expect("it can be read");
    assert_eq!(some.findings, found.findings[..3]);
    assert_eq!(some.mismatches, found.mismatches);
}

/// A byte that only the end of a game has.
#[test]
fn a_game_that_goes_on_is_not_taken_for_one_that_is_over() {
    let forgery = Forgery::new(official(3), 0);
    for wrong in [0, 254, 255] {
        let mut is_changed = false;
        forgery.rewrite(Class::new(3, 4), |_, stored| {
            if let (Some(value), false) = (stored.first_mut(), is_changed) {
                *value = wrong;
                is_changed = true;
            }
        });
        let found = verified(&forgery.database());
        assert!(found.mismatches > 0, "{wrong}");
        assert_eq!(named(&found), contradictions(&forgery), "{wrong}");
    }
}

#[test]
fn files_that_are_no_good_are_named() {
    let forgery = Forgery::new(official(3), 0);
    let path = class_path(forgery.path(), Class::new(2, 2));
    let good = fs::read(&path).expect("a file");
    let all = verified(&forgery.database());
    let mut page = good.clone();
    page[70] ^= 1;
    let mut tail = good.clone();
    *tail.last_mut().expect("a tail") ^= 1;
    // A bad page leaves out what needs it. With a bad header or tail nothing is begun.
    let half = all.checked / 2..all.checked;
    for (bad, checked) in [(&page, half), (&tail, 0..1), (&good[..100].to_vec(), 0..1)] {
        fs::write(&path, bad).expect("a file");
        let found = verified(&forgery.database());
        assert!(!found.is_right());
        let [unreadable] = found.unreadable.as_slice() else {
            panic!("{:?}", found.unreadable);
        };
        assert_eq!(unreadable.path(), path);
        assert!(!matches!(unreadable.problem(), Problem::Io(_)));
        assert!(checked.contains(&found.checked), "{}", found.checked);
        assert_eq!((found.mismatches, found.signature), (0, None));
    }
}

/// As many positions as a pair has are verified at a time, until nothing is left to do.
#[test]
fn an_interrupted_verification_goes_on_and_finds_the_same() {
    for is_wrong in [false, true] {
        let forgery = Forgery::new(official(3), 0);
        forgery.solve(0, WinDistances::LeftOut);
        if is_wrong {
            for class in [Class::new(4, 3), Class::new(2, 2)] {
                let (board, value) = forgery.stored(class)[0];
                forgery.set(board, if value == DRAW { 3 } else { DRAW });
            }
        }
        let at_once = verified(&forgery.database());
        let options = VerifyOptions {
            journal: Some(forgery.path().to_owned()),
            ..options()
        };
        let journal = forgery.path().join(journal::NAME);
        let mut runs = 0;
        let mut right_before = 0;
        let found = loop {
            // A pair that is wrong is verified again by each run, which takes longer then.
            let positions = if is_wrong { 1 + 100 * runs } else { 1 };
            let budget = Budget::UNLIMITED.with_positions(positions);
            let mut right = 0;
            let found = verify(&forgery.database(), &options, &budget, &mut |event| {
                if let VerifyEvent::Started {
                    found, resumable, ..
                } = event
                {
                    assert!(resumable);
                    right = found;
                }
            });
            assert!(right > right_before || runs == 0 || is_wrong && right == right_before);
            right_before = right;
            runs += 1;
            match found {
                Err(VerifyError::Stopped(Stopped::Positions)) => assert!(journal.exists()),
                found => break found.expect("it can be read"),
            }
        };
        assert!(runs > if is_wrong { 3 } else { 20 }, "{runs}");
        assert!(!journal.exists());
        assert_eq!(found.checked, at_once.checked);
        assert_eq!(found.findings, at_once.findings);
        assert_eq!(found.mismatches, at_once.mismatches);
        assert_eq!(found.signature, at_once.signature);
        let summary = |found: &Verification| {
            found
                .faults
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(summary(&found), summary(&at_once));
    }
}

#[test]
fn a_file_that_changed_after_an_interruption_is_verified_again() {
    let forgery = Forgery::new(official(3), 0);
    let options = VerifyOptions {
        journal: Some(forgery.path().to_owned()),
        ..options()
    };
    let budget = Budget::UNLIMITED.with_positions(2000);
    verify(&forgery.database(), &options, &budget, &mut |_| {}).expect_err("it is interrupted");
    let class = Class::new(4, 4);
    let (board, value) = forgery.stored(class)[0];
    forgery.set(board, if value == DRAW { 3 } else { DRAW });
    let found = verify(
        &forgery.database(),
        &options,
        &Budget::UNLIMITED,
        &mut |_| {},
    );
    let found = found.expect("it can be read");
    assert_eq!(named(&found), contradictions(&forgery));
    assert!(named(&found).contains(&board));
}

#[test]
fn what_one_kernel_has_verified_another_verifies_again() {
    let forgery = Forgery::new(official(3), 0);
    let budget = Budget::UNLIMITED.with_positions(300);
    for kernel in Kernel::available() {
        let options = VerifyOptions {
            journal: Some(forgery.path().to_owned()),
            kernel,
            ..options()
        };
        let found_by = |budget| {
            let mut found_before = None;
            verify(&forgery.database(), &options, budget, &mut |event| {
                if let VerifyEvent::Started { found, .. } = event {
                    found_before = Some(found);
                }
            })
            .expect_err("it is interrupted");
            found_before
        };
        assert_eq!(found_by(&budget), Some(0), "{kernel:?}");
        assert!(found_by(&budget) > Some(0), "{kernel:?}");
    }
}

#[test]
fn all_of_5x5_takes_9_gibibytes_at_most() {
    let rules = official(5);
    let index = Index::new(rules);
    let levels: Vec<u8> = (0..=25).collect();
    let check = |allowed| check_memory(&index, rules, pairs(&levels).into_iter(), allowed);
    check(9 << 30).expect("it is enough");
    let error = check(8 << 30).expect_err("it is not enough");
    assert!(matches!(error, VerifyError::Memory { .. }), "{error}");
}

#[test]
fn too_little_memory_is_refused_before_the_start() {
    let forgery = Forgery::new(official(3), 0);
    let options = VerifyOptions {
        memory: 1000,
        ..options()
    };
    let error = verify(
        &forgery.database(),
        &options,
        &Budget::UNLIMITED,
        &mut |_| {},
    );
    assert!(
        matches!(error, Err(VerifyError::Memory { .. })),
        "{error:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Wherever a value is wrong it is named, with what leads there, under every rule.
    #[test]
    fn any_wrong_value_is_named(
        rules in 0..4_usize,
        class in prop::sample::select(Class::within(9).collect::<Vec<_>>()),
        board in prop::sample::Index::arbitrary(),
        value in prop::sample::Index::arbitrary(),
    ) {
        use std::sync::LazyLock;
        use quixotic_quixo::DoubleLine;
        static FORGERIES: LazyLock<[Forgery; 4]> = LazyLock::new(|| {
            let lines = [DoubleLine::OpponentWins, DoubleLine::MoverWins];
            std::array::from_fn(|number| {
                let rules = official(3).with_double_line(lines[number % 2]);
                let forgery = Forgery::new(rules, 0);
                if number >= 2 {
                    forgery.solve(0, WinDistances::LeftOut);
                }
                forgery
            })
        });
        let forgery = &FORGERIES[rules];
        let stored = forgery.stored(class);
        prop_assume!(!stored.is_empty());
        let (board, right) = stored[board.index(stored.len())];
        let others = others(forgery, board, right);
        let wrong = others[value.index(others.len())];
        forgery.set(board, wrong);
        let found = verified(&forgery.database());
        let all = are_the_contradictions(forgery, &named(&found), wrong);
        forgery.set(board, right);
        prop_assert!(all);
        prop_assert!(named(&found).contains(&board));
        // Those that a move leads from to it, or to one before it if wins have no distance.
        let quixo = Quixo::new(forgery.rules);
        let near = |from: Board| quixo.children(from).any(|(_, child)| {
            is_image(board, child)
                || rules >= 2 && quixo.children(child).any(|(_, child)| is_image(board, child))
        });
        prop_assert!(named(&found).into_iter().all(|other| other == board || near(other)));
    }
}
