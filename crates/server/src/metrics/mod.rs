//! What the server counts: connections, requests by the template of their route and by
//! their status, and how long they took.
//!
//! `page` is what Prometheus reads, on a listener of its own.

mod histogram;
mod page;
mod process;
mod text;

pub(crate) use page::router;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use histogram::Histogram;

/// What has happened since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// By template, of which there are as many as the router has. One lock for all: it is held
    /// for some additions, a thousandth of the time that a request takes.
    routes: Mutex<BTreeMap<String, Route>>,
    /// Requests that were begun.
    begun: AtomicU64,
    /// Requests that were answered or abandoned.
    ended: AtomicU64,
    /// Requests whose client went away before there was an answer.
    abandoned: AtomicU64,
    /// Connections that were accepted.
    opened: AtomicU64,
    /// Connections that have ended.
    closed: AtomicU64,
}

/// What has happened on one route.
#[derive(Clone, Debug, Default)]
struct Route {
    by_status: BTreeMap<u16, u64>,
    times: Histogram,
}

impl Metrics {
    /// Counts a request that begins; it ends with what is returned.
    pub(crate) fn begin(self: &Arc<Metrics>, route: String) -> Begun {
        self.begun.fetch_add(1, Ordering::Relaxed);
        Begun {
            metrics: Arc::clone(self),
            route,
            since: Instant::now(),
            is_answered: false,
        }
    }

    /// Grows whenever a request begins or ends.
    pub(crate) fn steps(&self) -> u64 {
        self.begun.load(Ordering::Relaxed) + self.ended.load(Ordering::Relaxed)
    }

    /// Counts a connection; it ends with what is returned.
    pub(crate) fn connect(self: &Arc<Metrics>) -> Connected {
        self.opened.fetch_add(1, Ordering::Relaxed);
        Connected(Arc::clone(self))
    }

    /// How many connections are open. The one that ends is read first, so that there are never
    /// fewer than none.
    pub(crate) fn connections(&self) -> u64 {
        let closed = self.closed.load(Ordering::Acquire);
        self.opened.load(Ordering::Acquire) - closed
    }

    fn in_flight(&self) -> u64 {
        let ended = self.ended.load(Ordering::Acquire);
        self.begun.load(Ordering::Acquire) - ended
    }

    fn routes(&self) -> MutexGuard<'_, BTreeMap<String, Route>> {
        self.routes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is being answered.
pub(crate) struct Begun {
    metrics: Arc<Metrics>,
    route: String,
    since: Instant,
    is_answered: bool,
}

impl Begun {
    /// Counts the answer; returns how long it took.
    pub(crate) fn answered(mut self, status: u16) -> Duration {
        self.is_answered = true;
        let time = self.since.elapsed();
        let mut routes = self.metrics.routes();
        let route = routes.entry(std::mem::take(&mut self.route)).or_default();
        *route.by_status.entry(status).or_default() += 1;
        route.times.add(time);
        drop(routes);
        time
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if !self.is_answered {
            self.metrics.abandoned.fetch_add(1, Ordering::Relaxed);
            tracing::debug!(route = self.route, "the client went away");
        }
        self.metrics.ended.fetch_add(1, Ordering::Release);
    }
}

/// A connection that is open.
pub(crate) struct Connected(Arc<Metrics>);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.closed.fetch_add(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_how_they_end() {
        let metrics = Arc::new(Metrics::default());
        let (answered, abandoned) = (metrics.begin("/a".into()), metrics.begin("/a".into()));
        assert_eq!(metrics.in_flight(), 2);
        answered.answered(200);
        drop(abandoned);
        assert_eq!((metrics.steps(), metrics.in_flight()), (4, 0));
        assert_eq!(metrics.abandoned.load(Ordering::Relaxed), 1);
        let routes = metrics.routes();
        assert_eq!(routes["/a"].by_status, BTreeMap::from([(200, 1)]));
        assert_eq!(routes["/a"].times.count(), 1);
    }

    #[test]
    fn connections_are_open_until_they_end() {
        let metrics = Arc::new(Metrics::default());
        let both = (metrics.connect(), metrics.connect());
        assert_eq!(metrics.connections(), 2);
        drop(both);
        assert_eq!(metrics.connections(), 0);
        assert_eq!(metrics.opened.load(Ordering::Relaxed), 2);
    }
}
