//! `solve`: make a database, or go on making it.

mod follow;

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use quixotic_catalog::{MemoryFor, Setup, Stats};
use quixotic_solver::{SolveError, SolveOptions};
use quixotic_tablebase::{Database, Kernel, Problem, level_ranges};

use super::args::{OnBoard, SolveArgs, allow_more};
use super::target::Target;
use crate::commands::tables;
use crate::env::Env;
use crate::interrupt::Interrupted;
use crate::meter::RunProgress;
use crate::units::{bytes, count};
use crate::words::ShownValue;
use follow::Follower;

pub(crate) fn run(env: &Env<'_>, on: &OnBoard<SolveArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &Target::new(env, game, &args.target)?;
    let options = SolveOptions {
        rules: target.rules,
        directory: target.directory()?,
        until: args.until,
        memory: args.memory.bytes(MemoryFor::Solving),
        win_distances: args.win_distances(target.rules),
        kernel: Kernel::detect(),
    };
    let pool = args.run.pool()?;
    let mut follower = Follower::new(
        format!("{} into {}", target.id, options.directory.display()),
        args.run.quiet,
    );
    let budget = env.budget();
    let solved = pool.install(|| {
        quixotic_solver::solve(&options, &budget, &mut |event| follower.follow(&event))
    });
    let (progress, classes) = follower.end();
    solved.map_err(|error| advise(error, classes))?;

    let result = RunSummary::of(env, target, &options.directory)?;
    write_tables(out, target, &result)?;
    writeln!(out)?;
    let (directory, size) = (options.directory.display(), bytes(size(&options.directory)));
    writeln!(out, "  database   {directory}, {size}")?;
    writeln!(out, "  signature  {}", result.stats.signature)?;
    writeln!(out, "  time       {}", times(&progress))?;
    write_next(out, target, &options.directory, &result)?;
    Ok(ExitCode::SUCCESS)
}

const GO_ELSEWHERE: &str = "choose another place with --db DIR";
const MAKE_ROOM: &str = "make room, or choose another place with --db DIR";

/// Says what can be done about an error.
fn advise(error: SolveError, classes: u64) -> anyhow::Error {
    match error {
        SolveError::Memory { needed, .. } => anyhow!("{error}: {}", allow_more(needed)),
        SolveError::Space { .. } => anyhow!("{error}: {MAKE_ROOM}"),
        SolveError::Directory { .. } => anyhow!("{error}: {GO_ELSEWHERE}"),
        SolveError::File(error) => match error.problem() {
            Problem::Io(refusal) => match refusal.kind() {
                ErrorKind::StorageFull | ErrorKind::FileTooLarge | ErrorKind::QuotaExceeded => {
                    anyhow!("{error}: {MAKE_ROOM}")
                }
                ErrorKind::PermissionDenied => anyhow!("{error}: {GO_ELSEWHERE}"),
                _ => error.into(),
            },
            // What is wrong with a file says itself what to do.
            _ => error.into(),
        },
        SolveError::Stopped(_) => Interrupted(format!(
            "{} classes were solved; the same command goes on",
            count(classes)
        ))
        .into(),
        SolveError::Size(_)
        | SolveError::Level(..)
        | SolveError::Locked(_)
        | SolveError::Removed(_) => error.into(),
    }
}

/// Bytes of all files of a directory.
fn size(directory: &Path) -> u64 {
    let files = fs::read_dir(directory).into_iter().flatten().flatten();
    let sizes = files.filter_map(|file| Some(file.metadata().ok()?.len()));
    sizes.sum()
}

/// What a run has found out.
struct RunSummary {
    stats: Stats,
    /// The levels that are solved, unless all are.
    levels: Option<String>,
    /// The value of the empty board in words, when level 0 is solved.
    start: Option<String>,
}

impl RunSummary {
    fn of(env: &Env<'_>, target: &Target, directory: &Path) -> Result<RunSummary> {
        let setup = Setup {
            db: Some(directory.into()),
            ..Setup::default()
        };
        let game = env.catalog.open(&target.id, &setup)?;
        let info = game.info();
        let levels = info.levels.unwrap_or_default();
        let start = levels
            .contains(&0)
            .then(|| game.probe("start", &env.budget()))
            .transpose()?;
        Ok(RunSummary {
            stats: game.stats()?,
            levels: (!info.complete).then(|| level_ranges(&levels)),
            start: start.map(|answer| ShownValue::of(&answer).sentence(&*game)),
        })
    }
}

fn write_tables(out: &mut dyn Write, target: &Target, found: &RunSummary) -> io::Result<()> {
    tables::paper(out, &found.stats)?;
    writeln!(out)?;
    let game = &target.id;
    if let Some(told) = &found.start {
        writeln!(out, "{game} from the empty board: {told}.")?;
    }
    if let Some(levels) = &found.levels {
        writeln!(out, "{game} is solved for {levels} marked tiles.")?;
    }
    Ok(())
}

/// Wall and CPU time of this run.
fn times(progress: &RunProgress) -> String {
    if !progress.has_moved() {
        return "none: everything was there already".into();
    }
    progress.times()
}

/// What to do with the database.
fn write_next(
    out: &mut dyn Write,
    target: &Target,
    directory: &Path,
    found: &RunSummary,
) -> Result<()> {
    // Without --db, the other commands use the database in the program.
    let is_default = target.db.is_none() && Database::embedded(target.rules).is_none();
    let db = (!is_default).then_some(directory);
    writeln!(out, "\nNext:")?;
    // Without a position, `probe` is about the empty board.
    let probe = found.start.is_some().then_some("probe");
    for command in probe.into_iter().chain(["stats", "verify"]) {
        writeln!(out, "  {}", target.command_at(command, db))?;
    }
    if found.levels.is_some() {
        let solve = target.command_at("solve", target.db.as_deref());
        writeln!(out, "  {solve}  # goes on with the other levels")?;
    }
    Ok(())
}
