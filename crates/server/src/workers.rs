//! Who does the work: one limiter for each pace, and threads of their own for searches. Against
//! clients that keep all cores searching, while others want to look something up.
//!
//! A search shares its work among the threads of the rayon pool it runs in. In the
//! global pool it would keep those waiting who look up positions there, so each search
//! has a pool of its own, with a core less than there are and, on Linux, a lower
//! priority: a look-up that comes while all searches are busy is served at once.
//!
//! Searches do not share a pool. A thread that waits for the rest of its search there
//! would begin the next one meanwhile, and wait for ever if that needs a lock which the
//! first one holds.

use std::sync::{Arc, Mutex, PoisonError};

use quixotic_catalog::Pace;
use quixotic_game::Budget;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::limiter::{Limiter, Load};
use crate::limits::{Limits, search_threads};
use crate::refusal::Refusal;

/// The limiters and the threads of a server.
#[derive(Clone)]
pub(crate) struct Workers {
    memory: Limiter,
    disk: Limiter,
    search: Limiter,
    pools: Pools,
}

impl Workers {
    pub(crate) fn new() -> Workers {
        let [memory, disk, search] =
            [Pace::Memory, Pace::Disk, Pace::Search].map(|pace| Limiter::new(Limits::of(pace)));
        Workers {
            memory,
            disk,
            search,
            pools: Pools::default(),
        }
    }

    /// How much work there is, by pace.
    pub(crate) fn loads(&self) -> [(&'static str, &Load); 3] {
        [
            ("memory", self.memory.load()),
            ("disk", self.disk.load()),
            ("search", self.search.load()),
        ]
    }

    /// Does a piece of work that takes about so long.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        pace: Pace,
        work: impl FnOnce(&Budget) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        match pace {
            Pace::Memory => self.memory.run(work).await,
            Pace::Disk => self.disk.run(work).await,
            Pace::Search => {
                let pools = self.pools.clone();
                let search = move |budget: &Budget| pools.install(|| work(budget));
                self.search.run(search).await
            }
        }
    }
}

/// Pools that no search uses. There are never more than there were searches at once.
#[derive(Clone, Default)]
struct Pools(Arc<Mutex<Vec<ThreadPool>>>);

impl Pools {
    /// Runs a search in a pool of its own; one that panics takes its pool with it.
    fn install<T: Send>(&self, search: impl FnOnce() -> T + Send) -> T {
        let idle = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle().pop();
        let pool = found.unwrap_or_else(start);
        let done = pool.install(search);
        idle().push(pool);
        done
    }
}

fn start() -> ThreadPool {
    ThreadPoolBuilder::new()
        .num_threads(search_threads())
        .thread_name(|number| format!("search-{number}"))
        .start_handler(|_| lower_priority())
        .build()
        .expect("the system starts threads")
}

/// Lets all other threads of the machine go first. It is of no consequence if the
/// system does not want to.
fn lower_priority() {
    // Elsewhere this would be the priority of the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn searches_run_on_threads_of_their_own() {
        let workers = Workers::new();
        let threads = |_: &Budget| {
            let name = std::thread::current().name().map(str::to_owned);
            Ok((rayon::current_num_threads(), name))
        };
        let (searching, name) = workers.run(Pace::Search, threads).await.unwrap();
        assert_eq!(searching, search_threads());
        assert!(name.unwrap().starts_with("search-"));
        let (_, name) = workers.run(Pace::Disk, threads).await.unwrap();
        assert!(!name.unwrap_or_default().starts_with("search-"));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn only_searches_have_a_lower_priority() {
        // Of the thread, not of the process.
        let priority = |_: &Budget| Ok(rustix::process::getpriority_process(None).unwrap());
        let workers = Workers::new();
        let own = priority(&Budget::UNLIMITED).unwrap();
        let searching = workers.run(Pace::Search, priority).await.unwrap();
        assert_eq!(searching, (own + 10).min(19));
        let looking_up = workers.run(Pace::Memory, priority).await.unwrap();
        assert_eq!(looking_up, own);
    }

    #[tokio::test]
    async fn a_panic_of_a_search_is_an_answer_and_the_threads_go_on() {
        let workers = Workers::new();
        for _ in 0..2 * search_threads() {
            let broken = workers.run(Pace::Search, |_| -> Result<(), Refusal> {
                panic!("on purpose")
            });
            assert!(broken.await.is_err());
        }
        assert!(workers.run(Pace::Search, |_| Ok(())).await.is_ok());
    }
}
