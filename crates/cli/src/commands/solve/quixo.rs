//! `solve` for Quixo: make a database, or go on making it.

use std::fmt;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use quixotic_catalog::{Answer, GameId, MemoryFor, Setup, Stats};
use quixotic_quixo::{Class, Rules};
use quixotic_solver::{Event, SolveError, SolveOptions};
use quixotic_tablebase::{Database, Kernel, Problem, WinDistances, level_ranges};
use serde::Serialize;

use super::SolveArgs;
use crate::args::{MemoryArgs, allow_more};
use crate::commands::stats;
use crate::env::Env;
use crate::interrupt::Interrupted;
use crate::meter::{Meter, RunProgress};
use crate::output::write_json;
use crate::target::Target;
use crate::units::{bytes, count};
use crate::words::ShownValue;

/// How a database is made.
#[derive(Debug, clap::Args)]
pub(super) struct QuixoOptions {
    /// Stop after the level with that many marked tiles; the database answers from there up
    #[arg(long, value_name = "LEVEL", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=25))]
    until: u8,

    #[command(flatten)]
    memory: MemoryArgs,

    /// Whether the files say how many plies a win takes. If not they are half as large, and a
    /// question about a win takes a look at all moves: keep or drop [default: drop on 5×5, else keep]
    #[arg(long, value_name = "HOW", value_enum, hide_possible_values = true)]
    win_distances: Option<KeepOrDrop>,
}

/// What becomes of the distances of wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KeepOrDrop {
    Keep,
    Drop,
}

impl QuixoOptions {
    /// Whether the database says how many plies a win takes.
    fn win_distances(&self, rules: Rules) -> WinDistances {
        match self.win_distances {
            Some(KeepOrDrop::Keep) => WinDistances::Kept,
            Some(KeepOrDrop::Drop) => WinDistances::LeftOut,
            None if rules.size() == 5 => WinDistances::LeftOut,
            None => WinDistances::Kept,
        }
    }
}

pub(super) fn run(env: &Env<'_>, args: &SolveArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = &Target::new(env, &args.game)?;
    let given = &args.quixo;
    let options = SolveOptions {
        rules: target.rules,
        directory: target.directory()?,
        until: given.until,
        memory: given.memory.bytes(MemoryFor::Solving),
        win_distances: given.win_distances(target.rules),
        kernel: Kernel::detect(),
    };
    let pool = args.run.pool()?;
    let task = format!("{} into {}", target.id, options.directory.display());
    let mut follower = Follower::new(env, task);
    let budget = env.budget();
    let solved = pool.install(|| {
        quixotic_solver::solve(&options, &budget, &mut |event| follower.follow(&event))
    });
    let (progress, classes) = follower.end();
    solved.map_err(|error| advise(error, classes))?;

    let found = Found::of(env, target, &options.directory)?;
    let size = size(&options.directory);
    if args.json.json {
        let mut json = SolveJson::new(target, &options.directory, size, &found);
        if !args.json.no_times {
            json.cpu_seconds = Some(progress.cpu_seconds());
        }
        write_json(out, &json)?;
        return Ok(ExitCode::SUCCESS);
    }
    write_tables(out, target, &found)?;
    writeln!(out)?;
    let (directory, size) = (options.directory.display(), bytes(size));
    writeln!(out, "  database   {directory}, {size}")?;
    writeln!(out, "  signature  {}", found.stats.signature)?;
    writeln!(out, "  time       {}", times(&progress))?;
    write_next(out, target, &options.directory, &found)?;
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
struct Found {
    stats: Stats,
    /// The levels that are solved.
    levels: Vec<u8>,
    is_complete: bool,
    /// The value of the empty board, when level 0 is solved, and the same in words.
    start: Option<(Answer, String)>,
}

impl Found {
    fn of(env: &Env<'_>, target: &Target, directory: &Path) -> Result<Found> {
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
        Ok(Found {
            stats: game.stats()?,
            levels,
            is_complete: info.complete,
            start: start.map(|answer| {
                let sentence = ShownValue::of(&answer).sentence(&*game);
                (answer, sentence)
            }),
        })
    }
}

/// What `--json` prints. The names of the fields are part of the contract.
#[derive(Serialize)]
struct SolveJson<'a> {
    #[serde(flatten)]
    game: &'a GameId,
    database: String,
    bytes: u64,
    levels: &'a [u8],
    complete: bool,
    positions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    signature: &'a str,
    /// The outcome of the empty board for the first player, and its plies, when level 0 is solved.
    outcome: Option<String>,
    distance: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<Option<f64>>,
}

impl<'a> SolveJson<'a> {
    /// The same without the time.
    fn new(target: &'a Target, directory: &Path, bytes: u64, found: &'a Found) -> SolveJson<'a> {
        let Found { stats, .. } = found;
        let start = found.start.as_ref().map(|(answer, _)| answer);
        SolveJson {
            game: &target.id,
            database: directory.display().to_string(),
            bytes,
            levels: &found.levels,
            complete: found.is_complete,
            positions: stats.positions,
            win: stats.win,
            loss: stats.loss,
            draw: stats.draw,
            signature: &stats.signature,
            outcome: start.map(|answer| answer.outcome.to_string()),
            distance: start.and_then(|answer| answer.distance),
            cpu_seconds: None,
        }
    }
}

fn write_tables(out: &mut dyn Write, target: &Target, found: &Found) -> io::Result<()> {
    stats::write_paper(out, &found.stats)?;
    writeln!(out)?;
    let game = &target.id;
    if let Some((_, value)) = &found.start {
        writeln!(out, "{game} from the empty board: {value}.")?;
    }
    if !found.is_complete {
        let levels = level_ranges(&found.levels);
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
fn write_next(out: &mut dyn Write, target: &Target, directory: &Path, found: &Found) -> Result<()> {
    // Without --db, the other commands use the database in the program.
    let is_default = target.db.is_none() && Database::embedded(target.rules).is_none();
    let db = (!is_default).then_some(directory);
    writeln!(out, "\nNext:")?;
    // Without a position, `probe` is about the empty board.
    let probe = found.start.is_some().then_some("probe");
    for command in probe.into_iter().chain(["stats", "verify"]) {
        writeln!(out, "  {}", target.id.command_at(command, db))?;
    }
    if !found.is_complete {
        let solve = target.id.command_at("solve", target.db.as_deref());
        writeln!(out, "  {solve}  # goes on with the other levels")?;
    }
    Ok(())
}

/// Shows where the run is.
struct Follower {
    /// What is solved, and where to.
    task: String,
    meter: Meter,
    run: Run,
}

/// Where the run is.
struct Run {
    progress: RunProgress,
    class: Option<Class>,
    sweeps: u32,
    written: u64,
    classes: u64,
}

impl Follower {
    fn new(env: &Env<'_>, task: String) -> Follower {
        Follower {
            task,
            meter: Meter::new(env),
            run: Run {
                progress: RunProgress::of("positions"),
                class: None,
                sweeps: 0,
                written: 0,
                classes: 0,
            },
        }
    }

    /// Takes an event in.
    fn follow(&mut self, event: &Event) {
        // Only now is nothing in the way of the run any more.
        if let (Event::Pair { .. }, None) = (event, self.run.class) {
            let verb = if self.run.progress.has_found() {
                "Going on with"
            } else {
                "Solving"
            };
            self.meter.say(&format!(
                "{verb} {}. It can be interrupted: the same command goes on from there.",
                self.task
            ));
            self.run.progress.set_off();
        }
        self.run.take(event);
        self.meter.show(&self.run.progress, &self.run);
    }

    /// Clears the bar away; what is left is how fast the run was, and the classes that
    /// it solved.
    fn end(self) -> (RunProgress, u64) {
        (self.run.progress, self.run.classes)
    }
}

impl Run {
    fn take(&mut self, event: &Event) {
        match *event {
            Event::Preparing => {}
            Event::Started { total, found } => self.progress.start(found, total),
            Event::Pair { class, .. } => {
                self.class = Some(class);
                self.sweeps = 0;
            }
            Event::Sweep { effort } => self.sweeps = effort.sweeps,
            Event::Solved {
                class,
                positions,
                bytes,
                ..
            } => {
                self.progress.add(positions);
                self.written += bytes;
                self.classes += if class == class.swapped() { 1 } else { 2 };
            }
        }
    }
}

impl fmt::Display for Run {
    /// `level 22 C(12,10), sweep 7, 1.2 MiB written`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(class) = self.class else {
            return f.write_str("preparing");
        };
        let (level, sweeps, written) = (class.level(), self.sweeps, bytes(self.written));
        write!(
            f,
            "level {level} {class}, sweep {sweeps}, {written} written"
        )
    }
}
