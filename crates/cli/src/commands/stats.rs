//! `stats`: counts over all positions, as text, JSON, CSV or a picture.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ValueEnum;
use quixotic_catalog::{AnyGame, Stats};

use super::tables;
use crate::env::Env;
use crate::game_args::GameArgs;
use crate::units::count;
use crate::{files, json, quixo};

/// What is counted, and how it is shown.
#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print a table as comma-separated values: `distance` or `class` [default: distance]
    #[arg(
        long,
        value_name = "TABLE",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "distance",
        hide_possible_values = true
    )]
    csv: Option<CsvTable>,

    /// Draw the shares of wins, losses and draws by class, for classes whose numbers of tiles differ
    /// by at most one; `-` is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The tables that are printed as comma-separated values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CsvTable {
    Distance,
    Class,
}

pub(crate) fn run(env: &Env<'_>, args: &StatsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let to_stdout = args.svg.as_deref() == Some(Path::new("-"));
    if to_stdout && (args.json || args.csv.is_some()) {
        bail!("only one thing can go to standard output: give --svg a file");
    }
    let game = args.game.open(env)?;
    let stats = game.stats()?;
    if let Some(path) = &args.svg {
        let picture = quixo::picture_of_outcomes(game.id(), &stats)?;
        match to_stdout {
            true => out.write_all(picture.as_bytes())?,
            false => files::write(path, picture.as_bytes(), env.stop)?,
        }
    }
    if args.json {
        json::write(out, &stats)?;
    } else if let Some(table) = args.csv {
        let text = match table {
            CsvTable::Distance => by_distance(&stats),
            CsvTable::Class => by_class(&stats),
        };
        out.write_all(text.as_bytes())?;
    } else if args.svg.is_none() {
        write_text(out, &*game, &stats)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn by_distance(stats: &Stats) -> String {
    let rows = stats.by_distance.iter();
    let rows = rows.map(|row| [row.plies.into(), row.win, row.loss].map(|n| n.to_string()));
    json::csv(&["plies", "win", "loss"], rows)
}

fn by_class(stats: &Stats) -> String {
    let rows = stats.by_class.iter().map(|row| {
        let tiles = [row.mover, row.other].map(u64::from);
        let numbers = tiles.into_iter().chain([row.win, row.loss, row.draw]);
        numbers.map(|number| number.to_string())
    });
    json::csv(&["mover", "other", "win", "loss", "draw"], rows)
}

fn write_text(out: &mut dyn Write, game: &dyn AnyGame, stats: &Stats) -> io::Result<()> {
    tables::classes(out, stats)?;
    writeln!(out)?;
    tables::paper(out, stats)?;
    writeln!(out)?;
    if let Some(reachable) = stats.reachable {
        writeln!(
            out,
            "{} of these positions can occur in play from the empty board.",
            count(reachable)
        )?;
    }
    let info = game.info();
    if let (Some(levels), false) = (&info.levels, info.complete) {
        writeln!(
            out,
            "Only positions with {} marked tiles are here; `{}` goes on.",
            quixotic_tablebase::level_ranges(levels),
            info.id.command("solve")
        )?;
    }
    writeln!(out, "Signature: {}.", stats.signature)
}
