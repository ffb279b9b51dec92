//! `labels`: boards with their true outcomes, for networks to learn from.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Error, Result};
use quixotic_agents::labels::{self, Draw, DrawError, Label};
use quixotic_jobs::{Job, Labels};
use quixotic_quixo::Rules;

use super::args::{LabelsArgs, OnBoard};
use super::target::Target;
use crate::args::RunArgs;
use crate::env::Env;
use crate::files;
use crate::interrupt::Interrupted;
use crate::meter::{Meter, RunProgress};
use crate::shard::WantedShard;
use crate::units::count;

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
    let wanted = args.options.draw();
    if let Some(shard) = args.shard {
        let target = Target::official(env, name, args.db.as_deref())?;
        let database = target.open()?;
        let pool = args.run.pool()?;
        let job = pool.install(|| Labels::new(&args.options, &database, &env.budget()));
        let job = job.map_err(|error| told(&target, error))?;
        let (work, path) = (job.work(database), &path);
        let wanted = WantedShard { shard, path };
        return wanted.run(env, &Job::Labels(job), &work, &args.run, out);
    }
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
