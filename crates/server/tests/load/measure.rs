//! The measure: look-ups on an idle server and beside searches that keep all searchers
//! busy, in turns, so that whatever else the machine does hits both.

use std::net::SocketAddr;
use std::time::Duration;

use super::client::Client;
use super::partial;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// A position that takes longer to solve than the server searches.
const SEARCH: &str = "/api/numerical4?position=1,.,.,./.,.,.,./.,.,.,./.,.,.,.";
/// More searches than any server does at once.
const SEARCHES: usize = 6;

/// Clients that search all the time; they go away when this is dropped.
pub(crate) async fn searches(address: SocketAddr) -> JoinSet<()> {
    let mut clients = JoinSet::new();
    for _ in 0..SEARCHES {
        clients.spawn(async move {
            let mut client = Client::connect(address).await;
            loop {
                client.ask(SEARCH).await;
            }
        });
    }
    sleep(Duration::from_millis(300)).await;
    clients
}

/// The median and the 99th percentile of some look-ups.
async fn percentiles(address: SocketAddr, seed: u64) -> Percentiles {
    let mut client = Client::connect(address).await;
    let mut times = Vec::new();
    for path in partial::questions(seed).take(400) {
        let (status, time) = client.ask(&path).await;
        assert_eq!(status, 200, "{path}");
        times.push(time);
    }
    times.sort();
    [times[times.len() / 2], times[times.len() * 99 / 100]]
}

/// Median and 99th percentile.
pub(crate) type Percentiles = [Duration; 2];

/// The best of some rounds of an idle server and of one that searches.
pub(crate) async fn idle_and_busy(address: SocketAddr, rounds: u64) -> [Percentiles; 2] {
    // All that is set up once.
    percentiles(address, 0).await;
    let mut best = [[Duration::MAX; 2]; 2];
    for round in 0..rounds {
        let idle = percentiles(address, 2 * round + 1).await;
        let busy = {
            let _searches = searches(address).await;
            percentiles(address, 2 * round + 2).await
        };
        for (best, found) in best.iter_mut().zip([idle, busy]) {
            *best = std::array::from_fn(|at| best[at].min(found[at]));
        }
        // Until the searches have noticed that they are not wanted any more.
        sleep(Duration::from_millis(500)).await;
    }
    best
}
