//! A server in this process, and a client that keeps its connection.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use quixotic_server::{App, Games, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Starts a server that ends with the test.
pub(crate) async fn start(games: Games) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        serve(listener, &App::new(games), std::future::pending()).await;
    });
    address
}

/// A connection.
pub(crate) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let buffer = Vec::new();
        Client { stream, buffer }
    }

    /// Asks, and returns the status and how long the answer took.
    pub(crate) async fn ask(&mut self, path: &str) -> (u16, Duration) {
        let begun = Instant::now();
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        self.stream.write_all(request.as_bytes()).await.unwrap();
        self.buffer.clear();
        while !self.is_whole() {
            let read = self.stream.read_buf(&mut self.buffer).await.unwrap();
            assert!(read > 0, "{path}: the connection ended");
        }
        let status = std::str::from_utf8(&self.buffer[9..12]).unwrap();
        (status.parse().unwrap(), begun.elapsed())
    }

    /// Whether the head and the body that it announces are there.
    fn is_whole(&self) -> bool {
        let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") else {
            return false;
        };
        let head = std::str::from_utf8(&self.buffer[..end]).unwrap();
        let head = head.to_ascii_lowercase();
        let (_, length) = head.split_once("content-length: ").unwrap();
        let length: usize = length.lines().next().unwrap().parse().unwrap();
        self.buffer.len() >= end + 4 + length
    }
}
