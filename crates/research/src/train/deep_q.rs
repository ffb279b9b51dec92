//! Deep-Q learning, with checkpoints to go on from.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use quixotic_agents::dqn::train::{Point, Preset, Training};
use quixotic_cli::meter::{Meter, RunProgress};
use quixotic_cli::units::count;
use quixotic_cli::{Env, Interrupted, Target, files};
use quixotic_game::Stopped;
use quixotic_quixo::Quixo;

use super::{Outputs, TrainArgs};
use crate::figure::{Curve, curves};

/// Points of the training curves.
const POINTS: u64 = 30;
/// Test games of a point, against each opponent.
const TESTS: u32 = 400;
/// Games from one checkpoint to the next, at most.
const CHECKPOINT: u64 = 500;

pub(super) fn run(
    env: &Env<'_>,
    target: &Target,
    args: &TrainArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let name = target.id.game();
    let outputs = Outputs::new(args.out.as_deref(), format!("{name}.qxn"))?;
    let quixo = || Quixo::new(target.rules);
    let preset = Preset::paper(args.episodes);
    let all = preset.episodes();
    let mut training = match outputs.resumable(env)? {
        Some(bytes) => {
            let training = Training::resume(quixo(), preset, args.seed, &bytes);
            training.with_context(|| outputs.advice())?
        }
        None => Training::new(quixo(), preset, args.seed),
    };
    let mut meter = Meter::new(env);
    let mut progress = RunProgress::of("games");
    progress.start(training.episode(), all);
    if progress.has_found() {
        let done = count(training.episode());
        meter.say(&format!(
            "Going on with the training of {name} after {done} games"
        ));
    } else {
        let into = outputs.weights.display();
        meter.say(&format!("Training {name} into {into}"));
    }
    let budget = env.budget();
    let kept = |_: Stopped| Interrupted(outputs.kept());
    args.run.pool()?.install(|| -> Result<()> {
        while !training.is_done() {
            training.play_episode(&budget).map_err(kept)?;
            progress.add(1);
            let is_due = |every: u64| training.episode().is_multiple_of(every.max(1));
            let (is_point, is_checkpoint) = (is_due(all / POINTS), is_due(CHECKPOINT.min(all)));
            if is_point || training.is_done() {
                training.measure(TESTS, &budget).map_err(kept)?;
            }
            if is_checkpoint {
                files::write(&outputs.checkpoint, &training.checkpoint(), env.stop)?;
            }
            meter.show(&progress, &Doing(name, training.curve().last()));
        }
        Ok(())
    })?;
    drop(meter);
    let (network, point) = training.best();
    let point = point.context("nothing was trained")?;
    outputs.finish(env, &network.write(), &picture_of(name, training.curve()))?;
    writeln!(
        out,
        "{name} is trained: {} games, curves in {}.\nThe best network, after {} games, is in {}.\nIt won {:.1} % of {TESTS} games against random and {:.1} % against minimax:2.",
        count(all),
        outputs.picture.display(),
        count(point.episode),
        outputs.weights.display(),
        100.0 * point.against_random,
        100.0 * point.against_minimax
    )?;
    Ok(ExitCode::SUCCESS)
}

/// What is being done, for the progress bar.
struct Doing<'a>(&'a str, Option<&'a Point>);

impl std::fmt::Display for Doing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Doing(name, last) = self;
        write!(f, "training {name}")?;
        if let Some(last) = last {
            let (random, minimax) = (100.0 * last.against_random, 100.0 * last.against_minimax);
            write!(
                f,
                ", wins {random:.0} % against random, {minimax:.0} % against minimax:2"
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
            .map(|point| (point.episode as f64, value(point)))
            .collect(),
    };
    curves(
        &format!("Training of dqn on {name}"),
        "games played",
        &[
            curve("won against random", |point| point.against_random),
            curve("won against minimax:2", |point| point.against_minimax),
            curve("random moves", |point| point.exploration),
        ],
    )
}
