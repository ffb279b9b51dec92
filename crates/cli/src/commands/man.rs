//! `man`: the manual pages, made from the same definitions as `--help`.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::args::Args;

/// Where the pages go.
#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Directory that the pages are written to; it is made if it is not there
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub(crate) fn run(args: &ManArgs) -> Result<ExitCode> {
    let directory = &args.directory;
    let unwritten = || format!("cannot write to {}", directory.display());
    fs::create_dir_all(directory).with_context(unwritten)?;
    clap_mangen::generate_to(Args::command(), directory).with_context(unwritten)?;
    Ok(ExitCode::SUCCESS)
}
