//! A run that was interrupted goes on and ends with the same files; a run that
//! cannot go on says why and damages nothing.

use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};

use quixotic_game::Budget;
use quixotic_quixo::Class;
use quixotic_solver::{Event, SolveError, SolveOptions, solve};

use crate::databases;

#[test]
fn a_run_goes_on_where_files_are_missing() {
    let rules = databases::official(4);
    let (directory, _) = databases::solved(rules, 12);
    let whole = databases::class_files(directory.path());
    assert_eq!(whole.len(), 13 + 14 + 15 + 16 + 17);
    let options = databases::options(directory.path(), rules, 12);
    // One class of a pair, both of a pair, a class that is its own partner, and
    // a whole level.
    let mut removed = vec![
        Class::new(5, 8),
        Class::new(3, 11),
        Class::new(11, 3),
        Class::new(6, 6),
    ];
    removed.extend(Class::of_level(15));
    for class in &removed {
        fs::remove_file(databases::file_of(directory.path(), *class)).expect("a file");
    }
    let mut solved = Vec::new();
    let mut started = None;
    solve(&options, &Budget::UNLIMITED, &mut |event| match event {
        Event::Started { total, found } => started = Some((total, found)),
        Event::Solved { class, .. } => solved.push(class),
        _ => {}
    })
    .expect("it can go on");
    let (total, found) = started.expect("it starts");
    assert!(0 < found && found < total);
    // Pairs, from the full board down.
    assert_eq!(solved.len(), 8 + 1 + 1 + 1);
    assert!(solved.is_sorted_by_key(|class| std::cmp::Reverse(class.level())));
    assert!(whole == databases::class_files(directory.path()));
    // Now there is nothing left to do.
    solve(&options, &Budget::UNLIMITED, &mut |event| {
        assert!(!matches!(event, Event::Pair { .. }));
    })
    .expect("everything is there");
}

#[test]
fn a_run_that_was_stopped_anywhere_goes_on() {
    let rules = databases::official(3);
    let whole = databases::directory();
    let mut all_events = 0;
    let count = &mut |_| all_events += 1;
    solve(
        &databases::options(whole.path(), rules, 0),
        &Budget::UNLIMITED,
        count,
    )
    .expect("it can be solved");
    let whole = databases::class_files(whole.path());
    for stop in (0..all_events).step_by(7) {
        let directory = databases::directory();
        let options = databases::options(directory.path(), rules, 0);
        let mut events = 0;
        let stopped = catch_unwind(AssertUnwindSafe(|| {
            solve(&options, &Budget::UNLIMITED, &mut |_| {
                // Quietly, unlike `panic!`.
                if events == stop {
                    std::panic::resume_unwind(Box::new("stopped"));
                }
                events += 1;
            })
        }));
        assert!(stopped.is_err(), "it was not stopped");
        // As if it had been stopped in the middle of a file.
        let unfinished = directory.path().join("c09-00.tmp");
        fs::write(&unfinished, b"QXCLASS\n").expect("a file");
        solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can go on");
        assert!(!unfinished.exists());
        assert!(whole == databases::class_files(directory.path()), "{stop}");
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let directory = databases::directory();
    let others = ["notes.tmp", "lock"].map(|name| directory.path().join(name));
    for file in &others {
        fs::write(file, b"not ours").expect("a file");
    }
    let options = databases::options(directory.path(), databases::official(3), 0);
    solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("3×3 is solved");
    for file in &others {
        assert_eq!(fs::read(file).expect("the file"), b"not ours");
    }
}

#[test]
fn a_run_can_be_taken_further_down() {
    let rules = databases::official(3);
    let (directory, _) = databases::solved(rules, 6);
    let options = databases::options(directory.path(), rules, 0);
    solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can go on");
    let (whole, _) = databases::solved(rules, 0);
    assert!(databases::class_files(whole.path()) == databases::class_files(directory.path()));
}

#[test]
fn a_spoilt_file_is_neither_used_nor_overwritten() {
    let rules = databases::official(3);
    let (directory, _) = databases::solved(rules, 5);
    let path = databases::file_of(directory.path(), Class::new(3, 4));
    let mut spoilt = fs::read(&path).expect("a file");
    // In the tail, which a run looks at before it begins.
    let last = spoilt.len() - 1;
    spoilt[last] ^= 1;
    fs::write(&path, &spoilt).expect("a file");
    let before = databases::class_files(directory.path());
    let options = databases::options(directory.path(), rules, 0);
    let error = solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect_err("a file is spoilt");
    assert!(matches!(error, SolveError::File(_)));
    assert!(error.to_string().contains("c03-04.qxc: corrupt"), "{error}");
    assert!(before == databases::class_files(directory.path()));
}

/// Not even if there is nothing but to solve its pair again.
#[test]
fn a_spoilt_file_is_not_overwritten_when_its_partner_is_missing() {
    let rules = databases::official(3);
    let (directory, _) = databases::solved(rules, 7);
    let file = |mine, theirs| databases::file_of(directory.path(), Class::new(mine, theirs));
    fs::remove_file(file(4, 3)).expect("a file");
    fs::write(file(3, 4), "of somebody else").expect("a file");
    let options = databases::options(directory.path(), rules, 7);
    let error = solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect_err("a file is spoilt");
    assert!(error.to_string().contains("c03-04.qxc"), "{error}");
    assert_eq!(fs::read(file(3, 4)).expect("a file"), b"of somebody else");
}

#[test]
fn a_spoilt_page_is_found_when_the_level_below_needs_it() {
    let rules = databases::official(3);
    let (directory, _) = databases::solved(rules, 7);
    let path = databases::file_of(directory.path(), Class::new(3, 4));
    let mut spoilt = fs::read(&path).expect("a file");
    spoilt[70] ^= 1;
    fs::write(&path, &spoilt).expect("a file");
    let options = databases::options(directory.path(), rules, 0);
    let error = solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect_err("a file is spoilt");
    assert!(
        error.to_string().contains("c03-04.qxc: corrupt: page"),
        "{error}"
    );
}

#[test]
fn files_of_other_rules_are_not_mixed() {
    let (directory, _) = databases::solved(databases::official(4), 15);
    let rules = databases::official(4)
        .with_line(3)
        .expect("a line that fits");
    let options = databases::options(directory.path(), rules, 14);
    let before = databases::class_files(directory.path());
    let error = solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect_err("other rules");
    assert!(error.to_string().contains("holds C("), "{error}");
    assert!(before == databases::class_files(directory.path()));
}

#[test]
fn a_second_run_in_the_same_directory_is_refused() {
    let directory = databases::directory();
    let lock = File::create(directory.path().join("lock")).expect("a file");
    lock.lock().expect("nobody else has it");
    let options = databases::options(directory.path(), databases::official(3), 0);
    let error = solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect_err("it is locked");
    assert!(matches!(&error, SolveError::Locked(path) if path == directory.path()));
    assert!(databases::class_files(directory.path()).is_empty());
    lock.unlock().expect("it was locked");
    solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("nobody has the lock");
}

#[test]
fn a_run_knows_beforehand_that_memory_will_not_do() {
    let directory = databases::directory();
    let options = SolveOptions {
        memory: 1 << 20,
        ..databases::options(directory.path(), databases::official(4), 0)
    };
    let error = solve(&options, &Budget::UNLIMITED, &mut |event| {
        assert!(!matches!(event, Event::Pair { .. }), "{event:?}");
    })
    .expect_err("a megabyte is too little");
    assert!(
        matches!(
            error,
            SolveError::Memory {
                allowed: 1,
                needed: 2..,
                ..
            }
        ),
        "{error}"
    );
    assert!(databases::class_files(directory.path()).is_empty());
}

/// There is nothing to solve, but classes are read.
#[test]
fn thinning_a_whole_database_takes_memory_as_well() {
    let rules = databases::official(3);
    let (directory, _) = databases::solved(rules, 0);
    let before = databases::class_files(directory.path());
    let options = SolveOptions {
        memory: 1 << 20,
        ..databases::thin(databases::options(directory.path(), rules, 0))
    };
    let error = solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect_err("it is too little");
    assert!(matches!(error, SolveError::Memory { .. }), "{error}");
    assert!(before == databases::class_files(directory.path()));
}

/// There one class of the widest pair waits compressed for the other.
#[test]
fn with_the_least_memory_that_will_do_the_files_are_the_same() {
    let rules = databases::official(4);
    let with = |directory: &std::path::Path, memory: u64| SolveOptions {
        memory,
        ..databases::options(directory, rules, 0)
    };
    // Whether a run gets to its first pair, where it is stopped.
    let will_do = |memory: u64| {
        let directory = databases::directory();
        let stop = quixotic_game::Stop::new();
        let budget = Budget::UNLIMITED.with_stop(&stop);
        let run = solve(&with(directory.path(), memory), &budget, &mut |event| {
            if matches!(event, Event::Pair { .. }) {
                stop.stop();
            }
        });
        !matches!(run, Err(SolveError::Memory { .. }))
    };
    let (mut too_little, mut enough) = (1 << 20, 1 << 30);
    while enough - too_little > 1 << 12 {
        let between = (too_little + enough) / 2;
        match will_do(between) {
            true => enough = between,
            false => too_little = between,
        }
    }
    let (whole, least) = (databases::directory(), databases::directory());
    for (directory, memory) in [(&whole, 1 << 30), (&least, enough)] {
        let options = with(directory.path(), memory);
        solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it is enough");
    }
    let files = |directory: &tempfile::TempDir| databases::class_files(directory.path());
    assert!(files(&whole) == files(&least));
}

#[test]
fn an_unusable_directory_is_named() {
    let directory = databases::directory();
    let file = directory.path().join("file");
    fs::write(&file, b"not a directory").expect("a file");
    for path in [file.clone(), file.join("below")] {
        let options = databases::options(&path, databases::official(3), 0);
        let error =
            solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect_err("a file is in the way");
        assert!(matches!(&error, SolveError::Directory { path: p, .. } if *p == path));
        assert!(error.to_string().starts_with("cannot use "), "{error}");
    }
    assert_eq!(fs::read(&file).expect("a file"), b"not a directory");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let directory = databases::directory();
    let too_large = databases::options(directory.path(), databases::official(6), 0);
    assert!(matches!(
        solve(&too_large, &Budget::UNLIMITED, &mut |_| {}),
        Err(SolveError::Size(6))
    ));
    let no_level = databases::options(directory.path(), databases::official(3), 10);
    assert!(matches!(
        solve(&no_level, &Budget::UNLIMITED, &mut |_| {}),
        Err(SolveError::Level(10, 9))
    ));
    assert!(
        fs::read_dir(directory.path())
            .expect("a directory")
            .next()
            .is_none()
    );
}

#[test]
fn files_that_are_removed_while_a_run_goes_on_are_missed() {
    let rules = databases::official(3);
    for removed in [Class::new(4, 4), Class::new(9, 0)] {
        let directory = databases::directory();
        let options = databases::options(directory.path(), rules, 0);
        let path = databases::file_of(directory.path(), removed);
        // What is needed of it is in memory by then.
        let ended = solve(&options, &Budget::UNLIMITED, &mut |event| {
            if let Event::Solved { class, .. } = event
                && class == Class::new(2, 1)
            {
                fs::remove_file(&path).expect("it was written long ago");
            }
        });
        let error = ended.expect_err("a file is gone");
        assert!(
            matches!(&error, SolveError::Removed(gone) if *gone == path),
            "{error}"
        );
        solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it is made again");
        assert!(path.exists());
    }
}

/// A limit on the size of files, as `ulimit -f` sets it, is met in a process of its own:
/// this one, called again by a shell that ignores the signal as the command does.
#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_an_error() {
    use std::io::ErrorKind;
    use std::process::Command;

    use quixotic_tablebase::Problem;

    const CALLED: &str = "QUIXOTIC_TEST_FILE_LIMIT";
    if let Some(directory) = std::env::var_os(CALLED) {
        let options = databases::options(directory.as_ref(), databases::official(4), 8);
        let ended = solve(&options, &Budget::UNLIMITED, &mut |_| {});
        let Err(SolveError::File(error)) = ended else {
            panic!("{ended:?}");
        };
        let Problem::Io(refusal) = error.problem() else {
            panic!("{error}");
        };
        assert_eq!(refusal.kind(), ErrorKind::FileTooLarge, "{error}");
        return;
    }
    let directory = databases::directory();
    let this = std::env::current_exe().expect("the test program");
    let name = "runs::a_limit_on_the_size_of_files_is_an_error";
    let output = Command::new("sh")
        .arg("-c")
        .arg("trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact \"$1\"")
        .arg(this)
        .arg(name)
        .env(CALLED, directory.path())
        .output()
        .expect("a shell");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && printed.contains("1 passed"),
        "{printed}"
    );
    // Small classes were finished, and no temporary file is left behind.
    let names = fs::read_dir(directory.path()).expect("a directory");
    let names: Vec<_> = names.map(|entry| entry.expect("an entry").path()).collect();
    assert!(names.len() > 10);
    let is_temporary = |path: &std::path::PathBuf| path.extension().is_some_and(|e| e == "tmp");
    assert!(!names.iter().any(is_temporary));
}
