//! What the command line accepts about Ultimate Tic-Tac-Toe.

use std::path::PathBuf;

use crate::args::RunArgs;

/// How the certificate is made.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  quixotic solve ultimate --db .

The rules are the paper's: only a full field is closed. The same certificate is part of the program.")]
pub(crate) struct SolveArgs {
    /// Prove that X cannot win by this ply; by ply 43 he can
    #[arg(long, value_name = "PLY", default_value_t = 41, value_parser = clap::value_parser!(u8).range(1..=42))]
    pub(crate) by: u8,

    /// Directory for the certificate [default: one of its own in the user's data directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What is checked.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quixotic verify ultimate
  quixotic verify ultimate --certificate ultimate41.qxd --json")]
pub(crate) struct VerifyArgs {
    /// File of the certificate [default: the one in the program]
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}
