//! Connections: how many at once, how much a client may send and how slowly, and how they end.
//!
//! By hand on hyper, because axum's own server has none of this: without bounds a client that sends
//! a head byte by byte, or none, holds its connection for ever, and one that sends a large head
//! takes memory; and a server that closes before clients have seen it stop loses their requests.

use std::net::{IpAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::clients::Clients;
use crate::metrics::Metrics;
use crate::write_timeout::WriteTimeout;

/// Connections at once; others wait in the system's queue.
const CONNECTIONS: usize = 1024;
/// Bytes of a request's head, and headers in it.
const LARGEST_HEAD: usize = 16 << 10;
const HEADERS: usize = 64;
/// How long a client may take to send a head, or do nothing.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(15);
/// How long a client may leave a part of an answer unread.
pub(crate) const READ_TIME: Duration = Duration::from_secs(30);
/// How long requests may come, and how long they may go on, once the server stops.
const GRACE: Duration = Duration::from_secs(5);
/// It is quiet when no request has begun or ended for so many looks in a row. Several, since a process
/// that did not run for a while finds its timers and its requests at the same moment.
const LOOKS: u32 = 5;
const LOOK: Duration = Duration::from_millis(50);
/// Pause after the system refused to accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The connections of a listener.
pub(crate) struct Connections {
    http: http1::Builder,
    service: TowerToHyperService<Router>,
    places: Arc<Semaphore>,
    /// The connections of each client; `None` where all come from this machine, be it a proxy or its
    /// owner.
    clients: Option<Clients>,
    graceful: GracefulShutdown,
    /// Dropped at the end, which ends the requests that are left and with them their work.
    open: JoinSet<()>,
    metrics: Arc<Metrics>,
}

impl Connections {
    /// Connections whose requests are answered by an application, and counted.
    pub(crate) fn new(app: Router, metrics: Arc<Metrics>, clients: Option<Clients>) -> Connections {
        Connections {
            http: bounded(),
            service: TowerToHyperService::new(app),
            places: Arc::new(Semaphore::new(CONNECTIONS)),
            clients,
            graceful: GracefulShutdown::new(),
            open: JoinSet::new(),
            metrics,
        }
    }

    /// Accepts connections, for ever. Can be dropped at any time.
    pub(crate) async fn accept(&mut self, listener: &TcpListener) {
        loop {
            let place = Arc::clone(&self.places).acquire_owned().await;
            let place = place.expect("the semaphore is never closed");
            match listener.accept().await {
                Ok((stream, peer)) => self.open(stream, peer.ip(), place),
                // No more files for this process, say: others have to go first.
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    /// Accepts no more, and ends the connections as soon as that costs nobody an answer.
    pub(crate) async fn end(mut self, listener: TcpListener) {
        // What the system has accepted for us may have sent a request already.
        if let Ok(listener) = listener.into_std() {
            self.accept_waiting(&listener);
        }
        let _ = timeout(GRACE, self.quiet()).await;
        let graceful = std::mem::take(&mut self.graceful);
        if timeout(GRACE, graceful.shutdown()).await.is_err() {
            tracing::warn!("some requests took too long and were not answered");
        }
    }

    fn accept_waiting(&mut self, listener: &StdListener) {
        while let Ok(place) = Arc::clone(&self.places).try_acquire_owned()
            && let Ok((stream, peer)) = listener.accept()
            && stream.set_nonblocking(true).is_ok()
            && let Ok(stream) = TcpStream::from_std(stream)
        {
            self.open(stream, peer.ip(), place);
        }
    }

    /// Waits until clients have seen that this server stops. A client that keeps a connection
    /// open sends its next request whenever it likes, and each answer asks it to close. To close
    /// first would lose the request that is on its way.
    async fn quiet(&self) {
        let mut looks = 0;
        let mut seen = self.metrics.steps();
        while looks < LOOKS && self.metrics.connections() > 0 {
            sleep(LOOK).await;
            let steps = self.metrics.steps();
            looks = if steps == seen { looks + 1 } else { 0 };
            seen = steps;
        }
    }

    fn open(&mut self, stream: TcpStream, address: IpAddr, place: OwnedSemaphorePermit) {
        let seat = self.clients.as_ref().map(|clients| clients.admit(address));
        if let Some(None) = seat {
            tracing::debug!("a client has too many connections");
            return;
        }
        let connected = self.metrics.connect();
        // Answers are small and should not wait for more.
        let _ = stream.set_nodelay(true);
        let stream = TokioIo::new(WriteTimeout::new(stream, READ_TIME));
        let connection = self.http.serve_connection(stream, self.service.clone());
        let connection = self.graceful.watch(connection);
        while self.open.try_join_next().is_some() {}
        self.open.spawn(async move {
            // What goes wrong on a connection is the client's affair.
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
            drop((connected, place, seat));
        });
    }
}

/// HTTP with our bounds.
pub(crate) fn bounded() -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(LARGEST_HEAD)
        .max_headers(HEADERS);
    http
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio::time::Instant;

    use quixotic_catalog::{Catalog, Setup};

    use crate::{App, Games};

    use super::*;

    fn test_games() -> Games {
        Games::new(Catalog::standard(), &Setup::default()).unwrap()
    }

    const ASK_FOR_MUCH: &[u8] = b"GET /style/main.css HTTP/1.1\r\nHost: slow\r\n\r\n";

    /// The client's end of a connection that is served.
    fn connect(buffer: usize) -> DuplexStream {
        let (client, server) = duplex(buffer);
        let service = TowerToHyperService::new(App::new(test_games()).router());
        let stream = TokioIo::new(WriteTimeout::new(server, READ_TIME));
        tokio::spawn(bounded().serve_connection(stream, service));
        client
    }

    /// Reads until the server closes the connection; returns how long that took.
    async fn closed(client: &mut DuplexStream) -> Duration {
        let begun = Instant::now();
        let _ = client.read_to_end(&mut Vec::new()).await;
        begun.elapsed()
    }

    // The clock of these tests leaps to the next moment at which something happens.

    #[tokio::test(start_paused = true)]
    async fn a_silent_client_is_disconnected() {
        let waited = closed(&mut connect(1024)).await;
        assert!(waited >= HEAD_TIME && waited < 2 * HEAD_TIME, "{waited:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_comes_byte_by_byte_is_not_waited_for() {
        let (mut reading, mut writing) = tokio::io::split(connect(1024));
        tokio::spawn(async move {
            for byte in b"GET /api/health HTTP/1.1\r\nHost: slow\r\n\r\n" {
                sleep(Duration::from_secs(1)).await;
                if writing.write_all(&[*byte]).await.is_err() {
                    return;
                }
            }
        });
        let begun = Instant::now();
        let mut answer = Vec::new();
        let _ = reading.read_to_end(&mut answer).await;
        assert!(!answer.starts_with(b"HTTP/1.1 200"));
        assert!(begun.elapsed() < 2 * HEAD_TIME, "{:?}", begun.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_nobody_reads_is_not_kept() {
        let mut client = connect(256);
        client.write_all(ASK_FOR_MUCH).await.unwrap();
        sleep(2 * READ_TIME).await;
        let mut rest = Vec::new();
        client.read_to_end(&mut rest).await.unwrap();
        assert!(rest.len() <= 256, "{} bytes came late", rest.len());
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_read_a_little_at_a_time_is_not_kept() {
        let mut client = connect(256);
        client.write_all(ASK_FOR_MUCH).await.unwrap();
        let begun = Instant::now();
        while client.read(&mut [0; 512]).await.unwrap() > 0 {
            sleep(Duration::from_secs(4)).await;
        }
        assert!(begun.elapsed() < 2 * READ_TIME, "{:?}", begun.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn who_reads_slowly_and_steadily_gets_all_and_may_go_on_asking() {
        let mut client = connect(256);
        for _ in 0..2 {
            client.write_all(ASK_FOR_MUCH).await.unwrap();
            let (begun, mut answer) = (Instant::now(), Vec::new());
            while !is_whole(&answer) {
                let length = client.read_buf(&mut answer).await.unwrap();
                assert!(length > 0, "only {} bytes were sent", answer.len());
                sleep(Duration::from_millis(400)).await;
            }
            assert!(begun.elapsed() > READ_TIME, "{:?}", begun.elapsed());
        }
    }

    /// Whether an answer is as long as it says.
    fn is_whole(answer: &[u8]) -> bool {
        let text = String::from_utf8_lossy(answer);
        let length = |head: &str| {
            let (_, length) = head.split_once("content-length: ")?;
            length.lines().next()?.parse::<usize>().ok()
        };
        let parts = text.split_once("\r\n\r\n");
        parts.is_some_and(|(head, body)| length(head) == Some(body.len()))
    }
}
