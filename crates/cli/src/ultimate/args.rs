//! What the command line accepts about Ultimate Tic-Tac-Toe.

use std::path::PathBuf;

use quixotic_game::{Game, NotationError};
use quixotic_ultimate::{Move, Ultimate};

use crate::args::RunArgs;
use crate::shard::PartArgs;

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
    /// Prove that X cannot win by this ply [default: 41; with --except 44: 43]
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u8).range(1..=81))]
    pub(crate) by: Option<u8>,

    /// Leave this first move and its images out of account; with 44 X wins by ply 43
    #[arg(long, value_name = "MOVE", value_parser = first_move)]
    pub(crate) except: Option<Move>,

    /// Directory for the certificate [default: one of its own in the user's data directory]
    #[arg(long, value_name = "DIR", conflicts_with = "shard")]
    pub(crate) db: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shard: PartArgs,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Reads a first move, `44`.
fn first_move(text: &str) -> Result<Move, NotationError> {
    Ultimate::default().parse_move(text)
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
