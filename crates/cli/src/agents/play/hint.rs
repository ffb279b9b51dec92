//! `hint`: what every move is worth.

use std::io::Write;

use anyhow::Result;
use quixotic_agents::{Worth, hints};

use super::session::Session;
use crate::agents::shown::Shown;
use crate::table::{Align, Table};

/// Moves of the same worth in one line.
const IN_A_ROW: usize = 12;

/// Writes the moves by their worth, the best first.
pub(super) fn write<G: Shown>(session: &Session<'_, G>, out: &mut dyn Write) -> Result<()> {
    let game = session.game();
    if session.moves().is_empty() {
        writeln!(out, "The game is over.")?;
        return Ok(());
    }
    let moves = hints(session.players(), session.position())?;
    let mut table = Table::new(&[("for you", Align::Left), ("moves", Align::Left)]);
    for same in moves.chunk_by(|a, b| a.1 == b.1) {
        let mut worth = same[0].1.to_string();
        for row in same.chunks(IN_A_ROW) {
            let names: Vec<String> = row.iter().map(|&(mv, _)| game.format_move(mv)).collect();
            table.row([std::mem::take(&mut worth), names.join(" ")]);
        }
    }
    table.write(out)?;
    if moves
        .iter()
        .any(|(_, worth)| matches!(worth, Worth::Guessed(_)))
    {
        writeln!(
            out,
            "\nThere is no solution here: numbers are a judgement, three plies ahead."
        )?;
        if let Some(advice) = game.advice(session.position()) {
            writeln!(out, "{advice}")?;
        }
    }
    Ok(())
}
