//! What a running server does not take, and what it never gives away.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::running::{Running, until};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn only_get_is_answered() {
    let server = Running::start().await;
    for path in ["/api/quixo4", "/api/games", "/", "/nothing"] {
        for method in ["POST", "PUT", "DELETE", "PATCH"] {
            let answer = server.send(method, path, "Content-Length: 0\r\n").await;
            assert_eq!(
                answer.refused(405),
                "only GET is answered here",
                "{method} {path}"
            );
            assert_eq!(answer.header("allow"), Some("GET, HEAD"));
        }
        let head = server.send("HEAD", path, "").await;
        assert_eq!(head.body, b"");
    }
    // A browser may ask whether it may ask.
    let asked = "Origin: http://elsewhere\r\nAccess-Control-Request-Method: GET\r\n";
    let answer = server.send("OPTIONS", "/api/quixo4", asked).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    server.stop().await;
}

#[tokio::test]
async fn addresses_and_heads_are_bounded() {
    let server = Running::start().await;
    let long = format!("/api/quixo4?position={}", "4".repeat(3000));
    let error = server.get(&long).await.refused(414);
    assert!(error.contains("2048 are allowed"), "{error}");
    let refused = server.get(&long).await;
    assert!(refused.header("content-security-policy").is_some());
    let large = format!("X-Large: {}\r\n", "x".repeat(40_000));
    assert_eq!(server.send("GET", "/api/health", &large).await.status, 431);
    let many: String = (0..100).map(|n| format!("X-{n}: 1\r\n")).collect();
    assert_eq!(server.send("GET", "/api/health", &many).await.status, 431);
    // A body is not read: who announces a large one is answered and disconnected.
    let body =
        "GET /api/health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\n";
    assert_eq!(server.raw(body.as_bytes()).await.status, 200);
    assert_eq!(server.raw(b"nonsense\r\n\r\n").await.status, 400);
    assert_eq!(server.get("/api/health").await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn nothing_is_served_from_outside_the_program() {
    let server = Running::start().await;
    for path in [
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/results/../../Cargo.toml",
        "/results/..%2f..%2fREADME.md",
        "/js/../../package.json",
        "//etc/passwd",
        "/etc/passwd",
        "/js",
        "/js/",
        "/.git/config",
        "/index.html/",
        "/%00",
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn pages_come_with_a_strict_policy_and_are_asked_for_again_only_when_changed() {
    let server = Running::start().await;
    let whole = "default-src 'none'; script-src 'self'; style-src 'self';";
    for (path, expected) in [
        ("/", whole),
        ("/sw.js", whole),
        ("/js/engine/worker.js", whole),
        ("/js/session.js", "default-src 'none'"),
        ("/style/main.css", "default-src 'none'"),
        ("/results/quixo5.json", whole),
        ("/nothing", whole),
    ] {
        let answer = server.get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with(expected), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
    }
    let html = server.get("/").await;
    assert_eq!(
        html.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let text = String::from_utf8(html.body.clone()).unwrap();
    assert!(!text.contains("<style") && !text.contains(" style=") && !text.contains(" onclick"));
    assert!(
        text.split("<script")
            .skip(1)
            .all(|script| script.contains("src="))
    );
    let known = format!("If-None-Match: {}\r\n", html.header("etag").unwrap());
    let again = server.send("GET", "/", &known).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let packed = server.send("GET", "/", "Accept-Encoding: gzip\r\n").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() < html.body.len());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_requests_at_once_are_all_answered() {
    let server = Arc::new(Running::start().await);
    let positions = [
        "4/4/4/4+X",
        "2X1/4/O2O/1X2+X",
        "O1X1/4/3O/1X2+X",
        "XO2/1O2/X3/2OX+O",
    ];
    let mut expected = Vec::new();
    for position in positions {
        expected.push(
            server
                .get(&format!("/api/quixo4?position={position}"))
                .await
                .body,
        );
    }
    let begun = Instant::now();
    let requests: Vec<_> = (0..1000)
        .map(|number| {
            let server = Arc::clone(&server);
            let path = format!("/api/quixo4?position={}", positions[number % 4]);
            tokio::spawn(async move { (number % 4, server.get(&path).await) })
        })
        .collect();
    for request in requests {
        let (position, answer) = request.await.unwrap();
        assert_eq!(answer.status, 200);
        assert_eq!(answer.body, expected[position]);
    }
    // Far more than it takes, far less than a request may wait.
    assert!(begun.elapsed() < Duration::from_secs(60));
}

/// An agent that thinks for a second.
const SLOW: &str = "/api/quixo5/move?agent=search:1s";

#[tokio::test(flavor = "multi_thread")]
async fn slow_work_on_all_workers_does_not_keep_look_ups_waiting() {
    let server = Arc::new(Running::start().await);
    assert_eq!(server.get("/api/quixo4").await.status, 200);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let ended = Arc::new(AtomicUsize::new(0));
    let slow: Vec<_> = (0..3 * workers)
        .map(|_| {
            let (server, ended) = (Arc::clone(&server), Arc::clone(&ended));
            tokio::spawn(async move {
                let answer = server.get(SLOW).await;
                ended.fetch_add(1, Ordering::Relaxed);
                answer.status
            })
        })
        .collect();
    // Look-ups are answered all the time, from before the first search ends till the last.
    let (mut before_the_first, mut before_the_last) = (0, 0);
    while ended.load(Ordering::Relaxed) < slow.len() {
        assert_eq!(server.get("/api/quixo4").await.status, 200);
        match ended.load(Ordering::Relaxed) {
            0 => before_the_first += 1,
            some if some < slow.len() => before_the_last += 1,
            _ => {}
        }
    }
    assert!(before_the_first >= 10, "{before_the_first} look-ups");
    assert!(before_the_last >= 20, "{before_the_last} look-ups");
    for status in slow {
        assert_eq!(status.await.unwrap(), 200);
    }
}

#[tokio::test]
async fn a_request_that_has_begun_is_answered_before_the_server_stops() {
    let server = Running::start().await;
    let address = server.address;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {SLOW} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let idle = TcpStream::connect(address).await.unwrap();
    // The agent thinks, and goes on thinking while the server stops.
    let thinking = r#"quixotic_working{pace="search"}"#;
    until(&server.app, thinking, |count| count == 1.0).await;
    server.stop().await;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"));
    assert!(answer.ends_with(b"}"));
    assert!(TcpStream::connect(address).await.is_err());
    drop(idle);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn idle_connections_of_one_client_keep_no_other_waiting() {
    let server = Running::on("0.0.0.0:0").await;
    let port = server.address.port();
    let connect = async |from: &str| {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(from.parse().unwrap()).unwrap();
        let connected = socket.connect(([127, 0, 0, 1], port).into()).await;
        connected.unwrap()
    };
    let ask = async |stream: &mut TcpStream| {
        let request = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
        stream.write_all(request).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        assert_eq!(&status, b"HTTP/1.1 200");
    };
    let mut idle = Vec::new();
    for _ in 0..256 {
        idle.push(connect("127.0.0.1:0").await);
    }
    // Those that are too many are closed at once, before the others have been idle for too long.
    let mut refused = connect("127.0.0.1:0").await;
    assert_eq!(refused.read(&mut [0]).await.unwrap_or(0), 0);
    ask(&mut idle[0]).await;
    ask(&mut connect("127.0.0.2:0").await).await;
    // A connection that ends makes room for another one.
    drop(idle);
    until(&server.app, "quixotic_connections", |open| open < 256.0).await;
    ask(&mut connect("127.0.0.1:0").await).await;
    server.stop().await;
}
