//! `verify`: check every value of a database against the rules.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_tablebase::{Progress, VerifyError, verify};

use super::args::{OnBoard, VerifyArgs};
use crate::meter::{Meter, Pace};
use crate::units::{count, duration};

/// The answer is "no".
const WRONG: u8 = 1;

pub(crate) fn run(on: &OnBoard<VerifyArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &args.target.of(game);
    let database = target.open()?;
    let mut meter = Meter::new(args.run.quiet);
    let mut pace = Pace::new();
    let mut follow = |Progress { class, done, total }| {
        pace.start(0, total);
        pace.add(done);
        meter.show(&pace, &format_args!("level {} {class}", class.total()));
    };
    let verified = args.run.pool()?.install(|| verify(&database, &mut follow));
    drop(meter);
    let game = target.title();
    match verified {
        Ok(verified) => {
            writeln!(
                out,
                "{game} is right: {} stored positions in {} classes follow from the rules ({}).",
                count(verified.positions),
                verified.classes,
                duration(pace.elapsed())
            )?;
            writeln!(out, "signature  {}", verified.signature)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(VerifyError::Read(error)) => Err(target.advise(error)),
        Err(error @ VerifyError::Empty) => Err(error.into()),
        Err(wrong) => {
            writeln!(out, "{game} is wrong: {wrong}")?;
            Ok(ExitCode::from(WRONG))
        }
    }
}
