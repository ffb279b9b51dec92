//! The memory of a server is bounded, however many different questions it is asked.

use super::client::{Client, start};
use super::{alone, partial};

/// Bytes of this process that are in memory.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.unwrap().trim().strip_suffix(" kB").unwrap();
    kib.parse::<usize>().unwrap() << 10
}

/// Other questions, different ones each round.
#[cfg(target_os = "linux")]
fn mixed(round: u64) -> [String; 4] {
    [
        "/api/games".into(),
        format!("/api/quixo4/move?agent=mcts:1000&seed={round}"),
        format!("/api/numerical3/move?agent=perfect&seed={round}"),
        format!("/api/ultimate/move?agent=strategy&seed={round}"),
    ]
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn memory_stops_growing() {
    const CACHE: u64 = 16 << 20;
    const ROUNDS: u64 = 16;
    let _alone = alone().await;
    let address = start(partial::games(CACHE)).await;
    let mut after = Vec::new();
    for round in 0..ROUNDS {
        let clients = (0..8).map(|number| async move {
            let mut client = Client::connect(address).await;
            for path in partial::questions(8 * round + number + 100).take(250) {
                assert_eq!(client.ask(&path).await.0, 200, "{path}");
            }
            // What else a server is asked in an hour.
            for path in mixed(round) {
                assert_eq!(client.ask(&path).await.0, 200, "{path}");
            }
        });
        let clients: Vec<_> = clients.map(tokio::spawn).collect();
        for client in clients {
            client.await.unwrap();
        }
        after.push(resident());
    }
    let mib: Vec<usize> = after.iter().map(|bytes| bytes >> 20).collect();
    println!("MiB after each 2,000 positions: {mib:?}");
    // It fills its cache and the buffers of its threads in the first half.
    let (half, end) = (after[after.len() / 2 - 1], after[after.len() - 1]);
    assert!(end <= half + (8 << 20), "MiB: {mib:?}");
}
