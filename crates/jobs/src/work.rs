//! Pieces on several threads.
//!
//! Each worker has a pool of its own: in a common pool the inner loops of a piece would be shared out among
//! threads that have pieces of their own, and what a search counts would depend on that.

use std::fmt::Display;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use quixotic_catalog::Error;
use quixotic_game::{Budget, Stop};
use rayon::ThreadPoolBuilder;
use serde_json::Value;

/// Does the piece with a number. Its row is the same in every run.
pub type Piece<'a> = dyn Fn(u64, &Budget) -> Result<Value, Error> + Sync + 'a;

/// How threads are shared out.
#[derive(Clone, Copy, Debug)]
pub enum Threads {
    /// So many pieces at a time, each on one.
    OneEach(usize),
    /// One piece at a time on all of them, since several would take too much memory.
    Together(usize),
}

/// Does pieces in their order; `done` is called with each and its row as soon as that is there. The first
/// error ends it.
pub fn work_off(
    work: &Piece<'_>,
    pieces: &[u64],
    threads: Threads,
    budget: &Budget,
    done: &mut (dyn FnMut(u64, Value) -> Result<(), Error> + Send),
) -> Result<(), Error> {
    let (workers, threads_each) = match threads {
        Threads::OneEach(threads) => (threads.min(pieces.len()), 1),
        Threads::Together(threads) => (1, threads),
    };
    let failed = Stop::new();
    let budget = &budget.clone().with_stop(&failed);
    let (next, done) = (&AtomicUsize::new(0), &Mutex::new(done));
    let worker = || -> Result<(), Error> {
        let pool = ThreadPoolBuilder::new().num_threads(threads_each).build();
        let pool = pool.map_err(|error| broken("cannot start the threads", &error))?;
        while let Some(&piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
            budget.check(0).map_err(|stopped| Error::Stopped {
                message: "the job is not done".into(),
                stopped,
            })?;
            let row = pool.install(|| work(piece, budget))?;
            let mut done = done.lock().expect("nobody panics with it");
            (*done)(piece, row)?;
        }
        Ok(())
    };
    let ended: Vec<Result<(), Error>> = thread::scope(|scope| {
        let spawn = |_| scope.spawn(|| worker().inspect_err(|_| failed.stop()));
        let workers: Vec<_> = (0..workers).map(spawn).collect();
        let ended = workers.into_iter().map(thread::ScopedJoinHandle::join);
        ended
            .map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    // Those that were stopped by another's error have nothing to say.
    let mut errors: Vec<Error> = ended.into_iter().filter_map(Result::err).collect();
    errors.sort_by_key(|error| matches!(error, Error::Stopped { .. }));
    errors.into_iter().next().map_or(Ok(()), Err)
}

/// The error of a machine that does not do its part.
pub(crate) fn broken(what: &str, error: &dyn Display) -> Error {
    Error::Broken {
        message: what.into(),
        detail: format!("{what}: {error}"),
    }
}
