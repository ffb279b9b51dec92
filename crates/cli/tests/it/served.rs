//! A server as its users start it: a process of its own, on free ports.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use crate::command::command;
use crate::process::Process;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::{TempDir, tempdir};

/// A server on free ports, without a database on disk.
pub(crate) struct Served {
    pub(crate) process: Process,
    /// Where the page is: `127.0.0.1:1234`.
    pub(crate) address: String,
    /// Where the metrics are.
    metrics: String,
    /// Its data directory, which goes away with it.
    _data: TempDir,
}

impl Served {
    pub(crate) fn start() -> Served {
        Served::with(|_| {})
    }

    /// The same with further arguments and variables.
    pub(crate) fn with(change: impl FnOnce(&mut Command)) -> Served {
        let data = tempdir().unwrap();
        let mut command = command();
        command
            .args(["serve", "--port", "0", "--metrics", "127.0.0.1:0"])
            .env("XDG_DATA_HOME", data.path())
            .stdout(Stdio::piped());
        change(&mut command);
        let mut process = Process::start(&mut command);
        let mut output = BufReader::new(process.child.stdout.take().unwrap()).lines();
        let mut address = || {
            let line = output.next().unwrap().unwrap();
            let port = line.strip_prefix("http://localhost:").unwrap();
            format!("127.0.0.1:{}", port.trim_end_matches("/metrics"))
        };
        let (address, metrics) = (address(), address());
        Served {
            process,
            address,
            metrics,
            _data: data,
        }
    }

    /// The status and the body of an answer.
    pub(crate) fn answer(&self, path: &str) -> (u16, String) {
        ask(&self.address, path)
    }

    /// The body of an answer.
    pub(crate) fn get(&self, path: &str) -> String {
        ask(&self.address, path).1
    }

    /// The status of an answer.
    pub(crate) fn status(&self, path: &str) -> u16 {
        ask(&self.address, path).0
    }

    /// What the server counts.
    pub(crate) fn metrics(&self) -> Metrics {
        let (status, text) = ask(&self.metrics, "/metrics");
        assert_eq!(status, 200);
        Metrics(text)
    }

    /// Waits until the server says that it is ready.
    pub(crate) fn is_ready(&self) {
        while self.status("/api/ready") != 200 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }

    /// Sends `SIGTERM`.
    pub(crate) fn terminate(&self) {
        kill_process(Pid::from_child(&self.process.child), Signal::TERM).unwrap();
    }

    /// Sends `SIGTERM`; returns the exit code.
    pub(crate) fn stop(self) -> Option<i32> {
        self.terminate();
        self.process.output().code
    }

    /// Bytes of the server that are in memory.
    #[cfg(target_os = "linux")]
    pub(crate) fn resident(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.process.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.unwrap().trim().strip_suffix(" kB").unwrap();
        kib.parse::<u64>().unwrap() << 10
    }
}

/// The status and the body of an answer.
fn ask(address: &str, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].parse().unwrap(), body.to_owned())
}

/// What a server counts, as Prometheus reads it.
#[derive(Debug)]
pub(crate) struct Metrics(pub(crate) String);

impl Metrics {
    /// The value of `name` or `name{labels}`; `None` if there is none.
    pub(crate) fn find(&self, name: &str) -> Option<f64> {
        let lines = self.0.lines().filter_map(|line| line.rsplit_once(' '));
        let mut values = lines.filter(|(found, _)| *found == name);
        let value = values.next().map(|(_, value)| value.parse().unwrap());
        assert!(values.next().is_none(), "{name} is there twice");
        value
    }

    #[track_caller]
    pub(crate) fn get(&self, name: &str) -> f64 {
        self.find(name)
            .unwrap_or_else(|| panic!("there is no {name} in\n{}", self.0))
    }

    /// The sum of all values of a metric, whatever their labels.
    pub(crate) fn sum(&self, name: &str) -> f64 {
        let lines = self.0.lines().filter_map(|line| line.rsplit_once(' '));
        let of_metric = lines.filter(|(found, _)| found.split('{').next() == Some(name));
        of_metric
            .map(|(_, value)| value.parse::<f64>().unwrap())
            .sum()
    }
}
