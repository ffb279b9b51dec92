//! Signals that end a process, for tests of what it keeps.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::command::command;
use crate::process::Process;

/// A second is what a user waits; here the program is not built for speed, and the
/// machine may be busy with other tests.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn start(args: &[&str], data: &Path) -> Process {
    Process::start(
        command()
            .args(args)
            .env("XDG_DATA_HOME", data)
            .env("HOME", data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    )
}

/// Sends a signal; returns what standard error says then, in its last line.
pub(crate) fn interrupted(args: &[&str], process: Process, signal: Signal) -> String {
    kill_process(Pid::from_child(&process.child), signal).unwrap();
    let since = Instant::now();
    let run = process.output();
    assert_eq!(run.code, Some(130), "{args:?}: {}", run.stderr);
    let taken = since.elapsed();
    assert!(taken < PATIENCE, "{args:?} went on for {taken:?}");
    run.stderr.lines().last().unwrap_or_default().to_owned()
}

/// Waits until a process has computed for a fifth of a second.
pub(crate) fn until_at_work(process: &mut Process) {
    let id = process.child.id();
    let ticks = |field: &str| field.parse::<u32>().unwrap();
    let computed = || {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split(' ').collect();
        ticks(fields[12]) + ticks(fields[13])
    };
    assert!(process.until(|| computed() >= 20), "it has ended");
}
