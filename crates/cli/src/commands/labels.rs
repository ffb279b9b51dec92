//! `labels`: boards with their true outcomes, for networks to learn from.
//!
//! In shards, a piece is 1,024 draws. How many labels a draw gives is not known before, so neither is how many draws
//! are needed: the first say how many they give on average, and the job has a quarter more draws than that asks for.
//! Labels that are too many are cut off, as they are without shards.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Error, Result, ensure};
use quixotic_agents::labels::{self, Draw, DrawError, Label, Mix};
use quixotic_catalog::Error as PieceError;
use quixotic_game::Budget;
use quixotic_jobs::Threads;
use quixotic_tablebase::ProbeError;

use crate::args::RunArgs;
use crate::env::Env;
use crate::files;
use crate::game_args::GameArgs;
use crate::interrupt::Interrupted;
use crate::meter::{Meter, RunProgress};
use crate::shard::{Hex, Merged, ShardArgs, Work, broken, row, stopped};
use crate::target::Target;
use crate::units::count;

/// Draws of a piece: some twenty thousand labels.
const DRAWS: u64 = 1024;

/// Which labels to draw.
#[derive(Debug, clap::Args)]
pub(crate) struct LabelsArgs {
    #[command(flatten)]
    game: GameArgs,

    /// How many labels
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    count: u64,

    /// Where boards come from, each source with its share. `siblings`: the boards after all moves
    /// of a position in which something is at stake; `visited`: what `search` judges; `boards`: random
    /// tiles; an agent: the positions of games that it plays with itself and some random moves
    #[arg(long, value_name = "MIX", default_value_t)]
    mix: Mix,

    /// Add plies, which takes several times as long where the database leaves the distances
    /// of wins out
    #[arg(long)]
    plies: bool,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Where the labels go, or the part [default: GAME.qxl]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    shard: ShardArgs,

    #[command(flatten)]
    run: RunArgs,
}

impl LabelsArgs {
    fn draw(&self) -> Draw {
        Draw {
            mix: self.mix.clone(),
            count: self.count,
            plies: self.plies,
            seed: self.seed,
        }
    }
}

pub(crate) fn run(env: &Env<'_>, args: &LabelsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = Target::official(env, &args.game)?;
    let name = target.id.game();
    let default = || format!("{name}.qxl").into();
    let path = args.out.clone().unwrap_or_else(default);
    if args.shard.is_wanted() {
        return run_shard(env, &target, args, &path, out);
    }
    files::ensure_writable(&path)?;
    let wanted = args.draw();
    let labels = drawn(env, &target, &wanted, &args.run)?;
    files::write(
        &path,
        &labels::write(target.rules.size(), &labels),
        env.stop,
    )?;
    writeln!(
        out,
        "{} labels of {name} ({}, seed {}) are in {}.",
        count(labels.len() as u64),
        wanted.mix,
        wanted.seed,
        path.display()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Does some of the draws.
fn run_shard(
    env: &Env<'_>,
    target: &Target,
    args: &LabelsArgs,
    path: &Path,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (database, draw) = (target.open()?, args.draw());
    let draw_piece = |number: u64, budget: &Budget| {
        let draws = number * DRAWS..(number + 1) * DRAWS;
        labels::draw_part(&database, &draw, draws, budget)
    };
    let pool = args.run.pool()?;
    let first = pool.install(|| draw_piece(0, &env.budget()));
    let first = first.map_err(|error| no_labels(target, error))?.len();
    // A thousand draws give the mean to some hundredths; a quarter more is on the safe side.
    let needed = args.count as f64 / first.max(1) as f64;
    let pieces = if needed <= 1.0 { 1.0 } else { needed * 1.25 };
    let stats = database.stats().map_err(|error| target.advise(error))?;
    let piece = |number: u64, budget: &Budget| {
        let drawn = draw_piece(number, budget).map_err(|error| match error {
            DrawError::Stopped(why) | DrawError::Probe(ProbeError::Stopped(why)) => stopped(why),
            DrawError::Agent(error) => error.into(),
            DrawError::Move(error) => error.into(),
            DrawError::Probe(error) => broken("the database cannot be asked", &error),
        })?;
        let file = labels::write(target.rules.size(), &drawn);
        Ok::<_, PieceError>(row(&Hex::new(&file)))
    };
    let work = Work {
        pieces: pieces.ceil() as u64,
        inputs: vec![("database", stats.signature)],
        piece: &piece,
        threads: Threads::OneEach(args.run.threads()?),
    };
    args.shard.run(env, &work, path, out)
}

/// The file that rows come to: each is one, too.
pub(crate) fn merged(args: &LabelsArgs, rows: Vec<Hex>) -> Result<Merged> {
    let (mut size, mut all): (u8, Vec<Label>) = (0, Vec::new());
    for row in rows {
        let (of, labels) = labels::read(&row.bytes()?)?;
        size = of;
        all.extend(labels);
    }
    let (drawn, wanted) = (all.len() as u64, args.count);
    ensure!(
        drawn >= wanted,
        "the draws gave {drawn} labels, not {wanted}"
    );
    all.truncate(wanted as usize);
    Ok(labels::write(size, &all).into())
}

/// Draws labels from the database of a game, with progress.
pub fn drawn(env: &Env<'_>, target: &Target, wanted: &Draw, run: &RunArgs) -> Result<Vec<Label>> {
    let database = target.open()?;
    let mut meter = Meter::new(env);
    let mut progress = RunProgress::of("labels");
    progress.start(0, wanted.count);
    let mut last = 0;
    let mut report = |done: u64| {
        progress.add(done - last);
        last = done;
        meter.show(&progress, &format_args!("labels of {}", target.id));
    };
    let labels = run
        .pool()?
        .install(|| labels::draw(&database, wanted, &env.budget(), &mut report));
    labels.map_err(|error| no_labels(target, error))
}

/// Why there are no labels.
fn no_labels(target: &Target, error: DrawError) -> Error {
    match error {
        DrawError::Stopped(_) => Interrupted::nothing().into(),
        DrawError::Probe(error) => target.advise(error),
        DrawError::Agent(error) => error.into(),
        DrawError::Move(error) => error.into(),
    }
}
