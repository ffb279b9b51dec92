//! Ctrl-C and other ways of asking a process to end.
//!
//! The first signal sets a flag that every long call looks at, so a command ends in
//! order and says what is kept; the second ends the process at once.

use std::ffi::c_int;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use quixotic_game::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit code of a command that was interrupted, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Between two looks at the flag while something blocks.
const LOOK: Duration = Duration::from_millis(50);

/// The signals that ask a process to end.
const ENDING: &[c_int] = &[
    SIGINT,
    SIGTERM,
    #[cfg(unix)]
    signal_hook::consts::SIGHUP,
];

/// Listens for the signals that ask a process to end; the flag is set when one arrives. A file
/// that grows beyond the limit of the process (SIGXFSZ) becomes an ordinary error of writing.
pub fn listen_for_signals() -> Stop {
    let asked = Arc::new(AtomicBool::new(false));
    for &signal in ENDING {
        // Without a handler the system ends the process, which is what was asked for. What is
        // registered first acts first: the flag is that of an earlier signal.
        let code = INTERRUPTED.into();
        let _ = flag::register_conditional_shutdown(signal, code, Arc::clone(&asked));
        let _ = flag::register(signal, Arc::clone(&asked));
    }
    #[cfg(unix)]
    ignore_file_size_signal();
    asked.into()
}

/// A signal that has a handler does not end the process, and the write that caused it
/// fails with an error.
#[cfg(unix)]
fn ignore_file_size_signal() {
    let ignored = Arc::new(AtomicBool::new(false));
    let number = rustix::process::Signal::XFSZ.as_raw();
    // Where it cannot be had the signal just keeps its meaning.
    let _ = flag::register(number, ignored);
}

/// The error of a command that was interrupted; its text says what is kept.
#[derive(Debug)]
pub struct Interrupted(pub String);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted: {}", self.0)
    }
}

impl std::error::Error for Interrupted {}

impl Interrupted {
    /// What a command says that has nothing to keep.
    pub fn nothing() -> Interrupted {
        Interrupted("nothing is kept".into())
    }
}

/// Does something that may block for ever, like reading from a pipe, on a thread of
/// its own; `None` if the flag was set meanwhile.
pub(crate) fn unless_stopped<T: Send + 'static>(
    stop: &Stop,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || drop(sender.send(work())));
    receive(stop, &receiver)
}

/// Waits for what another thread sends; `None` if the flag was set meanwhile.
pub(crate) fn receive<T>(stop: &Stop, receiver: &mpsc::Receiver<T>) -> Option<T> {
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) if !stop.is_set() => {}
            Err(_) => return None,
        }
    }
}
