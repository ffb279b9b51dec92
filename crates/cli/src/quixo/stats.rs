//! `stats`: counts over a database, as text, JSON, CSV or a picture.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use quixotic_tablebase::{Database, Stats, StatsJson, level_ranges, reachable_positions};

use super::args::{CsvTable, OnBoard, StatsArgs};
use super::game::Target;
use super::{figure, tables};
use crate::json;
use crate::units::{bytes, count};

pub(crate) fn run(on: &OnBoard<StatsArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &args.target.of(game);
    if args.svg.as_deref().is_some_and(is_stdout) && (args.json || args.csv.is_some()) {
        bail!("only one thing can go to standard output: give --svg a file");
    }
    let database = target.open()?;
    let stats = database.stats().map_err(|error| target.advise(error))?;
    if let Some(path) = &args.svg {
        let picture = figure::outcomes(database.rules(), &stats);
        if is_stdout(path) {
            write!(out, "{picture}")?;
        } else {
            write_file(path, picture.as_bytes())?;
        }
    }
    if args.json {
        let reachable = reachable(&database);
        json::write(out, &StatsJson::new(target.game.name(), &stats, reachable))?;
    } else if let Some(table) = args.csv {
        write_csv(out, &stats, table)?;
    } else if args.svg.is_none() {
        write_text(out, target, &database, &stats)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    fs::write(path, content).map_err(|error| anyhow!("cannot write {}: {error}", path.display()))
}

/// Whether a path means standard output.
fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Positions that can occur in play, where that is known and all of them are here.
pub(crate) fn reachable(database: &Database) -> Option<u64> {
    database
        .is_complete()
        .then(|| reachable_positions(database.rules()))?
}

fn write_text(
    out: &mut dyn Write,
    target: &Target,
    database: &Database,
    stats: &Stats,
) -> io::Result<()> {
    tables::classes(out, stats)?;
    writeln!(out)?;
    tables::paper(out, stats)?;
    writeln!(out)?;
    if let Some(reachable) = reachable(database) {
        writeln!(
            out,
            "{} of these positions can occur in play from the empty board.",
            count(reachable)
        )?;
    }
    if !database.is_complete() {
        writeln!(
            out,
            "Only positions with {} marked tiles are here; `{}` goes on.",
            level_ranges(&database.levels()),
            target.command_at("solve", target.db.as_deref())
        )?;
    }
    writeln!(
        out,
        "The database takes {}. Signature: {}.",
        bytes(tables::size(stats)),
        stats.signature
    )
}

pub(crate) fn write_csv(out: &mut dyn Write, stats: &Stats, table: CsvTable) -> io::Result<()> {
    match table {
        CsvTable::Distance => {
            writeln!(out, "plies,win,loss")?;
            for row in &stats.by_distance {
                writeln!(out, "{},{},{}", row.plies, row.win, row.loss)?;
            }
        }
        CsvTable::Class => {
            writeln!(out, "mover,other,win,loss,draw")?;
            for row in &stats.by_class {
                let (mover, other) = (row.class.mine, row.class.theirs);
                writeln!(out, "{mover},{other},{},{},{}", row.win, row.loss, row.draw)?;
            }
        }
    }
    Ok(())
}
