//! How much work of one pace there is, and what was refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The permits of one pace, and what became of those who wanted one.
#[derive(Debug)]
pub(crate) struct Load {
    all: u64,
    free: Arc<Semaphore>,
    waiting: AtomicU64,
    waited_too_long: AtomicU64,
    took_too_long: AtomicU64,
    panics: AtomicU64,
}

impl Load {
    pub(crate) fn new(permits: usize) -> Load {
        Load {
            all: permits as u64,
            free: Arc::new(Semaphore::new(permits)),
            waiting: AtomicU64::new(0),
            waited_too_long: AtomicU64::new(0),
            took_too_long: AtomicU64::new(0),
            panics: AtomicU64::new(0),
        }
    }

    /// Waits for a permit.
    pub(crate) async fn permit(&self) -> OwnedSemaphorePermit {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        // Whether it gets one or goes away.
        let _waits = Waits(&self.waiting);
        let permit = Arc::clone(&self.free).acquire_owned().await;
        permit.expect("the semaphore is never closed")
    }

    /// Counts somebody who waited too long.
    pub(crate) fn refuse_waiting(&self) {
        self.waited_too_long.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts work that did not heed its deadline.
    pub(crate) fn refuse_overrun(&self) {
        self.took_too_long.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts work that panicked.
    pub(crate) fn panicked(&self) {
        self.panics.fetch_add(1, Ordering::Relaxed);
    }

    /// Pieces of work that may be done at once.
    pub(crate) fn permits(&self) -> u64 {
        self.all
    }

    /// Pieces of work that are being done.
    pub(crate) fn working(&self) -> u64 {
        self.all - self.free.available_permits() as u64
    }

    /// Those who wait for a permit.
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
