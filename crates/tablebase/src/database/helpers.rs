//! Work of one question that is shared with cores that work at no other question.
//!
//! Who asks does all of the work that nobody else has begun, so a question never waits for
//! a pool that others keep busy. Helpers are threads for the moment: one takes some 20 µs to
//! start, and a question that wants new pages some milliseconds.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The cores of this process.
static CORES: Cores = Cores::idle();

/// Threads that are at such work, those who ask included.
struct Cores {
    at_work: AtomicUsize,
}

/// One thread at work.
struct Worker<'a>(&'a Cores);

impl Cores {
    const fn idle() -> Cores {
        Cores {
            at_work: AtomicUsize::new(0),
        }
    }

    /// Who asks, whatever the others do.
    fn asking(&self) -> Worker<'_> {
        self.at_work.fetch_add(1, Ordering::Relaxed);
        Worker(self)
    }

    /// A helper, unless so many are at work.
    fn helping(&self, most: usize) -> Option<Worker<'_>> {
        let one_more = |at_work| (at_work < most).then_some(at_work + 1);
        let counted = self
            .at_work
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        counted.ok().map(|_| Worker(self))
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.0.at_work.fetch_sub(1, Ordering::Relaxed);
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
    // Those of the pool in which it is asked: who wants one thread gets one.
    let most = rayon::current_num_threads();
    thread::scope(|scope| {
        let _asking = CORES.asking();
        for _ in 1..parts.len() {
            let Some(helper) = CORES.helping(most) else {
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
    use std::time::Duration;

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

    #[test]
    fn helpers_are_counted_and_go() {
        let cores = Cores::idle();
        let asking = [cores.asking(), cores.asking()];
        let helpers: Vec<Worker<'_>> = std::iter::from_fn(|| cores.helping(5)).collect();
        assert_eq!(helpers.len(), 3);
        drop(helpers);
        assert!(cores.helping(3).is_some());
        assert!(cores.helping(2).is_none());
        drop(asking);
        assert!(cores.helping(1).is_some());
    }

    #[test]
    fn on_one_thread_nobody_helps() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
        pool.build().unwrap().install(|| {
            let asking = thread::current().id();
            let shared = share(&[0; 100], |_| match thread::current().id() == asking {
                true => Ok(()),
                false => Err("a helper"),
            });
            assert_eq!(shared, Ok(()));
        });
    }

    #[test]
    fn a_failure_ends_it_and_is_reported() {
        let parts: Vec<usize> = (0..1000).collect();
        let begun = AtomicUsize::new(0);
        let shared = share(&parts, |&part| {
            begun.fetch_add(1, Ordering::Relaxed);
            if part > 7 {
                // So that the others are not done before it is known.
                thread::sleep(Duration::from_millis(1));
            }
            if part == 7 { Err(part) } else { Ok(()) }
        });
        assert_eq!(shared, Err(7));
        assert!(begun.into_inner() < parts.len());
    }
}
