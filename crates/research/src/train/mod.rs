//! `train`: networks that play Quixo. The deep-Q network of the paper learns by playing,
//! the one that judges boards learns from the solution.

mod deep_q;
mod solution;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use quixotic_cli::{Env, GameArgs, RunArgs, Target, files};

/// How a network is trained.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Games of each of the paper's three stages
    #[arg(long, value_name = "N", default_value_t = quixotic_agents::dqn::PAPER_EPISODES, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    episodes: u64,

    /// Train the network of `net` and `search` by the solution instead
    #[arg(long, conflicts_with = "episodes")]
    from_solution: bool,

    /// Learn from these labels, made with `quixotic labels` [default: draw them first]
    #[arg(long, value_name = "FILE", requires = "from_solution")]
    labels: Option<PathBuf>,

    /// Labels to draw, where there is no file of them
    #[arg(long, value_name = "N", requires = "from_solution", conflicts_with = "labels", default_value_t = 12_000_000, value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    count: u64,

    /// How often every label is learnt from
    #[arg(long, value_name = "N", requires = "from_solution", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Where the weights go; the training curves go beside them, as .svg, and a checkpoint every
    /// now and then, as .checkpoint [default: GAME.qxn, or GAME.qxv from the solution]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

/// Bytes of a checkpoint, at most.
const LARGEST: u64 = 1 << 30;

pub(crate) fn run(env: &Env<'_>, args: &TrainArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = Target::official(env, &args.game)?;
    if args.from_solution {
        return solution::run(env, &target, args, out);
    }
    ensure!(
        !env.is_typed("db"),
        "--db is for --from-solution: deep-Q learning needs no database"
    );
    deep_q::run(env, &target, args, out)
}

/// The files of a training: the weights, and beside them the checkpoint and the curves.
struct Outputs {
    weights: PathBuf,
    checkpoint: PathBuf,
    picture: PathBuf,
}

impl Outputs {
    fn new(out: Option<&Path>, default: String) -> Result<Outputs> {
        let weights = out.map_or_else(|| default.into(), Path::to_owned);
        let outputs = Outputs {
            checkpoint: weights.with_extension("checkpoint"),
            picture: weights.with_extension("svg"),
            weights,
        };
        ensure!(
            outputs.weights != outputs.checkpoint && outputs.weights != outputs.picture,
            "--out {}: its ending is that of the checkpoint or the picture",
            outputs.weights.display()
        );
        for path in [&outputs.weights, &outputs.checkpoint, &outputs.picture] {
            files::ensure_writable(path)?;
        }
        Ok(outputs)
    }

    /// The checkpoint, if there is one.
    fn resumable(&self, env: &Env<'_>) -> Result<Option<Vec<u8>>> {
        match self.checkpoint.exists() {
            true => files::read(&self.checkpoint, "checkpoint", LARGEST, env.stop).map(Some),
            false => Ok(None),
        }
    }

    /// What to do about a checkpoint that is no good.
    fn advice(&self) -> String {
        format!(
            "{}: delete it, or use another --out",
            self.checkpoint.display()
        )
    }

    /// What is kept of a training that was interrupted.
    fn kept(&self) -> String {
        match self.checkpoint.exists() {
            true => "the same command goes on from the last checkpoint".into(),
            false => "nothing is kept".into(),
        }
    }

    /// Writes the weights and the curves; the checkpoint is not needed any more.
    fn finish(&self, env: &Env<'_>, weights: &[u8], curves: &str) -> Result<()> {
        files::write(&self.weights, weights, env.stop)?;
        files::write(&self.picture, curves.as_bytes(), env.stop)?;
        match fs::remove_file(&self.checkpoint) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(files::unwritten(&self.checkpoint, &error))
            }
            _ => Ok(()),
        }
    }
}
