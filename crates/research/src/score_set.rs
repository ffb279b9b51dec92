//! `score-set`: the positions on which agents are scored, with the values of all moves, as a file. That of 5×5 is
//! crates/score/data/quixo5-1.qxs.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_catalog::Setup;
use quixotic_cli::meter::monitored;
use quixotic_cli::units::count;
use quixotic_cli::{Env, GameArgs, RunArgs, Target, files};
use quixotic_score::{DEFAULT_SEED, PositionSet, SIZE};

/// What is drawn.
#[derive(Debug, clap::Args)]
pub(crate) struct ScoreSetArgs {
    #[command(flatten)]
    game: GameArgs,

    /// How many positions
    #[arg(long, value_name = "N", default_value_t = SIZE, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,

    /// Seed of everything random; should be that of no published ladder
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED)]
    seed: u64,

    /// The file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &ScoreSetArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = Target::official(env, &args.game)?;
    files::ensure_writable(&args.out)?;
    let setup = Setup {
        db: target.db.clone().map(Into::into),
        data: env.data(),
        ..Setup::default()
    };
    let game = env.catalog.open(&target.id, &setup)?;
    let (doing, budget) = (
        format!("{}: positions to score agents on", target.id),
        env.budget(),
    );
    let set = monitored(env, &args.run, &doing, "sets", 1, |done| {
        let set = PositionSet::drawn(&*game, args.positions, args.seed, &budget);
        done(None);
        set
    })??;
    let bytes = set.write(target.rules)?;
    files::write(&args.out, &bytes, env.stop)?;
    writeln!(
        out,
        "{} positions of {} (seed {}) with the values of {} moves are in {}, {} bytes.",
        count(set.stakes.len() as u64),
        target.id,
        args.seed,
        count(
            set.stakes
                .iter()
                .map(|stake| stake.moves.len() as u64)
                .sum()
        ),
        args.out.display(),
        count(bytes.len() as u64)
    )?;
    Ok(ExitCode::SUCCESS)
}
