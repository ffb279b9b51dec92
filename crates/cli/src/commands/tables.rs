//! The tables that `solve` and `stats` print, named after those of *Quixo Is
//! Solved*.

use std::io::{self, Write};

use quixotic_catalog::Stats;

use crate::table::{Align, Table, side_by_side, write_indented};
use crate::units::{count, percent};

/// Columns that the table of distances may take.
const WIDTH: usize = 78;
/// Rows from which the table of distances is split into columns.
const LONG: usize = 12;

/// The paper's tables: outcomes and distances.
pub(crate) fn paper(out: &mut dyn Write, stats: &Stats) -> io::Result<()> {
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
pub(crate) fn classes(out: &mut dyn Write, stats: &Stats) -> io::Result<()> {
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
