//! What the operating system says of the machine and of this process.

use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

use crate::units::duration;

/// Measures what a run takes.
///
/// The CPU time is that since the start of the run: a process that was started by
/// `cargo run` has inherited what cargo took to build it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    begun: Instant,
    /// CPU time of the process before it.
    before: Option<Duration>,
}

impl Stopwatch {
    /// A run that begins now.
    pub(crate) fn start() -> Stopwatch {
        Stopwatch {
            begun: Instant::now(),
            before: cpu_time(),
        }
    }

    /// CPU time since the run began, where the system says.
    fn cpu(&self) -> Option<Duration> {
        let (now, then) = cpu_time().zip(self.before)?;
        Some(now.saturating_sub(then))
    }

    /// The same in seconds.
    pub(crate) fn cpu_seconds(&self) -> Option<f64> {
        self.cpu().map(|cpu| cpu.as_secs_f64())
    }
}

impl fmt::Display for Stopwatch {
    /// What the run took: `3 min 05 s, CPU 6 min 01 s on 2 cores`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", duration(self.begun.elapsed()))?;
        if let Some(cpu) = self.cpu() {
            write!(f, ", CPU {}", duration(cpu))?;
        }
        match thread::available_parallelism().map(usize::from) {
            Ok(1) => f.write_str(" on 1 core"),
            Ok(cores) => write!(f, " on {cores} cores"),
            Err(_) => Ok(()),
        }
    }
}

/// CPU time of this process, of all its threads, in user and system mode.
#[cfg(unix)]
fn cpu_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}

#[cfg(not(unix))]
fn cpu_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time of the process before the run, which this test burns, is not the run's.
    #[cfg(unix)]
    #[test]
    fn the_cpu_time_is_that_of_the_run() {
        while cpu_time().unwrap() < Duration::from_millis(100) {
            std::hint::spin_loop();
        }
        let watch = Stopwatch::start();
        let taken = watch.cpu().unwrap();
        assert!(taken < Duration::from_millis(100), "{taken:?}");
    }
}
