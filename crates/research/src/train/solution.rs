//! Learning from the solution, with checkpoints to go on from.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use quixotic_agents::labels::{self, Draw, Label, Mix};
use quixotic_agents::net::train::{Plan, Point, Training};
use quixotic_cli::meter::{Meter, RunProgress};
use quixotic_cli::units::count;
use quixotic_cli::{Env, Interrupted, Target, drawn, files};
use quixotic_game::Stopped;
use quixotic_quixo::Quixo;

use super::{Outputs, TrainArgs};
use crate::figure::{Curve, curves};

/// Points of the training curves, and checkpoints.
const POINTS: u64 = 40;
/// Bytes of a file of labels, at most.
const LARGEST: u64 = 16 << 30;

pub(super) fn run(
    env: &Env<'_>,
    target: &Target,
    args: &TrainArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let name = target.id.game();
    let outputs = Outputs::new(args.out.as_deref(), format!("{name}.qxv"))?;
    let checkpoint = outputs.resumable(env)?;
    let labels = lessons(env, target, args)?;
    let plan = Plan {
        epochs: args.epochs,
        seed: args.seed,
        ..Plan::default()
    };
    let quixo = Quixo::new(target.rules);
    let mut training = match checkpoint {
        Some(bytes) => {
            let training = Training::resume(quixo, labels, plan, &bytes);
            training.with_context(|| outputs.advice())?
        }
        None => Training::new(quixo, labels, plan),
    };
    let mut meter = Meter::new(env);
    let mut progress = RunProgress::of("labels");
    progress.start(training.done(), training.all());
    let into = outputs.weights.display();
    match progress.has_found() {
        true => meter.say(&format!(
            "Going on with the training of {name} after {} labels",
            count(training.done())
        )),
        false => meter.say(&format!("Training {name} into {into}")),
    }
    let budget = env.budget();
    let every = training.all().div_ceil(POINTS);
    args.run.pool()?.install(|| -> Result<()> {
        while !training.is_done() {
            let before = training.done();
            let learnt = training.learn(&budget);
            learnt.map_err(|_: Stopped| Interrupted(outputs.kept()))?;
            progress.add(training.done() - before);
            if training.is_done() || before / every < training.done() / every {
                training.measure();
                files::write(&outputs.checkpoint, &training.checkpoint(), env.stop)?;
            }
            meter.show(&progress, &Doing(name, training.curve().last()));
        }
        Ok(())
    })?;
    drop(meter);
    let network = training.network().write();
    outputs.finish(env, &network, &picture_of(name, training.curve()))?;
    let last = training.curve().last().context("nothing was trained")?;
    writeln!(
        out,
        "{name} is trained: {} labels, curves in {}.\nThe network is in {}: {:.2} % of labels that it has not seen have the outcome it finds likeliest,\ncross-entropy {:.4}.",
        count(training.all()),
        outputs.picture.display(),
        outputs.weights.display(),
        100.0 * last.right,
        last.loss
    )?;
    Ok(ExitCode::SUCCESS)
}

/// What to learn from: a file, or labels that are drawn now.
fn lessons(env: &Env<'_>, target: &Target, args: &TrainArgs) -> Result<Vec<Label>> {
    let Some(path) = &args.labels else {
        let wanted = Draw {
            mix: Mix::default(),
            count: args.count,
            plies: false,
            seed: args.seed,
        };
        return drawn(env, target, &wanted, &args.run);
    };
    let bytes = files::read(path, "file of labels", LARGEST, env.stop)?;
    let (size, labels) = labels::read(&bytes).with_context(|| path.display().to_string())?;
    if size != target.rules.size() {
        bail!(
            "{}: these labels are of quixo{size}, not of {}",
            path.display(),
            target.id
        );
    }
    if labels.len() < 100 {
        bail!(
            "{}: {} labels are too few to learn from",
            path.display(),
            labels.len()
        );
    }
    Ok(labels)
}

/// What is being done, for the progress bar.
struct Doing<'a>(&'a str, Option<&'a Point>);

impl std::fmt::Display for Doing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Doing(name, last) = self;
        write!(f, "training {name}")?;
        if let Some(last) = last {
            write!(
                f,
                ", {:.2} % right, loss {:.4}",
                100.0 * last.right,
                last.loss
            )?;
        }
        Ok(())
    }
}

fn picture_of(name: &str, points: &[Point]) -> String {
    let curve = |name, value: fn(&Point) -> f64| Curve {
        name,
        points: points
            .iter()
            .map(|point| (point.labels as f64, value(point)))
            .collect(),
    };
    curves(
        &format!("Training of net on {name}"),
        "labels learnt from",
        &[
            curve("outcome found likeliest is right", |point| point.right),
            curve("cross-entropy, unseen labels", |point| point.loss),
            curve("cross-entropy, labels learnt", |point| point.learnt_loss),
        ],
    )
}
