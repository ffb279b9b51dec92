//! Pieces on several threads, one on each.
//!
//! Each thread has a pool of its own with one thread in it: in a common pool the inner loops of a piece
//! would be shared out among threads that have pieces of their own, and what a search counts would
//! depend on that.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use quixotic_catalog::Error;
use quixotic_game::{Budget, Stop, Stopped};
use rayon::ThreadPoolBuilder;
use serde_json::Value;

use crate::Work;

/// What is called with a piece and its result, as soon as it is there.
pub type Done<'a> = dyn FnMut(u64, Value) -> Result<(), Error> + Send + 'a;

/// Does pieces in their order, on so many threads. The first error ends it; what is done by then was
/// told to `done`.
pub fn work_off(
    work: &dyn Work,
    pieces: &[u64],
    threads: usize,
    budget: &Budget,
    done: &mut Done<'_>,
) -> Result<(), Error> {
    let (workers, threads_each) = match work.takes_all_threads() {
        true => (1, threads),
        false => (threads.min(pieces.len()), 1),
    };
    let failed = Stop::new();
    let budget = &budget.clone().with_stop(&failed);
    let (next, done) = (&AtomicUsize::new(0), &Mutex::new(done));
    let worker = || -> Result<(), Error> {
        let pool = ThreadPoolBuilder::new().num_threads(threads_each).build();
        let pool = pool.map_err(|error| broken("cannot start the threads", &error))?;
        while let Some(&number) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
            budget.check(0).map_err(stopped)?;
            let result = pool.install(|| work.piece(number, budget))?;
            let mut done = done.lock().expect("nobody panics with it");
            (*done)(number, result)?;
        }
        Ok(())
    };
    let ended: Vec<Result<(), Error>> = thread::scope(|scope| {
        let spawn = |_| scope.spawn(|| worker().inspect_err(|_| failed.stop()));
        let workers: Vec<_> = (0..workers).map(spawn).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| worker.join();
        let ended = workers.into_iter().map(join);
        ended
            .map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    // Those that were stopped by another's error have nothing to say.
    let mut errors: Vec<Error> = ended.into_iter().filter_map(Result::err).collect();
    errors.sort_by_key(|error| matches!(error, Error::Stopped { .. }));
    errors.into_iter().next().map_or(Ok(()), Err)
}

/// The error of work that was stopped.
pub(crate) fn stopped(stopped: Stopped) -> Error {
    Error::Stopped {
        message: "the job is not done".into(),
        stopped,
    }
}

/// The error of a machine that does not do its part.
pub(crate) fn broken(what: &str, error: &dyn std::fmt::Display) -> Error {
    Error::Broken {
        message: what.into(),
        detail: format!("{what}: {error}"),
    }
}
