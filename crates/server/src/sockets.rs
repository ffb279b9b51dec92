//! Where connections come from: an address, or a socket that systemd has opened. And how many
//! files a process may have open, of which a connection is one.

use std::io;
use std::net::SocketAddr;

use listenfd::ListenFd;
use tokio::net::TcpListener;

use crate::ServeError;

/// Files that may be open at once: all connections, the 351 classes of 5×5 and some others.
#[cfg(unix)]
const FILES: u64 = 4096;

/// The listener that was handed over with `LISTEN_FDS`, else one on that address.
pub(crate) async fn listener(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let handed_over = ListenFd::from_env().take_tcp_listener(0);
    match handed_over.map_err(ServeError::Socket)? {
        Some(listener) => {
            listener.set_nonblocking(true).map_err(ServeError::Socket)?;
            TcpListener::from_std(listener).map_err(ServeError::Socket)
        }
        None => bind(address).await,
    }
}

/// A listener on that address.
pub(crate) async fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let unavailable = |error: io::Error| ServeError::Listen { address, error };
    TcpListener::bind(address).await.map_err(unavailable)
}

/// Lets the process have as many open files as it can use. Systems begin with 1,024, which
/// programs from before there were thousands of connections rely on.
pub(crate) fn allow_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        let most = limit.maximum.map_or(FILES, |most| most.min(FILES));
        if limit.current.is_some_and(|current| current < most) {
            limit.current = Some(most);
            // Then connections wait for each other, as they do beyond any limit.
            let _ = setrlimit(Resource::Nofile, limit);
        }
    }
}
