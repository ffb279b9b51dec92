//! `completions`: what a shell needs to complete a command line.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;

/// For which shell.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    // Written at once: clap's generators do not expect a reader that goes away.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "quixotic", &mut script);
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
