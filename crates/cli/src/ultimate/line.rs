//! `line ultimate`: a game in which both players follow the strategies.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::Budget;
use quixotic_ultimate::{Line, Position};

use super::args::LineArgs;
use crate::json;
use crate::table::{Align, Table, write_indented};

pub(crate) fn run(args: &LineArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, position) = args.at.position()?;
    let line = Line::find(&game, &position, &Budget::UNLIMITED)?;
    if args.json {
        json::write(out, &line.json(&game, &position))?;
    } else {
        write(&line, out, &position)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(line: &Line, out: &mut dyn Write, start: &Position) -> Result<()> {
    let mut table = Table::new(&[
        ("ply", Align::Right),
        ("", Align::Left),
        ("move", Align::Left),
        ("reason", Align::Left),
    ]);
    let mut mover = start.to_move();
    for (advice, after) in &line.moves {
        table.row([
            after.plies().to_string(),
            mover.to_string(),
            advice.mv.to_string(),
            advice.to_string(),
        ]);
        mover = !mover;
    }
    if !line.moves.is_empty() {
        table.write(out)?;
        writeln!(out)?;
    }
    let end = line.moves.last().map_or(start, |(_, end)| end);
    write_indented(out, &end.draw())?;
    writeln!(out)?;
    let told = match end.winner() {
        Some(winner) => format!("{winner} has won after {} plies", end.plies()),
        None => "A draw".to_owned(),
    };
    let best = match (line.value, &line.moves[..]) {
        (Some(_), [_, ..]) => ", under best play",
        _ => "",
    };
    writeln!(out, "{told}{best}.")?;
    Ok(())
}
