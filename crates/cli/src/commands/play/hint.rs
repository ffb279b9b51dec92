//! `hint`: what every move is worth.

use std::io::{self, Write};

use anyhow::Result;
use quixotic_agents::Worth;

use super::session::Session;
use crate::table::{Align, Table};

/// Moves in a line, at most.
const IN_A_ROW: usize = 12;

/// Writes the moves by their worth, the best first.
pub(super) fn write(session: &Session<'_>, out: &mut dyn Write) -> Result<()> {
    if session.moves().is_empty() {
        writeln!(out, "The game is over.")?;
        return Ok(());
    }
    let hint = session
        .game()
        .hint(session.position(), &session.env().budget())?;
    let is_guess = |(_, worth): &(String, Worth)| matches!(worth, Worth::Guessed(_));
    let is_alike = |hinted: &(String, Worth)| is_guess(hinted) && hinted.1 == hint.moves[0].1;
    if hint.moves.iter().all(is_alike) {
        writeln!(out, "Three plies ahead no move is better than another.")?;
    } else {
        write_table(&hint.moves, out)?;
        if hint.moves.iter().any(is_guess) {
            writeln!(
                out,
                "There is no solution here: numbers are a judgement, three plies ahead."
            )?;
        }
    }
    if let Some(advice) = &hint.advice {
        writeln!(out, "{advice}")?;
    }
    Ok(())
}

/// Moves of the same worth share a line.
fn write_table(moves: &[(String, Worth)], out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(&[("for you", Align::Left), ("moves", Align::Left)]);
    for same in moves.chunk_by(|a, b| a.1 == b.1) {
        let mut worth = same[0].1.to_string();
        for row in same.chunks(IN_A_ROW) {
            let names: Vec<&str> = row.iter().map(|(mv, _)| &**mv).collect();
            table.row([std::mem::take(&mut worth), names.join(" ")]);
        }
    }
    table.write(out)
}
