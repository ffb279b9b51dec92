//! What whoever runs a server sees of it: logs, metrics, readiness.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::command::quixotic;
use crate::served::Served;
use serde_json::Value;

/// What a server that was asked some questions has logged.
fn logged(filter: &str, format: &str) -> String {
    let served = Served::with(|command| {
        command
            .args(["--log-format", format])
            .env("RUST_LOG", filter)
            .stderr(Stdio::piped());
    });
    served.is_ready();
    for path in [
        "/api/quixo4?position=4/4/4/4+X&token=secret",
        "/api/quixo4?position=secret",
        "/secret",
        "/api/secret/line",
        "/api/secret/secret/secret",
        "/style/main.css",
    ] {
        served.status(path);
    }
    served.terminate();
    served.process.output().succeeds().stderr
}

#[test]
fn a_server_is_quiet_unless_asked() {
    assert_eq!(logged("", "text"), "");
    let info = logged("info", "text");
    for expected in ["listening", "ready", "stopping", "stopped"] {
        assert_eq!(info.matches(expected).count(), 1, "{expected} in {info}");
    }
    assert!(!info.contains("/api/"), "{info}");
}

#[test]
fn every_request_is_logged_without_what_it_asks() {
    let logged = logged("debug", "json");
    let events = logged
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let events: Vec<Value> = events.collect();
    let requests = events
        .iter()
        .filter(|event| event["fields"]["message"] == "answered");
    let requests: Vec<&Value> = requests.map(|event| &event["span"]).collect();
    for (route, status) in [
        ("/api/ready", 200),
        ("/api/{game}", 400),
        ("/{file}", 404),
        ("/{file}", 200),
        ("/api/{game}/line", 404),
        ("/api/{unknown}", 404),
    ] {
        let is_it = |span: &&&Value| span["route"] == route && span["status"] == status;
        let span = requests.iter().find(is_it);
        let span = span.unwrap_or_else(|| panic!("{route} {status} in {logged}"));
        assert_eq!(span["method"], "GET");
        assert!(span["ms"].as_f64().is_some_and(|ms| ms >= 0.0), "{span}");
    }
    assert!(!logged.contains("secret"), "{logged}");
}

#[test]
fn metrics_are_where_they_were_asked_for_and_nowhere_else() {
    let served = Served::start();
    served.is_ready();
    assert_eq!(served.status("/metrics"), 404);
    assert_eq!(served.status("/api/metrics"), 404);
    served.get("/api/quixo4");
    served.get("/api/quixo4?position=nonsense");
    let metrics = served.metrics();
    assert_eq!(
        metrics.get(r#"quixotic_requests_total{route="/api/{game}",status="200"}"#),
        1.0
    );
    assert_eq!(
        metrics.get(r#"quixotic_requests_total{route="/api/{game}",status="400"}"#),
        1.0
    );
    assert_eq!(metrics.get("quixotic_ready"), 1.0);
    assert!(metrics.get(r#"quixotic_page_cache_misses_total{game="quixo4"}"#) > 0.0);
    assert!(metrics.get(r#"quixotic_database_read_bytes_total{game="quixo4"}"#) > 0.0);
    assert_eq!(
        metrics.get(r#"quixotic_checksum_failures_total{game="quixo4"}"#),
        0.0
    );
    assert!(
        metrics
            .find(r#"quixotic_page_cache_hits_total{game="numerical3"}"#)
            .is_none()
    );
    #[cfg(target_os = "linux")]
    {
        let expected = metrics.get("process_resident_memory_bytes");
        let found = served.resident() as f64;
        assert!(
            (expected / found - 1.0).abs() < 0.5,
            "{expected} instead of {found}"
        );
        assert!(metrics.get("process_max_fds") >= metrics.get("process_open_fds"));
    }
    assert_eq!(served.stop(), Some(0));
}

#[test]
fn work_that_waits_and_clients_that_go_away_are_counted() {
    let served = Served::start();
    served.is_ready();
    // More searches than any server does at once.
    let searches: Vec<TcpStream> = (0..6)
        .map(|_| {
            let mut stream = TcpStream::connect(&served.address).unwrap();
            let path = "/api/numerical4?position=1,.,.,./.,.,.,./.,.,.,./.,.,.,.";
            write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
            stream
        })
        .collect();
    let until = |name: &str, is_so: &dyn Fn(f64) -> bool| {
        for _ in 0..500 {
            if is_so(served.metrics().get(name)) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("{name}: {:?}", served.metrics());
    };
    until("quixotic_requests_in_flight", &|count| count == 6.0);
    let permits = served.metrics().get(r#"quixotic_permits{pace="search"}"#);
    until(r#"quixotic_working{pace="search"}"#, &|count| {
        count == permits
    });
    until(r#"quixotic_queue_length{pace="search"}"#, &|count| {
        count == 6.0 - permits
    });
    drop(searches);
    until("quixotic_requests_abandoned_total", &|count| count == 6.0);
    until(r#"quixotic_queue_length{pace="search"}"#, &|count| {
        count == 0.0
    });
    until(r#"quixotic_working{pace="search"}"#, &|count| count == 0.0);
    assert_eq!(served.stop(), Some(0));
}

#[test]
fn a_damaged_database_is_reported_to_its_operator_alone() {
    let directory = tempfile::tempdir().unwrap();
    let db = directory.path().to_str().unwrap();
    quixotic(&["solve", "quixo3", "--quiet", "--db", db]).succeeds();
    // As classes of 5×5 they are damaged: the rules in them are others.
    let served = Served::with(|command| {
        command.args(["--db", db]).stderr(Stdio::piped());
    });
    let (mut status, mut answer) = (0, String::new());
    for _ in 0..500 {
        status = served.status("/api/ready");
        answer = served.get("/api/ready");
        if !answer.contains("warming up") {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(status, 503);
    assert!(
        answer.contains("the database of quixo5 cannot be read"),
        "{answer}"
    );
    assert!(!answer.contains(db), "{answer}");
    assert_eq!(served.status("/api/health"), 200);
    assert_eq!(served.status("/api/quixo5"), 500);
    served.terminate();
    let logged = served.process.output().succeeds().stderr;
    assert!(
        logged.contains(r#"ERROR request{method=GET route="/api/{game}" status=500"#),
        "{logged}"
    );
    assert!(logged.contains(db), "{logged}");
}

#[test]
fn a_proxy_may_have_a_name() {
    let named = Served::with(|command| {
        command.env("QUIXOTIC_NAME", "quixo.example.org,www.example.org");
    });
    let status = |host: &str| {
        let mut stream = TcpStream::connect(&named.address).unwrap();
        let head = "GET /api/health HTTP/1.1\r\nConnection: close\r\nHost:";
        write!(stream, "{head} {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer[9..12].to_owned()
    };
    assert_eq!(status("quixo.example.org"), "200");
    assert_eq!(status("www.example.org:443"), "200");
    assert_eq!(status("localhost"), "200");
    assert_eq!(status("example.org"), "421");
    assert_eq!(named.stop(), Some(0));
}

#[test]
fn host_and_port_replace_parts_of_the_address() {
    let served = Served::with(|command| {
        command
            .env("QUIXOTIC_LISTEN", "127.0.0.2:1")
            .args(["--host", "127.0.0.1"]);
    });
    assert_eq!(served.status("/api/health"), 200);
    assert_eq!(served.stop(), Some(0));
}
