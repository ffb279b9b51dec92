//! Work that takes long, fails, or is not wanted any more.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::fake::{Fake, with_fakes};
use super::running::{Running, until};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

/// Far more than it takes to notice that a client went away, far less than a search may
/// take.
const SOON: Duration = Duration::from_secs(8);

async fn ask(server: &Running, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn a_search_whose_client_went_away_stops() {
    let server = Running::with(with_fakes()).await;
    let client = ask(&server, "/api/searches").await;
    Fake::Searches.has_begun().await;
    // It goes on as long as somebody waits.
    assert!(!Fake::Searches.has_ended(Duration::from_secs(1)).await);
    drop(client);
    assert!(Fake::Searches.has_ended(SOON).await);
    server.stop().await;
}

#[tokio::test]
async fn a_search_that_still_runs_when_the_server_has_stopped_stops() {
    let server = Running::with(with_fakes()).await;
    let _client = ask(&server, "/api/searchestoo").await;
    Fake::SearchesToo.has_begun().await;
    let begun = Instant::now();
    server.stop().await;
    assert!(
        begun.elapsed() < Duration::from_secs(10),
        "{:?}",
        begun.elapsed()
    );
    assert!(Fake::SearchesToo.has_ended(Duration::from_secs(1)).await);
}

#[tokio::test]
async fn a_search_without_a_result_may_be_asked_for_again() {
    let server = Running::with(with_fakes()).await;
    let begun = Instant::now();
    let answer = server.get("/api/stops").await;
    assert_eq!(answer.refused(503), "nothing was found: out of time");
    assert_eq!(answer.header("retry-after"), Some("5"));
    let took = begun.elapsed().as_secs();
    assert!((14..22).contains(&took), "{took} s");
    // What is not here at all will not be here in five seconds.
    let missing = server.get("/api/missing").await;
    assert_eq!(
        missing.refused(503),
        "there is no database of missing here: make it"
    );
    assert_eq!(missing.header("retry-after"), None);
    server.stop().await;
}

#[tokio::test]
async fn a_panic_is_a_500_and_the_server_goes_on() {
    let server = Running::with(with_fakes()).await;
    for _ in 0..8 {
        for path in ["/api/panics", "/api/panicsatonce", "/api/panics/line"] {
            let error = server.get(path).await.refused(500);
            assert!(error.contains("could not be computed"), "{error}");
        }
    }
    assert_eq!(server.get("/api/quixo4").await.status, 200);
    let moved = server.get("/api/quixo4/move?agent=random").await;
    assert_eq!(moved.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn no_answer_names_a_file_of_the_machine() {
    let server = Running::with(with_fakes()).await;
    let broken = server.get("/api/broken").await;
    assert_eq!(broken.refused(500), "the database cannot be read");
    let games = server.get("/api/games").await;
    let text = String::from_utf8(games.body).unwrap();
    assert!(text.contains(r#""game":"broken""#), "{text}");
    assert!(!text.contains("secret"), "{text}");
    server.stop().await;
}

/// How long a request takes while others run.
async fn timed(server: &Running, path: &str) -> Duration {
    let begun = Instant::now();
    assert_eq!(server.get(path).await.status, 200);
    begun.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_memory_does_not_queue_behind_disks_and_searches() {
    let server = Arc::new(Running::with(with_fakes()).await);
    assert_eq!(server.get("/api/quixo4/line").await.status, 200);
    // Ten seconds of reading for all permits together, and searches without end.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut others = tokio::task::JoinSet::new();
    for number in 0..400 * cores {
        let server = Arc::clone(&server);
        let path = match number % 10 {
            0 => "/api/quixo5/move?agent=search:1s",
            _ => "/api/reads",
        };
        others.spawn(async move { server.get(path).await.status });
    }
    for pace in ["disk", "search"] {
        let waiting = format!(r#"quixotic_queue_length{{pace="{pace}"}}"#);
        until(&server.app, &waiting, |count| count > 0.0).await;
    }
    // The best of some, so that a hiccup of the machine does not count.
    for path in ["/api/quixo4", "/api/quixo4/line"] {
        let mut best = Duration::MAX;
        for _ in 0..10 {
            best = best.min(timed(&server, path).await);
        }
        assert!(best < Duration::from_millis(90), "{path}: {best:?}");
    }
    others.abort_all();
}
