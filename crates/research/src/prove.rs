//! `prove`: certificates, which `quixotic-check` checks.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use quixotic_cli::meter::counted;
use quixotic_cli::units::count;
use quixotic_cli::{Env, Interrupted, RunArgs, files};
use quixotic_numerical::Strategy;

/// What to prove, and where the certificate goes.
#[derive(Debug, clap::Args)]
pub(crate) struct ProveArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = ["numerical4"])]
    game: String,

    /// Where the certificate goes [default: GAME.qxr]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &ProveArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let default = || format!("{}.qxr", args.game).into();
    let path = args.out.clone().unwrap_or_else(default);
    files::ensure_writable(&path)?;
    let found = AtomicU64::new(0);
    let mut report = |replies| found.store(replies, Ordering::Relaxed);
    let doing = Mutex::new("replies of the second player".to_owned());
    let boards = || found.load(Ordering::Relaxed);
    let search = || Strategy::find(&env.budget(), &mut report);
    let found = counted(env, &args.run.pool()?, &doing, boards, search);
    let strategy = found.map_err(|_| Interrupted::nothing())?;
    let bytes = strategy.to_bytes();
    files::write(&path, &bytes, env.stop)?;
    writeln!(
        out,
        "{} replies, {} bytes, are in {}. Check them: cargo run --release -p quixotic-check -- {0}",
        count(strategy.len() as u64),
        count(bytes.len() as u64),
        path.display(),
    )?;
    Ok(ExitCode::SUCCESS)
}
