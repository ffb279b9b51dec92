//! Serving connections: how many at once, how much a client may send and how
//! slowly, how slowly it may read, and a graceful end.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::host::{self, Hosts};
use crate::limits::blocking_threads;
use crate::write_timeout::WriteTimeout;
use crate::{Games, router};

/// Connections at once; others wait in the system's queue.
const CONNECTIONS: usize = 1024;
/// Bytes of a request's head, and headers in it.
const LARGEST_HEAD: usize = 16 << 10;
const HEADERS: usize = 64;
/// How long a client may take to send a head, or do nothing.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// How long a client may leave an answer unread.
const READ_TIME: Duration = Duration::from_secs(30);
/// How long requests may go on after the server was told to stop.
const GRACE: Duration = Duration::from_secs(5);
/// Pause after the system refused to accept a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Why the server does not run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is not to be had.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        error: io::Error,
    },
    /// The threads cannot be started.
    #[error("cannot start the server: {0}")]
    Start(io::Error),
}

/// Runs the server until it is told to stop by Ctrl-C or `SIGTERM`. `ready` is
/// called with the address once connections are accepted.
pub fn run(
    address: SocketAddr,
    games: Games,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(blocking_threads())
        .build()
        .map_err(ServeError::Start)?;
    let served = runtime.block_on(async {
        let unavailable = |error| ServeError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(unavailable)?;
        ready(listener.local_addr().map_err(unavailable)?);
        let app = router(games.clone());
        tokio::task::spawn_blocking(move || drop(games.list()));
        serve(listener, app, told_to_stop()).await;
        Ok(())
    });
    // A search that still runs has nobody to answer.
    runtime.shutdown_background();
    served
}

/// HTTP with our bounds.
fn bounded() -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(LARGEST_HEAD)
        .max_headers(HEADERS);
    http
}

/// Serves connections until `stop`, then lets running requests end for a grace period.
/// What still runs then is stopped.
///
/// Requests have to have one `Host`. If the listener's address is one of this machine
/// only, the host has to be `localhost` or such an address, with any port.
pub async fn serve(listener: TcpListener, app: Router, stop: impl Future<Output = ()>) {
    let http = bounded();
    let hosts = listener
        .local_addr()
        .map_or(Hosts::Loopback, |address| Hosts::for_address(address.ip()));
    let service = TowerToHyperService::new(host::guard(app, hosts));
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    // Dropped at the end, which ends the requests that are left and with them their work.
    let mut connections = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (listener.accept().await, place)
        };
        let (stream, place) = tokio::select! {
            (accepted, place) = accepted => match accepted {
                Ok((stream, _)) => (stream, place),
                // No more files for this process, say: others have to go first.
                Err(_) => {
                    sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // Answers are small and should not wait for more.
        let _ = stream.set_nodelay(true);
        let stream = TokioIo::new(WriteTimeout::new(stream, READ_TIME));
        let connection = http.serve_connection(stream, service.clone());
        let connection = graceful.watch(connection);
        while connections.try_join_next().is_some() {}
        connections.spawn(async move {
            // What goes wrong on a connection is the client's affair.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(GRACE, graceful.shutdown()).await;
}

/// Ends when the process is asked to stop.
async fn told_to_stop() {
    let interrupt = async {
        // Without the signal there is only `SIGKILL`.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let terminate = async {
            match signal(SignalKind::terminate()) {
                Ok(mut signal) => {
                    signal.recv().await;
                }
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            () = interrupt => {}
            () = terminate => {}
        }
    }
    #[cfg(not(unix))]
    interrupt.await;
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio::time::Instant;

    use quixotic_catalog::{Catalog, Setup};

    use super::*;

    fn test_games() -> Games {
        Games::new(Catalog::standard(), &Setup::default()).unwrap()
    }

    /// The client's end of a connection that is served.
    fn connect(buffer: usize) -> DuplexStream {
        let (client, server) = duplex(buffer);
        let service = TowerToHyperService::new(router(test_games()));
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
        let request = b"GET /style/main.css HTTP/1.1\r\nHost: deaf\r\n\r\n";
        client.write_all(request).await.unwrap();
        sleep(2 * READ_TIME).await;
        let mut rest = Vec::new();
        client.read_to_end(&mut rest).await.unwrap();
        assert!(rest.len() <= 256, "{} bytes came late", rest.len());
    }
}
