//! Work that takes time, off the threads that serve connections and never more of
//! it at once than the machine can do.
//!
//! There are two crews. Looking up a position takes microseconds, or a few reads
//! from the disk; choosing a move or solving a position may take seconds. Each has
//! threads of its own, so that the slow work never keeps a look-up waiting.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::refusal::Refusal;

/// Workers for one kind of work.
#[derive(Clone, Debug)]
pub(crate) struct Crew {
    workers: Arc<Semaphore>,
    patience: Duration,
}

impl Crew {
    /// For looking up positions.
    pub(crate) fn lookups() -> Crew {
        Crew::new(cores() * 4, Duration::from_secs(10))
    }

    /// For choosing moves and solving positions.
    pub(crate) fn searches() -> Crew {
        Crew::new(cores(), Duration::from_secs(30))
    }

    fn new(workers: usize, patience: Duration) -> Crew {
        Crew {
            workers: Arc::new(Semaphore::new(workers)),
            patience,
        }
    }

    /// Does a piece of work as soon as a worker is free. Whoever asked waits for a
    /// limited time; a worker who has begun ends all the same, and is busy till then.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let workers = Arc::clone(&self.workers);
        let done = timeout(self.patience, async {
            let worker = workers.acquire_owned().await;
            tokio::task::spawn_blocking(move || {
                let done = work();
                drop(worker);
                done
            })
            .await
        });
        match done.await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) => Err(Refusal::Broken("the answer could not be computed".into())),
            Err(_) => Err(Refusal::Busy),
        }
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nobody_waits_longer_than_the_patience_and_no_worker_does_two_things() {
        let crew = Crew::new(1, Duration::from_millis(50));
        let (free, blocked) = std::sync::mpsc::channel::<()>();
        let slow = crew.run(move || Ok(blocked.recv().is_ok())).await;
        assert!(matches!(slow, Err(Refusal::Busy)));
        // The only worker is still at it.
        assert!(matches!(crew.run(|| Ok(())).await, Err(Refusal::Busy)));
        free.send(()).unwrap();
        assert!(crew.run(|| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn a_panic_is_an_answer() {
        let crew = Crew::new(1, Duration::from_secs(5));
        let broken = crew.run(|| -> Result<(), Refusal> { panic!("on purpose") });
        assert!(matches!(broken.await, Err(Refusal::Broken(_))));
        assert!(crew.run(|| Ok(())).await.is_ok());
    }
}
