//! `solve`: make a database, or go on making it.

mod follow;

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use quixotic_game::{Budget, Value};
use quixotic_quixo::Position;
use quixotic_solver::{SolveError, SolveOptions};
use quixotic_tablebase::{Database, Kernel, ProbeError, Problem, Stats, level_ranges};

use super::args::{OnBoard, SolveArgs};
use super::game::Target;
use super::{tables, words};
use crate::machine;
use crate::meter::Pace;
use crate::units::bytes;
use follow::Follower;

pub(crate) fn run(on: &OnBoard<SolveArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &args.target.of(game);
    let options = SolveOptions {
        rules: target.rules()?,
        directory: target.directory()?,
        until: args.until,
        memory: args.memory.bytes(),
        win_distances: args.win_distances(game),
        kernel: Kernel::detect(),
    };
    let pool = args.run.pool()?;
    let mut follower = Follower::new(
        format!("{} into {}", target.title(), options.directory.display()),
        args.run.quiet,
    );
    let solved = pool.install(|| {
        quixotic_solver::solve(&options, &Budget::UNLIMITED, &mut |event| {
            follower.follow(&event);
        })
    });
    let pace = follower.end();
    solved.map_err(advise)?;

    let database = Database::open(&options.directory, options.rules)?;
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
    write_next(out, target, &options.directory, &result)?;
    Ok(ExitCode::SUCCESS)
}

const GO_ELSEWHERE: &str = "choose another place with --db DIR";
const MAKE_ROOM: &str = "make room, or choose another place with --db DIR";

/// Says what can be done about an error.
fn advise(error: SolveError) -> anyhow::Error {
    match error {
        SolveError::Memory { .. } => anyhow!("{error}: allow more with --memory GIB"),
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
        SolveError::Size(_)
        | SolveError::Level(..)
        | SolveError::Locked(_)
        | SolveError::Removed(_)
        | SolveError::Stopped(_) => error.into(),
    }
}

/// What a run has found out.
struct Solution {
    stats: Stats,
    /// The levels that are solved, unless all are.
    levels: Option<String>,
    /// The value of the empty board, when level 0 is solved.
    start: Option<Value>,
}

impl Solution {
    fn of(database: &Database) -> Result<Solution, ProbeError> {
        let levels = database.levels();
        let start = levels
            .contains(&0)
            .then(|| database.probe(Position::START.board));
        Ok(Solution {
            stats: database.stats()?,
            levels: (!database.is_complete()).then(|| level_ranges(&levels)),
            start: start.transpose()?,
        })
    }
}

fn write_tables(out: &mut dyn Write, game: &str, found: &Solution) -> io::Result<()> {
    tables::paper(out, &found.stats)?;
    writeln!(out)?;
    if let Some(value) = found.start {
        let told = words::for_mover(&Position::START, value);
        writeln!(out, "{game} from the empty board: {told}.")?;
    }
    if let Some(levels) = &found.levels {
        writeln!(out, "{game} is solved for {levels} marked tiles.")?;
    }
    Ok(())
}

/// Wall and CPU time of this run.
fn times(pace: &Pace) -> String {
    if !pace.has_moved() {
        return "none: everything was there already".into();
    }
    machine::times(pace.elapsed())
}

/// What to do with the database.
fn write_next(
    out: &mut dyn Write,
    target: &Target,
    directory: &Path,
    found: &Solution,
) -> Result<()> {
    // Without --db, the other commands use the database in the program.
    let is_default = target.db.is_none() && Database::embedded(target.rules()?).is_none();
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
