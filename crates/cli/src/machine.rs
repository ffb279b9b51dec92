//! What the operating system says of the machine and of this process.

use std::thread;
use std::time::Duration;

use crate::units::duration;

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

/// What a run took, for people: `3 min 05 s, CPU 6 min 01 s on 2 cores`.
pub(crate) fn times(wall: Duration) -> String {
    let mut told = duration(wall);
    if let Some(cpu) = cpu_time() {
        told += &format!(", CPU {}", duration(cpu));
    }
    match thread::available_parallelism().map(usize::from) {
        Ok(1) => told + " on 1 core",
        Ok(cores) => format!("{told} on {cores} cores"),
        Err(_) => told,
    }
}

/// Bytes of the machine's memory.
#[cfg(target_os = "linux")]
#[allow(
    clippy::useless_conversion,
    reason = "it is one only where words have 64 bits"
)]
pub(crate) fn memory() -> Option<u64> {
    let info = rustix::system::sysinfo();
    u64::from(info.totalram).checked_mul(info.mem_unit.into())
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn memory() -> Option<u64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_memory_is_what_proc_says() {
        let told = std::fs::read_to_string("/proc/meminfo").unwrap();
        let line = told.lines().find_map(|line| line.strip_prefix("MemTotal:"));
        let kibibytes = line.unwrap().trim().strip_suffix(" kB").unwrap();
        assert_eq!(memory(), Some(kibibytes.parse::<u64>().unwrap() * 1024));
    }
}
