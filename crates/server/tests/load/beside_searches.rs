//! Look-ups beside searches that keep all searchers busy.

use std::time::{Duration, Instant};

use super::client::{Client, start};
use super::measure::{idle_and_busy, searches};
use super::{alone, partial};

/// What the measure may be off by on a machine that has other things to do.
const SLACK: Duration = Duration::from_millis(5);

#[tokio::test(flavor = "multi_thread")]
async fn look_ups_stay_quick() {
    let _alone = alone().await;
    let address = start(partial::games(64 << 20)).await;
    let [[idle50, idle], [busy50, busy]] = idle_and_busy(address, 5).await;
    println!("idle: median {idle50:?}, 99% within {idle:?}");
    println!("beside searches: median {busy50:?}, 99% within {busy:?}");
    assert!(busy <= 2 * idle + SLACK, "{busy:?} instead of {idle:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_end_with_their_clients() {
    let _alone = alone().await;
    let address = start(partial::games(64 << 20)).await;
    let mut client = Client::connect(address).await;
    let other = "/api/numerical3/move?agent=random";
    assert_eq!(client.ask(other).await.0, 200);
    let searches = searches(address).await;
    // They hold all permits.
    let waiting = async {
        let mut client = Client::connect(address).await;
        client.ask(other).await;
    };
    let waited = tokio::time::timeout(Duration::from_secs(1), waiting).await;
    assert!(waited.is_err(), "there was a permit left");
    drop(searches);
    let begun = Instant::now();
    assert_eq!(client.ask(other).await.0, 200);
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "{:?}",
        begun.elapsed()
    );
}
