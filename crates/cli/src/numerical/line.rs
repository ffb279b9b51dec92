//! `line`: a game from a position in which nobody makes a mistake.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::{Budget, Game as _, Stopped};
use quixotic_numerical::{JudgedMove, Perfect, Position, Verdict};

use super::args::{AskArgs, OnGrid};
use super::ask::{self, Found, Moves};
use super::words;
use crate::table::{side_by_side, write_indented};

/// Columns that a row of boards may take.
const WIDTH: usize = 78;
/// Spaces between two boards.
const GAP: usize = 4;

pub(crate) fn run(on: &OnGrid<AskArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    ask::run(on, out, best_moves, write_text)
}

/// A game from here. The verdict stays what it is, since nobody makes a mistake.
fn best_moves(perfect: &Perfect, start: &Position, verdict: Verdict) -> Result<Moves, Stopped> {
    let game = perfect.judge().game();
    let line = perfect.line(start, &Budget::UNLIMITED)?.into_iter();
    let moves = line.scan(*start, |position, mv| {
        *position = game.play(position, mv);
        Some((JudgedMove { mv, verdict }, *position))
    });
    Ok(moves.collect())
}

fn write_text(out: &mut dyn Write, found: &Found) -> Result<()> {
    let (game, start) = (&found.game, &found.position);
    let block = |heading: String, position: &Position| {
        let mut lines = vec![heading];
        lines.extend(game.draw(position));
        lines
    };
    let mover = words::ordinal(start.to_move());
    let mut blocks = vec![block(format!("{mover} to move"), start)];
    for (round, (judged, after)) in (start.rounds() + 1..).zip(&found.moves) {
        let mv = game.format_move(judged.mv);
        blocks.push(block(format!("{round}. {mv}"), after));
    }
    write_indented(out, &side_by_side(&blocks, WIDTH, GAP))?;
    writeln!(out)?;
    match found.moves[..] {
        [] => writeln!(out, "The game is over: {}.", words::ended(found.verdict))?,
        _ => writeln!(out, "Under best play: {}.", words::outcome(found.verdict))?,
    }
    Ok(())
}
