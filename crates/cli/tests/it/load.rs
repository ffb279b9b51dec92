//! A thousand clients at once: all are answered, what the server counts is what they
//! counted, and a server that has to stop loses no request.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quixotic_game::Rng;
use rustix::process::{Resource, getrlimit, setrlimit};

use crate::served::Served;

const CLIENTS: usize = 1000;
const THREADS: usize = 8;

/// How long the clients ask: three seconds, or `QUIXOTIC_LOAD_SECONDS`; 20 is the measure of the
/// project.
fn seconds() -> u64 {
    let asked = std::env::var("QUIXOTIC_LOAD_SECONDS").ok();
    asked.map_or(3, |seconds| seconds.parse().expect("a number of seconds"))
}

/// Each connection is a file of this process, too.
fn allow_many_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
}

/// A connection that is kept open.
struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer.
struct Answer {
    status: u16,
    /// Whether the server closes the connection after it.
    closes: bool,
}

impl Client {
    fn connect(address: &str) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        let wait = Some(Duration::from_secs(60));
        stream.set_read_timeout(wait).unwrap();
        Client {
            stream,
            buffer: Vec::new(),
        }
    }

    fn send(&mut self, path: &str) -> io::Result<()> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        self.stream.write_all(request.as_bytes())
    }

    /// Reads the answer to what was sent.
    fn receive(&mut self) -> io::Result<Answer> {
        self.buffer.clear();
        loop {
            if let Some(answer) = self.answer() {
                return Ok(answer);
            }
            let mut part = [0; 16 << 10];
            match self.stream.read(&mut part)? {
                0 => return Err(ErrorKind::UnexpectedEof.into()),
                length => self.buffer.extend_from_slice(&part[..length]),
            }
        }
    }

    /// The answer, if all of it is there.
    fn answer(&self) -> Option<Answer> {
        let end = self
            .buffer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&self.buffer[..end]).unwrap();
        let head = head.to_ascii_lowercase();
        let (_, length) = head.split_once("content-length: ").unwrap();
        let length: usize = length.lines().next().unwrap().parse().unwrap();
        (self.buffer.len() >= end + 4 + length).then(|| Answer {
            status: head[9..12].parse().unwrap(),
            closes: head.contains("connection: close"),
        })
    }
}

/// A question about any position of 4×4.
fn question(rng: &mut Rng) -> String {
    let mut path = String::from("/api/quixo4?position=");
    for cell in 0..16 {
        if cell > 0 && cell % 4 == 0 {
            path.push('/');
        }
        path.push(['1', 'X', 'O'][rng.below(3)]);
    }
    path + "+X"
}

/// Connects all clients and shares them out among threads, which begin together. Each thread
/// sends for all of its clients, then reads for all of them.
fn with_clients(address: &str, work: impl Fn(&mut [Client], &mut Rng) + Sync) {
    let begin = Barrier::new(THREADS);
    thread::scope(|scope| {
        for number in 0..THREADS {
            let (begin, work) = (&begin, &work);
            scope.spawn(move || {
                let clients = (0..CLIENTS / THREADS).map(|_| Client::connect(address));
                let mut clients: Vec<Client> = clients.collect();
                begin.wait();
                work(&mut clients, &mut Rng::new(number as u64));
            });
        }
    });
}

#[test]
fn a_thousand_clients_are_answered_and_counted() {
    allow_many_files();
    let served = Served::start();
    served.is_ready();
    let counted_before = served.metrics().sum("quixotic_requests_total");
    let answered = AtomicU64::new(0);
    let (begun, half) = (Instant::now(), Duration::from_secs(seconds()) / 2);
    let in_time = |part: u32| begun.elapsed() < part * half;
    let rounds = |clients: &mut [Client], rng: &mut Rng, part: u32| {
        // At least once, however slow the machine is.
        loop {
            for client in &mut *clients {
                client.send(&question(rng)).expect("it can be sent");
            }
            for client in &mut *clients {
                let answer = client.receive().expect("it is answered");
                assert_eq!((answer.status, answer.closes), (200, false));
                answered.fetch_add(1, Ordering::Relaxed);
            }
            if !in_time(part) {
                return;
            }
        }
    };
    let (settled, after) = (AtomicU64::new(0), AtomicU64::new(0));
    with_clients(&served.address, |clients, rng| {
        rounds(clients, rng, 1);
        // The most that any thread sees when it is done with a half.
        settled.fetch_max(served.resident(), Ordering::Relaxed);
        rounds(clients, rng, 2);
        after.fetch_max(served.resident(), Ordering::Relaxed);
    });
    let taken = begun.elapsed().as_secs_f64();
    let answered = answered.into_inner() as f64;
    let [settled, after] = [settled, after].map(|bytes| bytes.into_inner() >> 20);
    println!(
        "{answered} answers in {taken:.1} s, {:.0} a second",
        answered / taken
    );
    println!("{settled} MiB after half of the time, {after} MiB at the end");
    // The cache of decoded pages is full, or all of 4×4 is in it, long before.
    assert!(after <= settled + 64, "{settled} MiB, then {after} MiB");
    assert!(after < 512, "{after} MiB");

    let metrics = served.metrics();
    let of_probes = r#"route="/api/{game}""#;
    let counted = format!("quixotic_requests_total{{{of_probes},status=\"200\"}}");
    assert_eq!(metrics.get(&counted), answered);
    // Nothing but what was asked here: no refusals, no errors, no other routes.
    let counted = metrics.sum("quixotic_requests_total");
    assert_eq!(counted, counted_before + answered);
    for (name, expected) in [
        (
            format!("quixotic_request_seconds_count{{{of_probes}}}"),
            answered,
        ),
        (
            format!("quixotic_request_seconds_bucket{{{of_probes},le=\"+Inf\"}}"),
            answered,
        ),
        ("quixotic_requests_abandoned_total".into(), 0.0),
        ("quixotic_requests_in_flight".into(), 0.0),
        (r#"quixotic_queue_length{pace="memory"}"#.into(), 0.0),
        (r#"quixotic_working{pace="memory"}"#.into(), 0.0),
    ] {
        assert_eq!(metrics.get(&name), expected, "{name}");
    }
    for name in ["refusals", "panics", "checksum_failures"] {
        assert_eq!(
            metrics.sum(&format!("quixotic_{name}_total")),
            0.0,
            "{name}"
        );
    }
    let connections = metrics.get("quixotic_connections_total");
    assert!(connections >= CLIENTS as f64, "{connections}");
    assert_eq!(served.stop(), Some(0));
}

#[test]
fn a_server_that_is_asked_to_stop_answers_every_request() {
    allow_many_files();
    let served = Served::start();
    served.is_ready();
    let (answered, closed) = (AtomicU64::new(0), AtomicU64::new(0));
    let is_stopping = AtomicBool::new(false);
    with_clients(&served.address, |clients, rng| {
        // Every client asks and asks, until an answer tells it to close.
        let mut open: Vec<&mut Client> = clients.iter_mut().collect();
        let mut rounds = 0;
        while !open.is_empty() {
            for client in &mut open {
                client.send(&question(rng)).expect("it can be sent");
            }
            rounds += 1;
            // Now there is a request of each client on its way.
            if rounds == 2 && !is_stopping.swap(true, Ordering::Relaxed) {
                served.terminate();
            }
            open.retain_mut(|client| {
                let answer = client.receive().expect("it is answered");
                assert_eq!(answer.status, 200);
                answered.fetch_add(1, Ordering::Relaxed);
                closed.fetch_add(answer.closes.into(), Ordering::Relaxed);
                !answer.closes
            });
        }
    });
    let (answered, closed) = (answered.into_inner(), closed.into_inner());
    println!("{answered} answers, {closed} of them the last of their connection");
    assert_eq!(closed, CLIENTS as u64);
    // Those of the thread that stopped it had asked twice.
    assert!(answered >= (CLIENTS + CLIENTS / THREADS) as u64);
    assert_eq!(served.process.output().code, Some(0));
}
