//! `stats`: counts over a database, as text, JSON, CSV or a picture.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use quixotic_tablebase::{Database, Stats, reachable_positions};

use crate::args::{CsvTable, StatsArgs, Target};
use crate::json::{self, StatsJson};
use crate::units::{bytes, count};
use crate::{figure, tables};

pub(crate) fn run(args: &StatsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = &args.target;
    let database = target.open()?;
    let stats = database.stats().map_err(|error| target.advise(error))?;
    if let Some(path) = &args.svg {
        let picture = figure::outcomes(database.rules(), &stats);
        fs::write(path, picture)
            .map_err(|error| anyhow!("cannot write {}: {error}", path.display()))?;
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

/// Positions that can occur in play, where that is known and all of them are here.
fn reachable(database: &Database) -> Option<u64> {
    is_complete(database).then(|| reachable_positions(database.rules()))?
}

fn is_complete(database: &Database) -> bool {
    database.levels().len() == usize::from(database.rules().cells()) + 1
}

fn write_text(
    out: &mut dyn Write,
    target: &Target,
    database: &Database,
    stats: &Stats,
) -> io::Result<()> {
    tables::classes(out, stats)?;
    writeln!(out)?;
    tables::distances(out, stats)?;
    writeln!(out)?;
    tables::outcomes(out, stats)?;
    writeln!(out)?;
    if let Some(reachable) = reachable(database) {
        writeln!(
            out,
            "{} of these positions can occur in play from the empty board.",
            count(reachable)
        )?;
    }
    let levels = database.levels();
    if let (false, Some(first)) = (is_complete(database), levels.first()) {
        writeln!(
            out,
            "Only positions with {first} or more marked tiles are here; `{}` goes on.",
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

fn write_csv(out: &mut dyn Write, stats: &Stats, table: CsvTable) -> io::Result<()> {
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
