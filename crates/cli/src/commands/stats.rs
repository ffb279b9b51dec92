//! `stats`: counts over all positions, as text, JSON, CSV or a picture.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ValueEnum;
use quixotic_catalog::{AnyGame, Stats};
use quixotic_quixo::Class;

use crate::env::Env;
use crate::files;
use crate::game_args::{Family, GameArgs};
use crate::output::write_json;
use crate::table::{Align, Table, csv, side_by_side, write_indented};
use crate::units::{count, percent};
use quixotic_picture::{ClassOutcomes, outcomes as picture_of_outcomes};

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
        let picture = picture(&*game, &stats)?;
        match to_stdout {
            true => out.write_all(picture.as_bytes())?,
            false => files::write(path, picture.as_bytes(), env.stop)?,
        }
    }
    if args.json {
        write_json(out, &stats)?;
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

/// Figure 6 of *Quixo Is Solved*, for any of its boards.
fn picture(game: &dyn AnyGame, stats: &Stats) -> Result<String> {
    let Family::Quixo(rules) = Family::of(game.id())? else {
        bail!("{} has no classes to draw", game.id());
    };
    let classes = stats.by_class.iter().map(|row| ClassOutcomes {
        class: Class::new(row.mover, row.other),
        win: row.win,
        loss: row.loss,
        draw: row.draw,
    });
    Ok(picture_of_outcomes(rules, classes))
}

fn by_distance(stats: &Stats) -> String {
    let rows = stats.by_distance.iter();
    let rows = rows.map(|row| [row.plies.into(), row.win, row.loss].map(|n| n.to_string()));
    csv(&["plies", "win", "loss"], rows)
}

fn by_class(stats: &Stats) -> String {
    let rows = stats.by_class.iter().map(|row| {
        let tiles = [row.mover, row.other].map(u64::from);
        let numbers = tiles.into_iter().chain([row.win, row.loss, row.draw]);
        numbers.map(|number| number.to_string())
    });
    csv(&["mover", "other", "win", "loss", "draw"], rows)
}

fn write_text(out: &mut dyn Write, game: &dyn AnyGame, stats: &Stats) -> io::Result<()> {
    classes(out, stats)?;
    writeln!(out)?;
    write_paper(out, stats)?;
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

/// Columns that the table of distances may take.
const WIDTH: usize = 78;
/// Rows from which the table of distances is split into columns.
const LONG: usize = 12;

/// The paper's tables: outcomes and distances.
pub(crate) fn write_paper(out: &mut dyn Write, stats: &Stats) -> io::Result<()> {
    outcomes(out, stats)?;
    writeln!(out)?;
    distances(out, stats)
}

/// How many positions are won, lost and drawn.
fn outcomes(out: &mut dyn Write, stats: &Stats) -> io::Result<()> {
    writeln!(
        out,
        "Outcomes for the player to move (Table 2 of Quixo Is Solved)\n"
    )?;
    let mut table = Table::new(&[
        ("outcome", Align::Left),
        ("positions", Align::Right),
        ("share", Align::Right),
    ]);
    let all = stats.positions;
    for (name, number) in [
        ("win", stats.win),
        ("loss", stats.loss),
        ("draw", stats.draw),
        ("all", all),
    ] {
        table.row([name.into(), count(number), percent(number, all)]);
    }
    table.write(out)
}

/// How many positions are won and lost in how many plies.
fn distances(out: &mut dyn Write, stats: &Stats) -> io::Result<()> {
    writeln!(
        out,
        "Plies to the end of the game under best play (Table 3)\n"
    )?;
    let columns: Vec<Vec<String>> = stats
        .by_distance
        .chunks(stats.by_distance.len().div_ceil(2).max(LONG))
        .map(|rows| {
            let mut table = Table::of_numbers(&["plies", "win", "loss"]);
            for row in rows {
                table.row([row.plies.to_string(), count(row.win), count(row.loss)]);
            }
            table.lines()
        })
        .collect();
    write_indented(out, &side_by_side(&columns, WIDTH, 6))?;
    if let Some(longer) = stats.longer {
        let (win, loss) = (count(longer.win), count(longer.loss));
        writeln!(
            out,
            "\nmore than {} plies: win {win}, loss {loss}",
            longer.plies
        )?;
    }
    Ok(())
}

/// The outcomes in every class.
fn classes(out: &mut dyn Write, stats: &Stats) -> io::Result<()> {
    writeln!(
        out,
        "Outcomes by class: tiles of the player to move and of the other\n"
    )?;
    let mut table = Table::of_numbers(&["mover", "other", "win", "loss", "draw"]);
    for row in &stats.by_class {
        table.row([
            row.mover.to_string(),
            row.other.to_string(),
            count(row.win),
            count(row.loss),
            count(row.draw),
        ]);
    }
    table.write(out)
}
