//! Against clients that ask for much work at once, or ask and go away: work is done off the threads
//! that serve connections, never more of it at once than is allowed, and it is stopped when nobody
//! waits for it.
//!
//! By hand, because tower's limits free a place when a client goes away, and work ends only when it
//! looks at its budget: clients that come and go would have any number of threads at work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quixotic_game::{Budget, Stop};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::limits::{Limits, OVERRUN};
use crate::refusal::Refusal;

/// Lets so much work be done at once; the rest queues for a limited time.
#[derive(Clone, Debug)]
pub(crate) struct Limiter {
    load: Arc<Load>,
    limits: Limits,
}

impl Limiter {
    pub(crate) fn new(limits: Limits) -> Limiter {
        Limiter {
            load: Arc::new(Load::new(limits.permits)),
            limits,
        }
    }

    /// How much work there is.
    pub(crate) fn load(&self) -> &Load {
        &self.load
    }

    /// Does a piece of work as soon as there is a permit. Its budget has a deadline, and
    /// ends at once when the returned future is dropped: that is what happens when the
    /// client goes away or the server stops. Work that does not look at its budget keeps
    /// its permit until it ends.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Budget) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let permit = self.load.permit();
        let Ok(permit) = timeout(self.limits.queue_time, permit).await else {
            count(&self.load.waited_too_long);
            return Err(Refusal::busy());
        };
        let stop = StopOnDrop(Stop::new());
        let budget = Budget::UNLIMITED.with_stop(&stop.0);
        let work_time = self.limits.work_time;
        let work = spawn_blocking(move || {
            let done = work(&budget.with_time(work_time));
            drop(permit);
            done
        });
        match timeout(work_time + OVERRUN, work).await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) => {
                count(&self.load.panics);
                Err(Refusal::panicked())
            }
            Err(_) => {
                count(&self.load.took_too_long);
                Err(Refusal::busy())
            }
        }
    }
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Stops work that nobody waits for any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The permits of one pace, and what became of those who wanted one.
#[derive(Debug)]
pub(crate) struct Load {
    /// Pieces of work that may be done at once.
    pub(crate) permits: u64,
    free: Arc<Semaphore>,
    /// Pieces of work that wait for a permit.
    waiting: AtomicU64,
    waited_too_long: AtomicU64,
    took_too_long: AtomicU64,
    panics: AtomicU64,
}

impl Load {
    fn new(permits: usize) -> Load {
        Load {
            permits: permits as u64,
            free: Arc::new(Semaphore::new(permits)),
            waiting: AtomicU64::default(),
            waited_too_long: AtomicU64::default(),
            took_too_long: AtomicU64::default(),
            panics: AtomicU64::default(),
        }
    }

    async fn permit(&self) -> OwnedSemaphorePermit {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // Whether it gets one or goes away.
        let _waits = Waits(&self.waiting);
        let permit = Arc::clone(&self.free).acquire_owned().await;
        permit.expect("the semaphore is never closed")
    }

    /// Pieces of work that are being done.
    pub(crate) fn working(&self) -> u64 {
        self.permits - self.free.available_permits() as u64
    }

    /// Pieces of work that wait for a permit.
    pub(crate) fn waiting(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Pieces of work that panicked.
    pub(crate) fn panics(&self) -> u64 {
        self.panics.load(Ordering::Relaxed)
    }

    /// How many were refused, by reason.
    pub(crate) fn refusals(&self) -> [(&'static str, u64); 2] {
        [
            ("queue", self.waited_too_long.load(Ordering::Relaxed)),
            ("overrun", self.took_too_long.load(Ordering::Relaxed)),
        ]
    }
}

/// Somebody who waits, until this is dropped.
struct Waits<'a>(&'a AtomicU64);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    fn one_permit(queue_time: Duration) -> Limiter {
        Limiter::new(Limits {
            permits: 1,
            queue_time,
            work_time: Duration::from_secs(60),
        })
    }

    fn is_busy<T>(done: &Result<T, Refusal>) -> bool {
        let busy = format!("{:?}", Refusal::busy());
        done.as_ref()
            .err()
            .is_some_and(|refusal| format!("{refusal:?}") == busy)
    }

    #[tokio::test]
    async fn nobody_queues_longer_than_the_queue_time() {
        let limiter = one_permit(Duration::from_millis(50));
        let (free, blocked) = mpsc::channel::<()>();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let slow = tokio::spawn({
            let limiter = limiter.clone();
            let work = move |_: &Budget| {
                begun.send(()).unwrap();
                Ok(blocked.recv().is_ok())
            };
            async move { limiter.run(work).await }
        });
        begins.await.unwrap();
        assert!(is_busy(&limiter.run(|_| Ok(())).await));
        free.send(()).unwrap();
        assert!(slow.await.unwrap().unwrap());
        assert!(limiter.run(|_| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_is_stopped_and_keeps_its_permit_until_it_ends() {
        let limiter = one_permit(Duration::from_millis(50));
        let (stopped, has_stopped) = mpsc::channel();
        let (free, blocked) = mpsc::channel::<()>();
        let work = limiter.run(move |budget| {
            while !budget.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            stopped.send(()).unwrap();
            blocked.recv().unwrap();
            Ok(())
        });
        // The client goes away while it runs.
        let left = timeout(Duration::from_millis(50), work).await;
        assert!(left.is_err());
        has_stopped.recv_timeout(Duration::from_secs(10)).unwrap();
        assert!(is_busy(&limiter.run(|_| Ok(())).await));
        free.send(()).unwrap();
        let patient = Limiter {
            limits: Limits {
                queue_time: Duration::from_secs(10),
                ..limiter.limits
            },
            ..limiter
        };
        assert!(patient.run(|_| Ok(())).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_overruns_its_deadline_is_not_waited_for() {
        let limiter = Limiter::new(Limits {
            permits: 1,
            queue_time: Duration::from_secs(1),
            work_time: Duration::from_secs(2),
        });
        let (free, blocked) = mpsc::channel::<()>();
        // While a blocking thread works, the clock of the test does not leap by itself.
        let work = tokio::spawn(async move {
            let work = limiter.run(move |_| Ok(blocked.recv().is_err()));
            work.await
        });
        tokio::task::yield_now().await;
        tokio::time::advance(Duration::from_secs(2) + OVERRUN / 2).await;
        tokio::task::yield_now().await;
        assert!(!work.is_finished());
        tokio::time::advance(OVERRUN).await;
        assert!(is_busy(&work.await.unwrap()));
        drop(free);
    }

    #[tokio::test]
    async fn a_panic_is_an_answer() {
        let limiter = one_permit(Duration::from_secs(5));
        let broken = limiter.run(|_| -> Result<(), Refusal> { panic!("on purpose") });
        let refusal = broken.await.unwrap_err();
        assert_eq!(format!("{refusal:?}"), format!("{:?}", Refusal::panicked()));
        assert!(limiter.run(|_| Ok(())).await.is_ok());
    }
}
