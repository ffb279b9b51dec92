//! `probe`: how a position ends, and every move.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::{Budget, Game as _, Stopped};
use quixotic_numerical::{JudgedMove, Perfect, Position, Verdict};

use super::args::{AskArgs, OnGrid};
use super::ask::{self, Found, Moves};
use super::words;
use crate::table::{Align, Table, write_indented};

pub(crate) fn run(on: &OnGrid<AskArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    ask::run(on, out, every_move, write_text)
}

fn every_move(perfect: &Perfect, position: &Position, _: Verdict) -> Result<Moves, Stopped> {
    let game = perfect.judge().game();
    let after = |judged: JudgedMove| (judged, game.play(position, judged.mv));
    let moves = perfect.moves(position, &Budget::UNLIMITED)?;
    Ok(moves.into_iter().map(after).collect())
}

fn write_text(out: &mut dyn Write, found: &Found) -> Result<()> {
    let (game, position) = (&found.game, &found.position);
    writeln!(out, "{}", game.format_position(position))?;
    writeln!(out)?;
    write_indented(out, &game.draw(position))?;
    writeln!(out)?;
    if found.moves.is_empty() {
        writeln!(out, "The game is over: {}.", words::ended(found.verdict))?;
        return Ok(());
    }
    let mover = position.to_move();
    let (player, hand) = (words::ordinal(mover), game.hand(position, mover));
    let outcome = words::outcome(found.verdict);
    writeln!(
        out,
        "The {player} player to move, who holds {hand}: {outcome}."
    )?;
    writeln!(out)?;
    let mut table = Table::new(&[
        ("cell", Align::Left),
        ("first player wins with", Align::Left),
        ("tie with", Align::Left),
        ("second player wins with", Align::Left),
    ]);
    let free = (0..game.rules().cells()).filter(|&cell| position.at(cell).is_none());
    for cell in free {
        let numbers = |verdict| numbers(found, cell, verdict);
        table.row([
            game.cell_name(cell),
            numbers(Verdict::First),
            numbers(Verdict::Tie),
            numbers(Verdict::Second),
        ]);
    }
    table.write(out)?;
    Ok(())
}

/// The numbers that lead to a verdict when they are put into a cell.
fn numbers(found: &Found, cell: u8, verdict: Verdict) -> String {
    let judged = found.moves.iter().map(|(judged, _)| judged);
    let those = judged.filter(|judged| judged.mv.cell == cell && judged.verdict == verdict);
    let numbers: Vec<String> = those.map(|judged| judged.mv.number.to_string()).collect();
    numbers.join(",")
}
