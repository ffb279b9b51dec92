//! Options that several commands have.

use anyhow::{Context, Result};
use quixotic_catalog::MemoryFor;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How a long run is done.
#[derive(Debug, clap::Args)]
pub struct RunArgs {
    /// Number of threads, up to 256 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl RunArgs {
    /// How many threads to work with.
    pub(crate) fn threads(&self) -> Result<usize> {
        Ok(self.pool()?.current_num_threads())
    }

    /// The threads to work with.
    pub fn pool(&self) -> Result<ThreadPool> {
        let threads = self.threads.map_or(0, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.context("cannot start the threads")
    }
}

/// JSON for commands whose results have times in them.
#[derive(Debug, clap::Args)]
pub(crate) struct JsonArgs {
    /// Print JSON
    #[arg(long, conflicts_with = "shard")]
    pub(crate) json: bool,

    /// Leave times out of the JSON, so that it is the same in every run
    #[arg(long, requires = "json")]
    pub(crate) no_times: bool,
}

/// How much memory a run may take.
#[derive(Debug, clap::Args)]
pub struct MemoryArgs {
    /// Memory that the run may take, in GiB [default: half of the machine's memory, between 9 and 16;
    /// three quarters where there are less than 9]
    #[arg(long, value_name = "GIB", value_parser = gibibytes, env = "QUIXOTIC_MEMORY", hide_env_values = true)]
    memory: Option<u64>,
}

impl MemoryArgs {
    /// Bytes that a run may take.
    pub fn bytes(&self, run: MemoryFor) -> u64 {
        self.memory.unwrap_or_else(|| run.usual())
    }
}

/// What to do when a run needs so many MiB of memory and may not take them.
pub fn allow_more(mebibytes: u64) -> String {
    let tenths = (mebibytes * 10).div_ceil(1 << 10);
    let gibibytes = format!("{}.{}", tenths / 10, tenths % 10);
    let gibibytes = gibibytes.trim_end_matches(".0");
    format!("allow it with --memory {gibibytes}")
}

/// Reads a number of GiB as bytes.
fn gibibytes(text: &str) -> Result<u64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => {
            Ok((number * f64::from(1 << 30)) as u64)
        }
        _ => Err("expected a number of GiB above 0".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_advised_is_enough_memory() {
        assert_eq!(allow_more(8192), "allow it with --memory 8");
        for needed in [1, 1023, 1025, 8191, 8193] {
            let advice = allow_more(needed);
            let (_, number) = advice.rsplit_once(' ').unwrap();
            assert!(gibibytes(number).unwrap() >= needed << 20, "{advice}");
        }
    }

    #[test]
    fn memory_is_read_in_gibibytes() {
        assert_eq!(gibibytes("1.5"), Ok(3 << 29));
        for bad in ["0", "-1", "inf", "NaN", "much"] {
            assert!(gibibytes(bad).is_err(), "{bad}");
        }
    }
}
