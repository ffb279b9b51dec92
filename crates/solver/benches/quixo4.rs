//! The fast solver against the reference on the whole 4×4 board: both on one
//! thread, both with distances. The fast one writes its database as well.
//!
//! `cargo bench` prints the times of three runs each and, at the end, the ratio of
//! the shortest; it should be at least 50 with AVX-512.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use quixotic_game::Budget;
use quixotic_quixo::Rules;
use quixotic_quixo::reference::Induction;
use quixotic_solver::{SolveOptions, solve};
use quixotic_tablebase::{Kernel, WinDistances};

/// The shortest time of each solver.
static FAST: Mutex<Duration> = Mutex::new(Duration::MAX);
static PORTABLE: Mutex<Duration> = Mutex::new(Duration::MAX);
static REFERENCE: Mutex<Duration> = Mutex::new(Duration::MAX);

fn main() {
    divan::main();
    // A filter on the command line may have left some out.
    let measured = |time: &Mutex<Duration>| {
        let time = *time.lock().unwrap();
        (time < Duration::MAX).then_some(time.as_secs_f64())
    };
    for (name, time) in [("fast", &FAST), ("portable", &PORTABLE)] {
        if let (Some(reference), Some(time)) = (measured(&REFERENCE), measured(time)) {
            let ratio = reference / time;
            println!("{name}: {ratio:.0} times faster than the reference");
        }
    }
}

#[divan::bench(sample_count = 3)]
fn fast() {
    timed(&FAST, || solve_4x4(Kernel::detect()));
}

#[divan::bench(sample_count = 3)]
fn portable() {
    timed(&PORTABLE, || solve_4x4(Kernel::Portable));
}

#[divan::bench(sample_count = 3)]
fn reference() {
    timed(&REFERENCE, || {
        divan::black_box(Induction::solve(rules()));
    });
}

fn rules() -> Rules {
    Rules::official(4).expect("4×4 is a board")
}

fn solve_4x4(kernel: Kernel) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let options = SolveOptions {
        rules: rules(),
        directory: directory.path().to_owned(),
        until: 0,
        memory: 1 << 30,
        win_distances: WinDistances::Kept,
        kernel,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread")
        .install(|| solve(&options, &Budget::UNLIMITED, &mut |_| {}))
        .expect("4×4 is solved");
}

fn timed(shortest: &Mutex<Duration>, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    let mut shortest = shortest.lock().unwrap();
    *shortest = start.elapsed().min(*shortest);
}
