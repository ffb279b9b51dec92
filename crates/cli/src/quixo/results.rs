//! `results`: what is known of a game, as files. Its output for `quixo5` is in
//! docs/results.

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};

use super::args::{OnBoard, ResultsArgs};
use super::target::Target;
use crate::env::Env;
use crate::files;
use crate::meter::{Meter, RunProgress};
use quixotic_research::results::{Results, Step};

pub(crate) fn run(
    env: &Env<'_>,
    on: &OnBoard<ResultsArgs>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &Target::new(env, game, &args.target)?;
    let database = target.open()?;
    if !database.is_complete() {
        let solve = target.command_at("solve", target.db.as_deref());
        bail!("results are those of a whole game; go on with `{solve}`");
    }
    let directory = &args.out;
    fs::create_dir_all(directory).map_err(|error| files::unwritten(directory, &error))?;
    let (mut meter, mut progress) = (Meter::new(args.run.quiet), RunProgress::new());
    let mut follow = |step| match step {
        Step::Begun(what) => meter.say(what),
        Step::Asked { level, done, total } => {
            progress.start(0, total);
            progress.add(done);
            meter.show(&progress, &format_args!("level {level}"));
        }
    };
    let pool = args.run.pool()?;
    let budget = env.budget();
    let found = pool.install(|| Results::find(&database, args.sample(), &budget, &mut follow));
    let found = found.map_err(|error| target.advise(error))?;
    drop(meter);
    // Where the database and the files are is a matter of the machine.
    let command = format!(
        "{} --sample {} --seed {}",
        target.id.command("results"),
        args.sample().size,
        args.sample().seed
    );
    for file in found.files(game, &target.id.slug(), &command) {
        let path = directory.join(file.name);
        files::write(&path, file.content.as_bytes(), env.stop)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}
