//! `verify`: check a database against the rules, whole or by a sample, and its
//! counts against published ones.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::Budget;
use quixotic_solver::{Progress, VerifyError, verify, verify_sample};
use quixotic_tablebase::Database;

use super::args::{OnBoard, VerifyArgs};
use super::golden::Golden;
use crate::machine;
use crate::meter::{Meter, Pace};
use crate::units::count;

/// The answer is "no".
const WRONG: u8 = 1;

pub(crate) fn run(on: &OnBoard<VerifyArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &args.target.of(game);
    let golden = args.golden.as_deref().map(Golden::read).transpose()?;
    let database = target.open()?;
    let mut pace = Pace::new();
    let verified = verified(args, &database, &mut pace)?;
    let game = target.title();
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
            writeln!(out, "time       {}", machine::times(pace.elapsed()))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(VerifyError::Read(error)) => Err(target.advise(error)),
        Err(error @ (VerifyError::Empty | VerifyError::Stopped(_))) => Err(error.into()),
        Err(wrong) => {
            writeln!(out, "{game} is wrong: {wrong}")?;
            Ok(ExitCode::from(WRONG))
        }
    }
}

/// What was found right, and the signature of the database.
struct Right {
    told: String,
    signature: String,
}

fn verified(
    args: &VerifyArgs,
    database: &Database,
    pace: &mut Pace,
) -> Result<Result<Right, VerifyError>> {
    let mut meter = Meter::new(args.run.quiet);
    let mut follow = |Progress { class, done, total }| {
        pace.start(0, total);
        pace.add(done);
        meter.show(pace, &format_args!("level {} {class}", class.level()));
    };
    let pool = args.run.pool()?;
    Ok(match args.sample {
        None => pool
            .install(|| verify(database, &Budget::UNLIMITED, &mut follow))
            .map(|verified| Right {
                told: format!(
                    "{} stored positions in {} classes follow from the rules",
                    count(verified.positions),
                    verified.classes
                ),
                signature: verified.signature,
            }),
        Some(sample) => pool
            .install(|| verify_sample(database, sample, args.seed, &Budget::UNLIMITED, &mut follow))
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
