//! Where the logs of a server go: standard error, as text for people or JSON for programs.

use std::env;
use std::io;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::is_styled;

/// How an event of the logs is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// A line for people
    Text,
    /// An object in a line
    Json,
}

/// What is logged: levels, by target. `EnvFilter` could also filter by fields, at the price of a
/// regex engine in the first build.
const VARIABLE: &str = "RUST_LOG";
/// Trouble, and nothing else: what `serve` tells people goes to standard output.
const USUAL: &str = "warn";

/// Begins to log.
pub(crate) fn start(format: LogFormat) -> Result<()> {
    let wanted = env::var(VARIABLE).unwrap_or_default();
    let wanted = match wanted.trim() {
        "" => USUAL,
        wanted => wanted,
    };
    let filter = wanted.parse::<Targets>();
    let filter = filter.map_err(|error| anyhow!("{VARIABLE} is '{wanted}': {error}"))?;
    let logs = fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_writer(io::stderr)
        .with_ansi(is_styled(&io::stderr()))
        .with_target(false);
    // A process that runs a second server has its logs already.
    let _ = match format {
        LogFormat::Text => logs.finish().with(filter).try_init(),
        LogFormat::Json => {
            let logs = logs.json().with_span_list(false);
            logs.finish().with(filter).try_init()
        }
    };
    Ok(())
}
