//! The life of a server: it listens, warms up, serves, and stops when asked to.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use quixotic_game::Budget;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

use crate::clients::Clients;
use crate::connections::Connections;
use crate::host::{self, Hosts};
use crate::limits::blocking_threads;
use crate::stage::Stage;
use crate::{App, sockets};

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
    /// What was handed over with `LISTEN_FDS` cannot be listened on.
    #[error("cannot use the socket that was handed over: {0}")]
    Socket(io::Error),
    /// The threads cannot be started.
    #[error("cannot start the server: {0}")]
    Start(io::Error),
}

/// Where a server listens.
#[derive(Clone, Copy, Debug)]
pub struct Addresses {
    /// For everybody. A socket that systemd hands over takes its place.
    pub page: SocketAddr,
    /// For those who watch over it: `/metrics`.
    pub metrics: Option<SocketAddr>,
}

/// Runs a server until Ctrl-C or `SIGTERM`. `ready` is called with the
/// addresses once connections are accepted.
pub fn run(
    addresses: Addresses,
    app: &App,
    ready: impl FnOnce(Addresses),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(blocking_threads())
        .build()
        .map_err(ServeError::Start)?;
    sockets::allow_many_files();
    let served = runtime.block_on(async {
        let listener = sockets::listener(addresses.page).await?;
        let metrics = match addresses.metrics {
            Some(address) => Some(sockets::bind(address).await?),
            None => None,
        };
        // Before `ready`: whoever learns the addresses may ask to stop.
        let stop = stop_signal();
        let address_of = |listener: &TcpListener| listener.local_addr().map_err(ServeError::Socket);
        let addresses = Addresses {
            page: address_of(&listener)?,
            metrics: metrics.as_ref().map(address_of).transpose()?,
        };
        tracing::info!(address = %addresses.page, "listening");
        ready(addresses);
        tokio::select! {
            () = serve(listener, app, stop) => {}
            () = serve_metrics(metrics, app) => {}
        }
        Ok(())
    });
    // A search that still runs has nobody to answer.
    runtime.shutdown_background();
    served
}

/// Serves connections until `stop`. Then requests that have begun, and those that are on
/// their way on connections that are open, are answered; what takes too long is stopped.
///
/// Requests have to have one `Host`. If the listener's address is one of this machine
/// only, the host has to be `localhost`, such an address, or a name that the application goes by,
/// with any port.
pub async fn serve(listener: TcpListener, app: &App, stop: impl Future<Output = ()>) {
    let stage = Arc::clone(&app.api.stage);
    let games = app.api.games.clone();
    let last_list = Arc::clone(&app.api.last_list);
    let warm_up = spawn_blocking(move || {
        // What takes a moment to set up is there before the first question.
        if let Ok(list) = games.list_json() {
            last_list.send_replace(Some(list));
        }
        if let Err(error) = games.check(&Budget::UNLIMITED) {
            tracing::warn!(%error, "a database cannot be read");
        }
        stage.reach(Stage::Ready);
        tracing::info!("ready");
    });
    let router = app.guarded(hosts(&listener));
    let metrics = Arc::clone(&app.api.metrics);
    let mut connections = Connections::new(router, metrics, clients(&listener));
    let mut stop = pin!(stop);
    tokio::select! {
        () = connections.accept(&listener) => {}
        () = &mut stop => {}
    }
    app.api.stage.reach(Stage::Stopping);
    tracing::info!("stopping");
    connections.end(listener).await;
    warm_up.abort();
    tracing::info!("stopped");
}

/// Which hosts a listener is meant for: those of this machine, or all.
fn hosts(listener: &TcpListener) -> Hosts {
    match is_for_this_machine(listener) {
        true => Hosts::Loopback(Arc::default()),
        false => Hosts::Any,
    }
}

/// Whose connections are counted.
fn clients(listener: &TcpListener) -> Option<Clients> {
    (!is_for_this_machine(listener)).then(Clients::default)
}

fn is_for_this_machine(listener: &TcpListener) -> bool {
    let address = listener.local_addr();
    address.map_or(true, |address| address.ip().is_loopback())
}

/// Serves the metrics for ever, also while the server stops. Those who read them are not counted.
async fn serve_metrics(listener: Option<TcpListener>, app: &App) {
    let Some(listener) = listener else {
        return std::future::pending().await;
    };
    let router = host::guard(app.metrics(), hosts(&listener));
    let mut connections = Connections::new(router, Arc::default(), clients(&listener));
    connections.accept(&listener).await;
}

/// Listens for the signals that ask a process to stop, from now on; ends when one has come.
fn stop_signal() -> impl Future<Output = ()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
        async move {
            let [interrupt, terminate] = signals.map(|signal| async {
                match signal {
                    Ok(mut signal) => {
                        signal.recv().await;
                    }
                    // Without the signal there is only `SIGKILL`.
                    Err(_) => std::future::pending().await,
                }
            });
            tokio::select! {
                () = interrupt => {}
                () = terminate => {}
            }
        }
    }
    #[cfg(not(unix))]
    async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
