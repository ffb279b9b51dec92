//! Processes that end with their tests.

use std::io::Read;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use crate::command::Run;

/// How long a process may take: far longer than any needs on a busy machine.
const LIMIT: Duration = Duration::from_secs(300);

/// A process that is killed when it is dropped, so that none outlives a test that fails, and when
/// it takes too long, so that nobody waits for it for ever.
pub(crate) struct Process {
    pub(crate) child: Child,
    /// Lifts the limit when it is dropped.
    _limit: Sender<()>,
}

impl Process {
    pub(crate) fn start(command: &mut Command) -> Process {
        let child = command.spawn().unwrap();
        let (_limit, lifted) = mpsc::channel();
        #[cfg(unix)]
        let process = rustix::process::Pid::from_child(&child);
        thread::spawn(move || {
            if lifted.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
                #[cfg(unix)]
                let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
            }
        });
        Process { child, _limit }
    }

    /// Waits until something is so, or the process ends; returns whether it is so.
    pub(crate) fn until(&mut self, is_so: impl Fn() -> bool) -> bool {
        while !is_so() {
            if self.child.try_wait().unwrap().is_some() {
                return is_so();
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Waits for its end and keeps what it prints into pipes.
    pub(crate) fn output(mut self) -> Run {
        let stderr = self.child.stderr.take();
        thread::scope(|scope| {
            let stderr = scope.spawn(|| text(stderr));
            let stdout = text(self.child.stdout.take());
            Run {
                code: self.child.wait().unwrap().code(),
                stdout,
                stderr: stderr.join().unwrap(),
            }
        })
    }

    pub(crate) fn kill(mut self) -> ExitStatus {
        self.child.kill().unwrap();
        self.child.wait().unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(pipe: Option<impl Read>) -> String {
    let mut text = String::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_string(&mut text).unwrap();
    }
    text
}
