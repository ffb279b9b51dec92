//! `puzzles`: positions with one right answer, by theme and grade. Its output for `quixo5` is
//! web/site/puzzles/quixo5.txt.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_research::puzzles::{self, Wanted};

use super::args::{OnBoard, PuzzlesArgs};
use super::target::Target;
use crate::env::Env;
use crate::files;
use crate::meter::Meter;
use crate::units::count;

pub(crate) fn run(
    env: &Env<'_>,
    on: &OnBoard<PuzzlesArgs>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (name, args) = on.split();
    let target = Target::official(env, name, args.db.as_deref())?;
    let database = target.open()?;
    if !database.is_complete() {
        bail!(
            "puzzles take the values of all moves, and the database of {name} is not complete: go on with `{}`",
            target.command_at("solve", target.db.as_deref())
        );
    }
    let wanted = Wanted {
        count: args.count as usize,
        seed: args.seed,
    };
    let mut meter = Meter::new(args.run.quiet);
    let mut report = |found: usize| {
        let doing = format_args!("puzzles of {name}");
        meter.show_steps(found as u64, args.count.into(), &doing);
    };
    let found = args
        .run
        .pool()?
        .install(|| puzzles::find(&database, wanted, &env.budget(), &mut report));
    let found = found.map_err(|error| target.advise(error))?;
    drop(meter);
    let default = format!("puzzles-{name}.txt");
    let path = args.out.clone().unwrap_or_else(|| default.into());
    let text = puzzles::write(database.quixo(), args.seed, &found);
    files::write(&path, text.as_bytes(), env.stop)?;
    writeln!(
        out,
        "{} puzzles of {name} (seed {}) are in {}.",
        count(found.len() as u64),
        args.seed,
        path.display()
    )?;
    Ok(ExitCode::SUCCESS)
}
