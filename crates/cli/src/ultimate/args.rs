//! What the command line accepts about Ultimate Tic-Tac-Toe.

use std::path::PathBuf;

use quixotic_jobs::UltimateOptions;

use crate::args::RunArgs;
use crate::shard::ShardArgs;

/// How the certificate is made.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quixotic solve ultimate --db .
  quixotic solve ultimate --except 44 --db .
  quixotic solve ultimate --shard 3/8 --out part3.qxp

The rules are the paper's: only a full field is closed. The certificate by ply 41 is part of the program;
that by ply 43 with --except 44 proves that no other first move wins so soon.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) options: UltimateOptions,

    /// Directory for the certificate [default: one of its own in the user's data directory]
    #[arg(long, value_name = "DIR", conflicts_with = "shard")]
    pub(crate) db: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shard: ShardArgs,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What is checked.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quixotic verify ultimate
  quixotic verify ultimate --certificate ultimate43-except-44.qxd
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
