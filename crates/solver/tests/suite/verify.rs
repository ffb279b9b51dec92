//! Verification accepts good databases, whole and partial, under every rule, and
//! notices what checksums cannot. That it names a wrong value is tested where a
//! wrong value can be written, in `src/verify/tests.rs`.

use std::fs;

use quixotic_game::Budget;
use quixotic_quixo::Class;
use quixotic_solver::{
    Verification, VerifyError, VerifyOptions, verify, verify_independently, verify_sample,
};
use quixotic_tablebase::{Database, Kernel};

use crate::databases;

/// The verification with the solver's kernel.
fn dense(database: &Database, kernel: Kernel) -> Verification {
    let options = VerifyOptions {
        memory: u64::MAX,
        kernel,
        findings: 10,
        journal: None,
        fresh: false,
    };
    verify(database, &options, &Budget::UNLIMITED, &mut |_| {}).expect("it can be read")
}

#[test]
fn databases_of_every_rule_are_right_to_the_solvers_kernel() {
    for rules in databases::every_rules(3).chain([databases::official(4)]) {
        let (_full, full) = databases::solved(rules, 0);
        let (_thin, thin) = databases::solved_thin(rules, 0);
        let signature = full.stats().expect("it is whole").signature;
        for database in [&full, &thin] {
            for kernel in [Kernel::detect(), Kernel::Portable] {
                let found = dense(database, kernel);
                assert!(found.is_right(), "{rules}: {found:?}");
                assert_eq!(found.checked, found.positions);
                assert_eq!(found.signature.as_ref(), Some(&signature), "{rules}");
            }
        }
    }
}

#[test]
fn the_embedded_databases_are_right() {
    // Rings up to symmetry, by Burnside 954 and 67,257, times cores.
    for (size, positions) in [(3, 2_862), (4, 5_447_817)] {
        let database = databases::embedded(size);
        let mut last = None;
        let verified = verify_independently(&database, &Budget::UNLIMITED, &mut |progress| {
            assert!(last.is_none_or(|done| done < progress.done));
            last = Some(progress.done);
            assert_eq!(progress.total, positions);
        })
        .expect("it is right");
        assert_eq!(last, Some(positions));
        assert_eq!(verified.positions, positions);
        let side = usize::from(size) * usize::from(size) + 1;
        assert_eq!(verified.classes, side * (side + 1) / 2);
        assert_eq!(verified.levels.len(), side);
        assert_eq!(
            verified.signature,
            database.stats().expect("it is whole").signature
        );
        let dense = dense(&database, Kernel::detect());
        assert!(dense.is_right());
        assert_eq!((dense.positions, dense.checked), (positions, positions));
        assert_eq!(dense.classes, verified.classes);
        assert_eq!(dense.signature, Some(verified.signature));
    }
}

/// Among them one whose distances are counted in plies.
#[test]
#[ignore = "ten seconds"]
fn databases_of_every_rule_on_4x4_are_right() {
    for rules in databases::every_rules(4).filter(|rules| !rules.is_official()) {
        let (_directory, database) = databases::solved(rules, 0);
        let verified = verify_independently(&database, &Budget::UNLIMITED, &mut |_| {})
            .unwrap_or_else(|error| panic!("{rules}: {error}"));
        let dense = dense(&database, Kernel::detect());
        assert!(dense.is_right(), "{rules}: {dense:?}");
        assert_eq!(dense.signature, Some(verified.signature), "{rules}");
    }
}

#[test]
fn a_database_of_some_levels_is_verified_for_itself() {
    let (directory, database) = databases::solved(databases::official(4), 13);
    let verified =
        verify_independently(&database, &Budget::UNLIMITED, &mut |_| {}).expect("it is right");
    assert_eq!(verified.levels, [13, 14, 15, 16]);
    assert_eq!(verified.classes, 14 + 15 + 16 + 17);
    let dense = dense(&database, Kernel::detect());
    assert!(dense.is_right());
    assert_eq!(dense.levels, verified.levels);
    // A level whose children are missing cannot be verified.
    fs::remove_file(databases::file_of(directory.path(), Class::new(7, 8))).expect("a file");
    let database = databases::open(directory.path(), databases::official(4));
    let error = verify_independently(&database, &Budget::UNLIMITED, &mut |_| {})
        .expect_err("level 15 is missing");
    assert!(matches!(error, VerifyError::Read(_)), "{error}");
}

#[test]
fn a_sample_is_verified_with_and_without_the_distances_of_wins() {
    let rules = databases::official(4);
    let (directory, thin) = databases::solved_thin(rules, 8);
    for (database, passes) in [(&databases::embedded(4), 1), (&thin, 2)] {
        let mut last = None;
        let sampled = verify_sample(database, 20_000, 7, &Budget::UNLIMITED, &mut |progress| {
            last = Some(progress);
        });
        let sampled = sampled.expect("it is right");
        assert_eq!(sampled.positions, 20_000);
        let last = last.expect("progress");
        assert_eq!(
            (last.done, last.total),
            (passes * sampled.of, passes * sampled.of)
        );
        assert_eq!(
            sampled.signature,
            database.stats().expect("counts").signature
        );
    }
    // Children that are missing are asked for by name.
    fs::remove_file(databases::file_of(directory.path(), Class::new(5, 5))).expect("a file");
    let gap = databases::open(directory.path(), rules);
    let error = verify_sample(&gap, 100, 1, &Budget::UNLIMITED, &mut |_| {})
        .expect_err("level 10 is missing");
    assert_eq!(
        error.to_string(),
        "not in this database: levels 8–9, 11–16 are here"
    );
}

#[test]
fn an_empty_directory_is_not_called_right() {
    let directory = databases::directory();
    let database = databases::open(directory.path(), databases::official(3));
    let error = verify_independently(&database, &Budget::UNLIMITED, &mut |_| {})
        .expect_err("nothing is here");
    assert!(matches!(error, VerifyError::Empty));
}

/// Changes the tail of a class file and makes its checksum right again; see
/// docs/format.md.
fn change_tail(file: &mut [u8], change: impl FnOnce(&mut [u8])) {
    const HASH: usize = 32;
    let tail = u64::from_le_bytes(file[40..48].try_into().expect("8 bytes")) as usize;
    let end = file.len() - HASH;
    change(&mut file[tail..end]);
    let mut checksum = blake3::Hasher::new();
    checksum.update(&file[..64]).update(&file[tail..end]);
    file[end..].copy_from_slice(checksum.finalize().as_bytes());
}

#[test]
fn a_wrong_census_and_a_wrong_hash_are_found() {
    let class = Class::new(3, 4);
    let (directory, _) = databases::solved(databases::official(3), 0);
    let path = databases::file_of(directory.path(), class);
    let good = fs::read(&path).expect("a file");
    let error_after = |change: fn(&mut [u8])| {
        let mut bad = good.clone();
        change_tail(&mut bad, change);
        fs::write(&path, bad).expect("a file");
        let database = databases::open(directory.path(), databases::official(3));
        verify_independently(&database, &Budget::UNLIMITED, &mut |_| {})
            .expect_err("the tail is wrong")
    };
    // The tail ends with the census, whose last entry ends with a count of 8
    // bytes, and the hash of the values.
    let error = error_after(|tail| tail[tail.len() - 32 - 8] += 1);
    assert!(matches!(error, VerifyError::Census { class: c, .. } if c == class));
    assert!(error.to_string().contains("c03-04.qxc"), "{error}");
    let error = error_after(|tail| tail[tail.len() - 1] ^= 1);
    assert!(matches!(error, VerifyError::Digest { .. }));
    assert!(error.to_string().contains("c03-04.qxc"), "{error}");
}
