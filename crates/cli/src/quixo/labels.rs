//! `labels`: boards with their true outcomes, for networks to learn from.
//!
//! In shards, a piece is 1,024 draws. How many labels a draw gives is not known before, so neither is how many draws
//! are needed: the first say how many they give on average, and the job has a quarter more draws than that asks for.
//! Labels that are too many are cut off, as they are without shards.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Error, Result, ensure};
use quixotic_agents::labels::{self, Draw, DrawError, Label};
use quixotic_catalog::Error as PieceError;
use quixotic_game::Budget;
use quixotic_jobs::Threads;
use quixotic_quixo::Rules;
use quixotic_tablebase::ProbeError;

use super::args::{LabelsArgs, OnBoard};
use super::target::Target;
use crate::args::RunArgs;
use crate::env::Env;
use crate::files;
use crate::interrupt::Interrupted;
use crate::meter::{Meter, RunProgress};
use crate::shard::{Hex, Merged, Work, broken, row, stopped};
use crate::units::count;

/// Draws of a piece: some twenty thousand labels.
const DRAWS: u64 = 1024;

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

pub(crate) fn run(
    env: &Env<'_>,
    on: &OnBoard<LabelsArgs>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (name, args) = on.split();
    let path = args
        .out
        .clone()
        .unwrap_or_else(|| format!("{name}.qxl").into());
    let wanted = args.draw();
    if args.shard.is_wanted() {
        return run_shard(env, name, args, &path, out);
    }
    files::ensure_writable(&path)?;
    let (rules, labels) = drawn(env, name, args.db.as_deref(), &wanted, &args.run)?;
    files::write(&path, &labels::write(rules.size(), &labels), env.stop)?;
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
    name: &str,
    args: &LabelsArgs,
    path: &Path,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let target = Target::official(env, name, args.db.as_deref())?;
    let (database, draw) = (target.open()?, args.draw());
    let draw_piece = |number: u64, budget: &Budget| {
        let draws = number * DRAWS..(number + 1) * DRAWS;
        labels::draw_part(&database, &draw, draws, budget)
    };
    let pool = args.run.pool()?;
    let first = pool.install(|| draw_piece(0, &env.budget()));
    let first = first.map_err(|error| told(&target, error))?.len();
    // A thousand draws tell the mean to some hundredths; a quarter more is on the safe side.
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
    args.shard.run(env, &work, path, &args.run, out)
}

/// The file that rows come to: each is one, too.
pub(crate) fn merged(on: &OnBoard<LabelsArgs>, rows: Vec<Hex>) -> Result<Merged> {
    let (_, args) = on.split();
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
pub(super) fn drawn(
    env: &Env<'_>,
    name: &str,
    db: Option<&Path>,
    wanted: &Draw,
    run: &RunArgs,
) -> Result<(Rules, Vec<Label>)> {
    let target = Target::official(env, name, db)?;
    let database = target.open()?;
    let mut meter = Meter::new(run.quiet);
    let mut progress = RunProgress::of("labels");
    progress.start(0, wanted.count);
    let mut last = 0;
    let mut report = |done: u64| {
        progress.add(done - last);
        last = done;
        meter.show(&progress, &format_args!("labels of {name}"));
    };
    let labels = run
        .pool()?
        .install(|| labels::draw(&database, wanted, &env.budget(), &mut report));
    let labels = labels.map_err(|error| told(&target, error))?;
    Ok((target.rules, labels))
}

/// Why there are no labels.
fn told(target: &Target, error: DrawError) -> Error {
    match error {
        DrawError::Stopped(_) => Interrupted::nothing().into(),
        DrawError::Probe(error) => target.advise(error),
        DrawError::Agent(error) => error.into(),
        DrawError::Move(error) => error.into(),
    }
}
