//! `solve`: make a database, or go on making it.

mod follow;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, anyhow};
use quixotic_game::Value;
use quixotic_quixo::Position;
use quixotic_tablebase::{Database, Kernel, ProbeError, Problem, SolveError, SolveOptions, Stats};

use crate::args::{SolveArgs, Target};
use crate::meter::Pace;
use crate::units::{bytes, duration};
use crate::{tables, words};
use follow::Follower;

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = &args.target;
    let options = SolveOptions {
        rules: target.rules()?,
        directory: target.directory()?,
        until: args.until,
        memory: args.memory,
        kernel: Kernel::detect(),
    };
    let pool = args.run.pool()?;
    let mut follower = Follower::new(
        format!("{} into {}", target.title(), options.directory.display()),
        args.run.quiet,
    );
    let solved =
        pool.install(|| quixotic_tablebase::solve(&options, &mut |event| follower.follow(&event)));
    let pace = follower.end();
    solved.map_err(advise)?;

    let database = Database::open(&options.directory, options.rules);
    let result = Solution::of(&database).map_err(|error| target.advise(error))?;
    write_tables(out, &target.title(), &result)?;
    writeln!(out)?;
    let (directory, size) = (
        options.directory.display(),
        bytes(tables::size(&result.stats)),
    );
    writeln!(out, "  database   {directory}, {size}")?;
    writeln!(out, "  signature  {}", result.stats.signature)?;
    writeln!(out, "  time       {}", times(&pace))?;
    write_next(out, target, &options.directory)?;
    Ok(ExitCode::SUCCESS)
}

/// Says what can be done about an error.
fn advise(error: SolveError) -> anyhow::Error {
    match error {
        SolveError::Memory { .. } => anyhow!("{error}: allow more with --memory GIB"),
        SolveError::Space { .. } => {
            anyhow!("{error}: make room, or choose another place with --db DIR")
        }
        SolveError::Directory { .. } => anyhow!("{error}: choose another place with --db DIR"),
        SolveError::File(error) => match error.problem() {
            Problem::Foreign | Problem::Other { .. } | Problem::Version(..) => {
                anyhow!("{error}: move it away, or choose another place with --db DIR")
            }
            Problem::Unfinished | Problem::Truncated { .. } | Problem::Corrupt(_) => {
                anyhow!("{error}: delete it, and the same command makes it again")
            }
            Problem::Io(_) | Problem::TooLong(_) => error.into(),
        },
        SolveError::Size(_) | SolveError::Level(..) | SolveError::Locked(_) => error.into(),
    }
}

/// What a run has found out.
struct Solution {
    stats: Stats,
    /// The lowest level that is solved.
    level: u8,
    /// The value of the empty board, when that level is 0.
    start: Option<Value>,
}

impl Solution {
    fn of(database: &Database) -> Result<Solution, ProbeError> {
        let level = database.levels().first().copied().unwrap_or_default();
        let start = (level == 0).then(|| database.probe(Position::START.board));
        Ok(Solution {
            stats: database.stats()?,
            level,
            start: start.transpose()?,
        })
    }
}

fn write_tables(out: &mut dyn Write, game: &str, found: &Solution) -> io::Result<()> {
    tables::distances(out, &found.stats)?;
    writeln!(out)?;
    tables::outcomes(out, &found.stats)?;
    writeln!(out)?;
    match found.start {
        Some(value) => {
            let told = words::for_mover(&Position::START, value);
            writeln!(out, "{game} from the empty board: {told}.")
        }
        None => {
            let level = found.level;
            writeln!(out, "{game} is solved for {level} and more marked tiles.")
        }
    }
}

/// Wall and CPU time of this run.
fn times(pace: &Pace) -> String {
    if !pace.has_moved() {
        return "none: everything was there already".into();
    }
    let wall = duration(pace.elapsed());
    match cpu_time() {
        Some(cpu) => format!("{wall}, CPU {}", duration(cpu)),
        None => wall,
    }
}

/// What to do with the database.
fn write_next(out: &mut dyn Write, target: &Target, directory: &Path) -> Result<()> {
    // Without --db, the other commands use the database in the program.
    let is_default = target.db.is_none() && Database::embedded(target.rules()?).is_none();
    let db = (!is_default).then_some(directory);
    writeln!(out, "\nNext:")?;
    for command in ["probe", "stats", "verify"] {
        writeln!(out, "  {}", target.command_at(command, db))?;
    }
    Ok(())
}

/// CPU time of this process, of all its threads, in user and system mode.
#[cfg(unix)]
fn cpu_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}

#[cfg(not(unix))]
fn cpu_time() -> Option<Duration> {
    None
}
