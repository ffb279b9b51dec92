//! What the operating system says of the machine and of this process.

use std::time::Duration;

/// CPU time of this process, of all its threads, in user and system mode.
#[cfg(unix)]
pub(crate) fn cpu_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}

#[cfg(not(unix))]
pub(crate) fn cpu_time() -> Option<Duration> {
    None
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
