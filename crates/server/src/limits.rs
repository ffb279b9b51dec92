//! How much work of each pace is done at once, how long it may wait and take. All of
//! these figures are here.
//!
//! Work of different pace never waits for the same permits: somebody who asks for many
//! searches, or for many positions on disk, delays nobody who asks for what is in
//! memory.

use std::thread;
use std::time::Duration;

use quixotic_catalog::Pace;

/// The limits of one kind of work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Pieces of work at once.
    pub(crate) permits: usize,
    /// How long a piece of work may wait for a permit.
    pub(crate) queue_time: Duration,
    /// The deadline of its budget, from when it begins.
    pub(crate) work_time: Duration,
}

/// How long after its deadline work may take to notice it. Whoever asked gets the answer that
/// the server is busy; the permit is held until the work really ends.
pub(crate) const OVERRUN: Duration = Duration::from_secs(4);

impl Limits {
    pub(crate) fn of(pace: Pace) -> Limits {
        match pace {
            // Microseconds each. More permits than cores let the system share out the
            // cores when some of them are slow (counting all positions, say).
            Pace::Memory => Limits {
                permits: 4 * cores(),
                queue_time: Duration::from_secs(10),
                work_time: pace.work_time(),
            },
            // Mostly waiting for reads, so several to a core.
            Pace::Disk => Limits {
                permits: 4 * cores(),
                queue_time: Duration::from_secs(10),
                work_time: pace.work_time(),
            },
            // Each shares its work among the cores, and has tables of its own on the way.
            // A browser gives up after a minute or more, so nobody waits longer than
            // 30 + 16 + 4.
            Pace::Search => Limits {
                permits: cores().min(4),
                queue_time: Duration::from_secs(30),
                work_time: pace.work_time(),
            },
        }
    }
}

/// Threads of a search: one core is left to look-ups, if there are two.
pub(crate) fn search_threads() -> usize {
    (cores() - 1).max(1)
}

/// Threads that may wait: one for each permit and one for setting up at the start.
pub(crate) fn blocking_threads() -> usize {
    let paces = [Pace::Memory, Pace::Disk, Pace::Search];
    let permits: usize = paces.map(|pace| Limits::of(pace).permits).iter().sum();
    permits + 1
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
