//! Every long call stops soon after its budget says so, and what was finished is kept.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use quixotic_game::{Budget, Stop, Stopped};
use quixotic_solver::{
    Event, ReachError, ReachOptions, SolveError, VerifyError, count_reachable, solve,
    verify_independently, verify_sample,
};
use quixotic_tablebase::Kernel;

use crate::databases;

/// Calls with a budget that somebody else ends after a while; tells how long after that
/// the call came back.
fn interrupted<T: Send>(after: Duration, call: impl FnOnce(&Budget) -> T + Send) -> (T, Duration) {
    let stop = Stop::new();
    let budget = Budget::UNLIMITED.with_stop(&stop);
    thread::scope(|scope| {
        // With threads of its own: the others are busy with other tests.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
        let pool = pool.expect("two threads");
        let called = scope.spawn(move || (pool.install(|| call(&budget)), Instant::now()));
        thread::sleep(after);
        stop.stop();
        let stopped = Instant::now();
        let (answer, returned) = called.join().expect("no panic");
        (answer, returned.saturating_duration_since(stopped))
    })
}

/// About a second on an idle machine, but tests run beside each other and other work.
/// What is stopped here would take minutes.
const SOON: Duration = Duration::from_secs(20);

#[test]
fn a_run_stops_anywhere_and_goes_on() {
    let rules = databases::official(4);
    let (whole, _) = databases::solved(rules, 9);
    let whole = databases::class_files(whole.path());
    let directory = databases::directory();
    let options = databases::options(directory.path(), rules, 9);
    let mut finished = 0;
    for stop_at in [0, 3, 10, 25, 40] {
        let stop = Stop::new();
        let budget = Budget::UNLIMITED.with_stop(&stop);
        let mut events = 0;
        let solved = solve(&options, &budget, &mut |_| {
            if events == stop_at {
                stop.stop();
            }
            events += 1;
        });
        assert!(
            matches!(solved, Err(SolveError::Stopped(Stopped::Asked))),
            "{solved:?}"
        );
        // What was finished is kept, and nothing else is left.
        let files = databases::class_files(directory.path());
        assert!(files.iter().all(|(name, file)| whole[name] == *file));
        assert!(files.len() >= finished);
        finished = files.len();
        let names = fs::read_dir(directory.path()).expect("a directory");
        let mut names = names.map(|entry| entry.expect("an entry").file_name());
        assert!(names.all(|name| name.to_string_lossy().ends_with(".qxc") || name == "lock"));
    }
    assert!(0 < finished && finished < whole.len());
    solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can go on");
    assert!(whole == databases::class_files(directory.path()));
}

#[test]
fn a_run_keeps_to_a_number_of_positions() {
    let rules = databases::official(3);
    let directory = databases::directory();
    let options = databases::options(directory.path(), rules, 0);
    let mut runs = 0;
    loop {
        let mut solved = 0;
        let budget = Budget::UNLIMITED.with_positions(500);
        let ended = solve(&options, &budget, &mut |event| {
            if let Event::Solved { positions, .. } = event {
                solved += positions;
            }
        });
        runs += 1;
        match ended {
            Ok(()) => break,
            Err(SolveError::Stopped(Stopped::Positions)) => assert!(solved >= 500),
            Err(error) => panic!("{error}"),
        }
    }
    // 2,862 stored positions.
    assert!((3..=6).contains(&runs), "{runs}");
}

#[test]
fn a_run_of_5x5_stops_soon() {
    let directory = databases::directory();
    let options = databases::options(directory.path(), databases::official(5), 21);
    // While tables are computed, and later.
    for millis in [300, 8000] {
        let after = Duration::from_millis(millis);
        let (solved, late) = interrupted(after, |budget| solve(&options, budget, &mut |_| {}));
        assert!(matches!(solved, Err(SolveError::Stopped(_))), "{solved:?}");
        assert!(late < SOON, "{late:?}");
    }
}

#[test]
fn a_count_of_5x5_stops_soon() {
    let options = ReachOptions {
        rules: databases::official(5),
        until: 25,
        memory: u64::MAX,
        kernel: Kernel::detect(),
    };
    let after = Duration::from_millis(6000);
    let (counted, late) = interrupted(after, |budget| {
        count_reachable(&options, budget, &mut |_| {})
    });
    assert_eq!(counted, Err(ReachError::Stopped(Stopped::Asked)));
    assert!(late < SOON, "{late:?}");
}

#[test]
fn verification_stops() {
    let database = databases::embedded(4);
    let after = Duration::from_millis(100);
    let (verified, late) = interrupted(after, |budget| {
        verify_independently(&database, budget, &mut |_| {})
    });
    assert!(
        matches!(verified, Err(VerifyError::Stopped(_))),
        "{verified:?}"
    );
    assert!(late < SOON, "{late:?}");
    let (sampled, late) = interrupted(after, |budget| {
        verify_sample(&database, 1 << 40, 1, budget, &mut |_| {})
    });
    assert!(
        matches!(sampled, Err(VerifyError::Stopped(_))),
        "{sampled:?}"
    );
    assert!(late < SOON, "{late:?}");
    // A deadline does the same.
    let budget = Budget::UNLIMITED.with_time(Duration::from_millis(1));
    let verified = verify_independently(&database, &budget, &mut |_| {});
    assert!(matches!(verified, Err(VerifyError::Stopped(Stopped::Time))));
}
