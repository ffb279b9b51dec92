//! What a shell needs: `completions` and `man`, both made from the definitions behind `--help`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap_complete::Shell;

use super::Quixotic;
use crate::command;

/// For which shell.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn completions(args: &CompletionsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    // Written at once: clap's generators do not expect a reader that goes away.
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut command::<Quixotic>(),
        "quixotic",
        &mut script,
    );
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Where the pages go.
#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Directory that the pages are written to; it is made if it is not there
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub(crate) fn manual_pages(args: &ManArgs) -> Result<ExitCode> {
    let directory = &args.directory;
    let unwritten = || format!("cannot write to {}", directory.display());
    fs::create_dir_all(directory).with_context(unwritten)?;
    clap_mangen::generate_to(command::<Quixotic>(), directory).with_context(unwritten)?;
    Ok(ExitCode::SUCCESS)
}
