//! `hint`: what every move is worth.

use std::io::{self, Write};

use anyhow::Result;
use quixotic_agents::{Worth, hints};
use quixotic_game::Budget;

use super::session::Session;
use crate::agents::shown::Shown;
use crate::table::{Align, Table};

/// Moves in a line, at most.
const IN_A_ROW: usize = 12;

/// Writes the moves by their worth, the best first.
pub(super) fn write<G: Shown>(session: &Session<'_, G>, out: &mut dyn Write) -> Result<()> {
    let game = session.game();
    if session.moves().is_empty() {
        writeln!(out, "The game is over.")?;
        return Ok(());
    }
    let moves = hints(session.players(), session.position(), &Budget::UNLIMITED)?;
    let is_guess = |worth: &Worth| matches!(worth, Worth::Guessed(_));
    if moves
        .iter()
        .all(|(_, worth)| is_guess(worth) && *worth == moves[0].1)
    {
        writeln!(out, "Three plies ahead no move is better than another.")?;
    } else {
        write_table(game, &moves, out)?;
        if moves.iter().any(|(_, worth)| is_guess(worth)) {
            writeln!(
                out,
                "There is no solution here: numbers are a judgement, three plies ahead."
            )?;
        }
    }
    if moves.iter().any(|(_, worth)| is_guess(worth))
        && let Some(advice) = game.advice(session.position())
    {
        writeln!(out, "{advice}")?;
    }
    Ok(())
}

/// Moves of the same worth share a line.
fn write_table<G: Shown>(
    game: &G,
    moves: &[(G::Move, Worth)],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut table = Table::new(&[("for you", Align::Left), ("moves", Align::Left)]);
    for same in moves.chunk_by(|a, b| a.1 == b.1) {
        let mut worth = same[0].1.to_string();
        for row in same.chunks(IN_A_ROW) {
            let names: Vec<String> = row.iter().map(|&(mv, _)| game.format_move(mv)).collect();
            table.row([std::mem::take(&mut worth), names.join(" ")]);
        }
    }
    table.write(out)
}
