//! Work of one question that is shared with cores that have nothing to do.
//!
//! Who asks does all of the work that nobody else has begun, so a question never waits for
//! a pool that others keep busy. Helpers are threads for the moment: one takes some 20 µs to
//! start, and a question that wants new pages some milliseconds.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Threads of this process that are at such work, those who ask included.
static AT_WORK: AtomicUsize = AtomicUsize::new(0);

/// One thread at work.
struct Worker;

impl Worker {
    /// Who asks, whatever the others do.
    fn asking() -> Worker {
        AT_WORK.fetch_add(1, Ordering::Relaxed);
        Worker
    }

    /// A helper, if there is a core for it.
    fn helping() -> Option<Worker> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let one_more = |at_work| (at_work < cores).then_some(at_work + 1);
        let counted = AT_WORK.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        counted.ok().map(|_| Worker)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        AT_WORK.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Does `work` for each part, until one fails; with helpers, if there is more than one part.
/// Returns the error of one that failed.
pub(super) fn share<T: Sync, E: Send>(
    parts: &[T],
    work: impl Fn(&T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let run = || {
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = work(part) {
                next.store(parts.len(), Ordering::Relaxed);
                let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                failure.get_or_insert(error);
            }
        }
    };
    thread::scope(|scope| {
        let _asking = Worker::asking();
        for _ in 1..parts.len() {
            let Some(helper) = Worker::helping() else {
                break;
            };
            let help = || {
                let _helper = helper;
                run();
            };
            // Where there are no threads to be had it is done without.
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        run();
    });
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_done_once() {
        for count in [0, 1, 2, 500] {
            let done: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
            let parts: Vec<usize> = (0..count).collect();
            let shared = share(&parts, |&part| {
                done[part].fetch_add(1, Ordering::Relaxed);
                Ok::<(), ()>(())
            });
            assert_eq!(shared, Ok(()));
            assert!(done.iter().all(|times| times.load(Ordering::Relaxed) == 1));
        }
    }

    /// Other tests ask at the same time, so only the bound can be seen.
    #[test]
    fn helpers_are_counted_and_go() {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let asking = Worker::asking();
        let helpers: Vec<Worker> = std::iter::from_fn(Worker::helping).take(1000).collect();
        assert!(helpers.len() < cores);
        assert!(AT_WORK.load(Ordering::Relaxed) > helpers.len());
        drop((asking, helpers));
    }

    #[test]
    fn a_failure_ends_it_and_is_told() {
        let parts: Vec<usize> = (0..100_000).collect();
        let begun = AtomicUsize::new(0);
        let shared = share(&parts, |&part| {
            begun.fetch_add(1, Ordering::Relaxed);
            if part == 7 { Err(part) } else { Ok(()) }
        });
        assert_eq!(shared, Err(7));
        assert!(begun.into_inner() < parts.len());
    }
}
