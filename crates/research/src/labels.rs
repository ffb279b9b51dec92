//! `labels`: boards with their true outcomes, for networks to learn from.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Error, Result};
use quixotic_agents::labels::{self, Draw, DrawError, Label};
use quixotic_cli::meter::{Meter, RunProgress};
use quixotic_cli::units::count;
use quixotic_cli::{Env, GameArgs, Interrupted, RunArgs, Target, WantedShard, files};
use quixotic_jobs::{Job, Labels, LabelsOptions, Shard};

/// Which labels to draw.
#[derive(Debug, clap::Args)]
pub(crate) struct LabelsArgs {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    options: LabelsOptions,

    /// Draw part I of N, from 1/N to N/N, anywhere and in any order; `quixotic merge` puts the parts
    /// together
    #[arg(long, value_name = "I/N", requires = "out", allow_hyphen_values = true)]
    shard: Option<Shard>,

    /// Where the labels go, or the part [default: GAME.qxl]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &LabelsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = Target::official(env, &args.game)?;
    let name = target.id.game();
    let default = || format!("{name}.qxl").into();
    let path = args.out.clone().unwrap_or_else(default);
    let wanted = args.options.draw();
    if let Some(shard) = args.shard {
        let database = target.open()?;
        let pool = args.run.pool()?;
        let job = pool.install(|| Labels::new(&args.options, &database, &env.budget()));
        let job = job.map_err(|error| no_labels(&target, error))?;
        let (work, path) = (job.work(database), &path);
        let wanted = WantedShard { shard, path };
        return wanted.run(env, &Job::Labels(job), &work, &args.run, out);
    }
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

/// Draws labels from the database of a game, with progress.
pub(crate) fn drawn(
    env: &Env<'_>,
    target: &Target,
    wanted: &Draw,
    run: &RunArgs,
) -> Result<Vec<Label>> {
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
