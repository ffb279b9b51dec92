//! Whether a server should be asked, and what becomes of requests while it stops.

use std::time::{Duration, Instant};

use super::fake::{Fake, HANGS, with};
use super::running::{Running, until};
use quixotic_catalog::{Catalog, Setup};
use quixotic_server::Games;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// A client that keeps its connection.
struct Kept(TcpStream);

impl Kept {
    async fn connect(server: &Running) -> Kept {
        Kept(TcpStream::connect(server.address).await.unwrap())
    }

    async fn send(&mut self, path: &str) {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        self.0.write_all(request.as_bytes()).await.unwrap();
    }

    /// Some of the answer to what was sent: all that comes at once.
    async fn receive(&mut self) -> String {
        let mut part = [0; 4096];
        let length = self.0.read(&mut part).await.unwrap();
        String::from_utf8_lossy(&part[..length]).into_owned()
    }
}

#[tokio::test]
async fn a_server_is_ready_when_it_is_set_up_and_its_databases_can_be_read() {
    let server = Running::start().await;
    server.is_ready().await;
    let ready = server.get("/api/ready").await;
    assert_eq!(ready.json()["status"], "ready");
    assert_eq!(ready.header("cache-control"), Some("no-store"));
    server.stop().await;
    // That a game has no database is no trouble; that it cannot be read is.
    let missing = Running::with(with(&[Fake::Missing])).await;
    missing.is_ready().await;
    missing.stop().await;
    let broken = Running::with(with(&[Fake::Missing, Fake::Broken])).await;
    let why = loop {
        let why = broken.get("/api/ready").await.refused(503);
        if why != "the server is warming up" {
            break why;
        }
        sleep(Duration::from_millis(10)).await;
    };
    assert_eq!(why, "the database cannot be read");
    assert_eq!(broken.get("/api/health").await.status, 200);
    broken.stop().await;
}

#[tokio::test]
async fn a_server_whose_database_has_gone_is_not_ready() {
    let directory = tempfile::tempdir().unwrap();
    let setup = Setup {
        db: Some(directory.path().into()),
        ..Setup::default()
    };
    let server = Running::with(Games::new(Catalog::standard(), &setup).unwrap()).await;
    server.is_ready().await;
    directory.close().unwrap();
    let why = server.get("/api/ready").await.refused(503);
    assert!(why.contains("of quixo5 cannot be read"), "{why}");
    assert_eq!(server.get("/api/quixo4").await.status, 200);
    server.stop().await;
}

/// As when a database is on another machine.
#[tokio::test]
async fn the_games_are_listed_while_one_of_them_hangs() {
    let server = Running::with(with(&[Fake::Hangs])).await;
    server.is_ready().await;
    let games = server.get("/api/games").await;
    Fake::hang();
    for _ in 0..3 {
        let begun = Instant::now();
        assert_eq!(server.get("/api/games").await.json(), games.json());
        assert!(begun.elapsed() < HANGS / 2, "{:?}", begun.elapsed());
    }
    server.stop().await;
}

#[tokio::test]
async fn requests_on_open_connections_are_answered_while_the_server_stops() {
    let server = Running::start().await;
    server.is_ready().await;
    let address = server.address;
    let mut clients = Vec::new();
    for _ in 0..3 {
        let mut client = Kept::connect(&server).await;
        client.send("/api/health").await;
        let answer = client.receive().await.to_ascii_lowercase();
        assert!(answer.starts_with("http/1.1 200") && !answer.contains("connection: close"));
        clients.push(client);
    }
    let app = server.app.clone();
    let stopped = server.tell_to_stop();
    // The clients do not know yet.
    until(&app, "quixotic_ready", |ready| ready == 0.0).await;
    clients[0].send("/api/quixo4").await;
    clients[1].send("/api/ready").await;
    let answer = clients[0].receive().await.to_ascii_lowercase();
    assert!(answer.starts_with("http/1.1 200"), "{answer}");
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    let answer = clients[1].receive().await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(
        answer.ends_with(r#"{"error":"the server is stopping"}"#),
        "{answer}"
    );
    assert!(TcpStream::connect(address).await.is_err());
    stopped.await.unwrap();
    // Who has nothing to say is disconnected at the end.
    assert_eq!(clients[2].receive().await, "");
}
