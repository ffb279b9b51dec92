//! Serving connections: how many at once, how much a client may send and how
//! slowly, and a graceful end.

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
use tokio::time::{sleep, timeout};

use crate::{Games, router};

/// Connections at once; others wait in the system's queue.
const CONNECTIONS: usize = 1024;
/// Bytes of a request's head, and headers in it.
const LARGEST_HEAD: usize = 16 << 10;
const HEADERS: usize = 64;
/// How long a client may take to send a head, or do nothing.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// How long requests may go on after the server was told to stop.
const FAREWELL: Duration = Duration::from_secs(5);
/// Pause after the system refused to accept a connection.
const RECOVERY: Duration = Duration::from_millis(100);

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
        .build()
        .map_err(ServeError::Start)?;
    let served = runtime.block_on(async {
        let unavailable = |error| ServeError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(unavailable)?;
        ready(listener.local_addr().map_err(unavailable)?);
        let app = router(games.clone());
        tokio::task::spawn_blocking(move || games.warm_up());
        serve(listener, app, told_to_stop()).await;
        Ok(())
    });
    // A search that still runs has nobody to answer.
    runtime.shutdown_background();
    served
}

/// Serves connections until `stop`, then lets running requests end.
pub async fn serve(listener: TcpListener, app: Router, stop: impl Future<Output = ()>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(LARGEST_HEAD)
        .max_headers(HEADERS);
    let service = TowerToHyperService::new(app);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
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
                    sleep(RECOVERY).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // Answers are small and should not wait for more.
        let _ = stream.set_nodelay(true);
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // What goes wrong on a connection is the client's affair.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
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
