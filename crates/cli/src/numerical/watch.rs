//! Showing that a solver is at work, and how far it is.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quixotic_numerical::Solver;
use rayon::ThreadPool;

use crate::meter::Meter;
use crate::units::{count, duration};

/// Between two looks at the solvers.
const LOOK: Duration = Duration::from_millis(200);

/// What is being done, for those who watch.
pub(crate) struct Doing(Mutex<String>);

impl Doing {
    pub(crate) fn new(what: impl Into<String>) -> Doing {
        Doing(Mutex::new(what.into()))
    }

    /// Something else is being done now.
    pub(crate) fn set(&self, what: String) {
        *self.0.lock().expect("no thread panics with the lock") = what;
    }

    fn get(&self) -> String {
        self.0
            .lock()
            .expect("no thread panics with the lock")
            .clone()
    }
}

/// Does some work on the threads of a pool, and shows meanwhile how many boards the
/// solvers have visited.
pub(crate) fn watched<T: Send>(
    pool: &ThreadPool,
    quiet: bool,
    doing: &Doing,
    solvers: &[&Solver],
    work: impl FnOnce() -> T + Send,
) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let (begun, mut meter) = (Instant::now(), Meter::counting(quiet));
            while !done.load(Ordering::Relaxed) {
                let boards: u64 = solvers.iter().map(|solver| solver.visited()).sum();
                let (boards, time) = (count(boards), duration(begun.elapsed()));
                meter.tell(&format_args!("{}: {boards} boards, {time}", doing.get()));
                thread::park_timeout(LOOK);
            }
        });
        let result = pool.install(work);
        done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        result
    })
}
