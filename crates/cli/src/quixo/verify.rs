//! `verify`: check a database against the rules, whole or by a sample, and its
//! counts against published ones.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use quixotic_solver::{Progress, VerifyError, verify, verify_sample};
use quixotic_survey::golden::Golden;
use quixotic_tablebase::Database;

use super::args::{OnBoard, VerifyArgs};
use super::target::Target;
use crate::env::Env;
use crate::files;
use crate::interrupt::Interrupted;
use crate::meter::{Meter, RunProgress};
use crate::units::count;

/// The answer is "no".
const WRONG: u8 = 1;
/// Bytes of a table that has a row for each class, with room for comments.
const LARGEST: u64 = 1 << 20;

pub(crate) fn run(
    env: &Env<'_>,
    on: &OnBoard<VerifyArgs>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &Target::new(env, game, &args.target)?;
    let golden = args.golden.as_deref();
    let golden = golden.map(|path| published(env, path)).transpose()?;
    let database = target.open()?;
    let mut progress = RunProgress::new();
    let verified = verified(env, args, &database, &mut progress)?;
    let game = &target.id;
    match verified {
        Ok(Right { told, signature }) => {
            writeln!(out, "{game} is right: {told}.")?;
            if let Some(golden) = golden {
                let stats = database.stats().map_err(|error| target.advise(error))?;
                match golden.compare(&stats) {
                    Ok(classes) => writeln!(
                        out,
                        "{game} has the published wins, losses and draws in all {classes} classes."
                    )?,
                    Err(difference) => {
                        writeln!(out, "{game} is not as published: {difference}.")?;
                        return Ok(ExitCode::from(WRONG));
                    }
                }
            }
            writeln!(out, "signature  {signature}")?;
            writeln!(out, "time       {}", progress.times())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(VerifyError::Read(error)) => Err(target.advise(error)),
        Err(VerifyError::Stopped(_)) => {
            Err(Interrupted("nothing wrong was found so far".into()).into())
        }
        Err(error @ VerifyError::Empty) => Err(error.into()),
        Err(wrong) => {
            writeln!(out, "{game} is wrong: {wrong}")?;
            Ok(ExitCode::from(WRONG))
        }
    }
}

/// Published counts.
fn published(env: &Env<'_>, path: &Path) -> Result<Golden> {
    let text = files::read_text(path, "table of classes", LARGEST, env.stop)?;
    Golden::read(&text).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// What was found right, and the signature of the database.
struct Right {
    told: String,
    signature: String,
}

fn verified(
    env: &Env<'_>,
    args: &VerifyArgs,
    database: &Database,
    progress: &mut RunProgress,
) -> Result<Result<Right, VerifyError>> {
    let mut meter = Meter::new(args.run.quiet);
    let mut follow = |Progress { class, done, total }| {
        progress.start(0, total);
        progress.add(done);
        meter.show(progress, &format_args!("level {} {class}", class.level()));
    };
    let pool = args.run.pool()?;
    Ok(match args.sample {
        None => pool
            .install(|| verify(database, &env.budget(), &mut follow))
            .map(|verified| Right {
                told: format!(
                    "{} stored positions in {} classes follow from the rules",
                    count(verified.positions),
                    verified.classes
                ),
                signature: verified.signature,
            }),
        Some(sample) => pool
            .install(|| verify_sample(database, sample, args.seed, &env.budget(), &mut follow))
            .map(|sampled| Right {
                told: format!(
                    "{} random ones of {} stored positions (seed {}) follow from the rules",
                    count(sampled.positions),
                    count(sampled.of),
                    args.seed
                ),
                signature: sampled.signature,
            }),
    })
}
