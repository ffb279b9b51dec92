//! A server that runs, and a client that knows nothing but sockets.

use std::net::SocketAddr;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use quixotic_catalog::{Catalog, Setup};
use quixotic_server::{App, Games, serve};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Duration, sleep};
use tower::ServiceExt as _;

/// The games of the catalog, without a directory for databases.
pub(crate) fn games() -> Games {
    Games::new(Catalog::standard(), &Setup::default()).unwrap()
}

/// A server on a port of its own.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) app: App,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl Running {
    /// A server without a 5×5 database.
    pub(crate) async fn start() -> Running {
        Running::with(games()).await
    }

    /// A server of some games.
    pub(crate) async fn with(games: Games) -> Running {
        Running::bound("127.0.0.1:0", games).await
    }

    /// A server on some address.
    pub(crate) async fn on(address: &str) -> Running {
        Running::bound(address, games()).await
    }

    async fn bound(address: &str, games: Games) -> Running {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let app = App::new(games);
        let serving = app.clone();
        let served = tokio::spawn(async move {
            serve(listener, &serving, async { stopped.await.unwrap() }).await;
        });
        Running {
            address,
            app,
            stop,
            served,
        }
    }

    /// Waits until the server is set up.
    pub(crate) async fn is_ready(&self) {
        while self.get("/api/ready").await.status != 200 {
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// Tells the server to stop and does not wait.
    pub(crate) fn tell_to_stop(self) -> JoinHandle<()> {
        self.stop.send(()).unwrap();
        self.served
    }

    /// Tells the server to stop and waits until it has.
    pub(crate) async fn stop(self) {
        self.tell_to_stop().await.unwrap();
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "").await
    }

    /// Sends a request whose head ends with `headers`.
    pub(crate) async fn send(&self, method: &str, path: &str, headers: &str) -> Answer {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n"
        );
        self.raw(request.as_bytes()).await
    }

    /// Sends bytes and reads until the server closes the connection.
    pub(crate) async fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // The server may refuse before it has read everything.
        let _ = stream.write_all(request).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        Answer::parse(&bytes)
    }
}

/// Waits until a metric of a server is as it should be.
pub(crate) async fn until(app: &App, metric: &str, is_so: impl Fn(f64) -> bool) {
    loop {
        let request = Request::get("/metrics").body(Body::empty()).unwrap();
        let page = app.metrics().oneshot(request).await.unwrap();
        let page = to_bytes(page.into_body(), usize::MAX).await.unwrap();
        let page = std::str::from_utf8(&page).unwrap();
        let mut lines = page.lines().filter_map(|line| line.rsplit_once(' '));
        let (_, value) = lines.find(|(name, _)| *name == metric).unwrap();
        if is_so(value.parse().unwrap()) {
            return;
        }
        sleep(Duration::from_millis(1)).await;
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no head: {:?}", String::from_utf8_lossy(bytes)));
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer {
            status,
            head,
            body: bytes[end + 4..].to_vec(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"));
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Checks the status of a refusal and returns its reason.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.head);
        assert_eq!(self.header("cache-control"), Some("no-store"));
        let json = self.json();
        assert_eq!(json.as_object().unwrap().len(), 1);
        json["error"].as_str().unwrap().to_owned()
    }
}
