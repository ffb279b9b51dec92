//! A pair of classes of 5×5, C(17,6) and C(6,17) on level 23: nanoseconds for a
//! stored position in the base pass and in the sweeps, and the ratio to the
//! reference on the same pair. Both on one thread, both with distances, neither
//! counting how the levels above were solved.
//!
//! Not a `divan` bench, since the times of interest are parts of a run:
//! `cargo bench -p quixotic-solver --bench quixo5` prints them.

use std::time::{Duration, Instant};

use quixotic_game::Budget;
use quixotic_quixo::reference::Induction;
use quixotic_quixo::{Class, Rules};
use quixotic_solver::{Event, PairTimes, SolveOptions, solve};
use quixotic_tablebase::{Kernel, WinDistances};

const MINE: u8 = 17;
const THEIRS: u8 = 6;
const LEVEL: u8 = MINE + THEIRS;

fn main() {
    let kernel = Kernel::detect();
    let (positions, times) = fast(kernel);
    let (_, portable) = fast(Kernel::Portable);
    let reference = reference();
    let each = |time: Duration| time.as_secs_f64() * 1e9 / positions as f64;
    println!("C({MINE},{THEIRS}) and C({THEIRS},{MINE}): {positions} stored positions");
    for (name, times) in [("detected", times), ("portable", portable)] {
        let all = times.base + times.sweeps;
        println!(
            "{name} kernel: base {:.1} ns, sweeps {:.1} ns for a stored position; {:.0} times faster than the reference",
            each(times.base),
            each(times.sweeps),
            reference.as_secs_f64() / all.as_secs_f64()
        );
    }
    println!("reference: {:.0} ns for a stored position", each(reference));
}

fn rules() -> Rules {
    Rules::official(5).expect("5×5 is a board")
}

/// Stored positions of the pair, and how long it took.
fn fast(kernel: Kernel) -> (u64, PairTimes) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let options = SolveOptions {
        rules: rules(),
        directory: directory.path().to_owned(),
        until: LEVEL,
        memory: 8 << 30,
        win_distances: WinDistances::LeftOut,
        kernel,
    };
    let mut of_pair = None;
    let mut note = |event| match event {
        Event::Solved {
            class,
            positions,
            times,
            ..
        } if class == Class::new(MINE, THEIRS) => of_pair = Some((positions, times)),
        _ => {}
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread")
        .install(|| solve(&options, &Budget::UNLIMITED, &mut note))
        .expect("it is solved");
    of_pair.expect("the pair was solved")
}

/// How long the reference takes for the pair, once what it needs is there.
fn reference() -> Duration {
    let mut induction = Induction::new(rules());
    let (mine, theirs) = (MINE, THEIRS);
    // Level 25, then level 24: the classes that the pair leads to, and theirs.
    let needed = [
        (mine + 2, theirs),
        (mine + 1, theirs + 1),
        (mine, theirs + 2),
        (mine + 1, theirs),
        (mine, theirs + 1),
    ];
    for (mine, theirs) in needed {
        induction.solve_pair(Class { mine, theirs });
    }
    let begun = Instant::now();
    induction.solve_pair(Class { mine, theirs });
    begun.elapsed()
}
