//! Signals that end a process, for tests of what it keeps.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::command::command;
use crate::process::Process;

/// CPU time that a command may take to end, in hundredths of a second. A second is what a user
/// waits; here the program is not built for speed. Time on the clock says nothing on a machine that
/// is busy with other tests: that is bounded by the limit of the process alone.
const PATIENCE: u32 = 200;

/// Between two looks at that time.
const BETWEEN: Duration = Duration::from_millis(5);

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
    let id = process.child.id();
    let before = computed(id).unwrap();
    kill_process(Pid::from_child(&process.child), signal).unwrap();
    let (ended, end) = mpsc::channel::<()>();
    let (run, last) = thread::scope(|scope| {
        let last = scope.spawn(move || {
            let mut last = before;
            while end.recv_timeout(BETWEEN) == Err(RecvTimeoutError::Timeout) {
                last = computed(id).unwrap_or(last);
            }
            last
        });
        let run = process.output();
        drop(ended);
        (run, last.join().unwrap())
    });
    assert_eq!(run.code, Some(130), "{args:?}: {}", run.stderr);
    let taken = last - before;
    assert!(
        taken <= PATIENCE,
        "{args:?} computed for another {taken} hundredths of a second"
    );
    run.stderr.lines().last().unwrap_or_default().to_owned()
}

/// CPU time of a process, in hundredths of a second, if it is still there.
fn computed(id: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split(' ').collect();
    let ticks = |field: &str| field.parse::<u32>().ok();
    Some(ticks(fields.get(12)?)? + ticks(fields.get(13)?)?)
}

/// Waits until a process has computed for a fifth of a second.
pub(crate) fn until_at_work(process: &mut Process) {
    let id = process.child.id();
    let is_at_work = || computed(id).unwrap() >= 20;
    assert!(process.until(is_at_work), "it has ended");
}
