//! What the system says of this process, under the names that Prometheus' own libraries
//! use. Only Linux is asked.

use super::text::Text;

#[cfg(not(target_os = "linux"))]
pub(super) fn write(_: &mut Text) {}

/// Memory, CPU time and open files; what cannot be read is left out.
#[cfg(target_os = "linux")]
pub(super) fn write(text: &mut Text) {
    use super::text::Kind::{Counter, Gauge};
    use rustix::process::{Resource, getrlimit};
    use rustix::time::{ClockId, clock_gettime};

    if let Some(bytes) = resident() {
        let help = "Resident memory size in bytes.";
        text.single("process_resident_memory_bytes", Gauge, help, bytes);
    }
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = time.tv_sec as f64 + time.tv_nsec as f64 / 1e9;
    let help = "Total user and system CPU time spent in seconds.";
    text.single("process_cpu_seconds_total", Counter, help, seconds);
    if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
        let help = "Number of open file descriptors.";
        // One of them is the directory.
        let open = open.count().saturating_sub(1);
        text.single("process_open_fds", Gauge, help, open);
    }
    if let Some(most) = getrlimit(Resource::Nofile).current {
        let help = "Maximum number of open file descriptors.";
        text.single("process_max_fds", Gauge, help, most);
    }
}

#[cfg(target_os = "linux")]
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}
