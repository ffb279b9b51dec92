//! `line --replay`: a saved game, board by board.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use quixotic_agents::arena::{Ending, GameRecord};
use quixotic_game::Player;

use super::shown::Shown;
use crate::files;
use crate::page;
use crate::table::{side_by_side, write_indented};
use crate::units::plies;

/// Reads game `number`, counted from 1, of a file of saved games.
pub(super) fn read(file: &Path, number: usize) -> Result<GameRecord> {
    let text = fs::read(file).map_err(|error| files::problem(file, &error))?;
    let text = String::from_utf8(text).ok().context("not text");
    let text = text.with_context(|| format!("{} is no file of saved games", file.display()))?;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let games = lines.clone().count();
    let Some(line) = number.checked_sub(1).and_then(|skipped| lines.nth(skipped)) else {
        bail!(
            "{} has {games} games: there is no game {number}",
            file.display()
        );
    };
    GameRecord::read(line)
        .with_context(|| format!("{}: game {number} cannot be read", file.display()))
}

/// The error for a game that this program does not know.
pub(super) fn unknown(file: &Path, record: &GameRecord) -> Result<ExitCode> {
    bail!(
        "{}: there is no game `{}`",
        file.display(),
        record.described()
    )
}

/// The value of an option in the rules of a saved game.
pub(super) fn option<'a>(record: &'a GameRecord, name: &str) -> Option<&'a str> {
    let mut words = record.rules.as_deref()?.split_whitespace();
    words.find(|&word| word == name)?;
    words.next()
}

pub(super) fn run<G: Shown>(
    game: &G,
    record: &GameRecord,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (start, played) = record.replay(game)?;
    let mover = game.to_move(&start);
    let mut boards = vec![heading(format!("{mover} to move"), game.draw(&start, None))];
    for (ply, (mv, position)) in played.iter().enumerate() {
        let title = format!(
            "{}. {} {}",
            ply + 1,
            !game.to_move(position),
            game.format_move(*mv)
        );
        boards.push(heading(title, game.draw(position, Some(*mv))));
    }
    writeln!(
        out,
        "{}: {} (X) against {} (O)\n",
        record.described(),
        record.x,
        record.o
    )?;
    write_indented(out, &side_by_side(&boards, page::width(), page::GAP))?;
    writeln!(out, "\n{}", ending(record))?;
    Ok(ExitCode::SUCCESS)
}

fn heading(title: String, mut lines: Vec<String>) -> Vec<String> {
    lines.insert(0, title);
    lines
}

/// How a game ended, in a sentence.
pub(super) fn ending(record: &GameRecord) -> String {
    let plies = plies(record.moves.len());
    let name = |player| match player {
        Player::X => &record.x,
        Player::O => &record.o,
    };
    match (record.winner, record.ending) {
        (Some(winner), _) => format!("{winner} ({}) wins after {plies}.", name(winner)),
        (None, Ending::Rules) => format!("A draw after {plies}."),
        (None, Ending::Repetition) => {
            format!("A draw after {plies}: a position came up for the third time.")
        }
        (None, Ending::TooLong) => format!("Broken off as a draw after {plies}."),
        (None, Ending::Open) => format!("Not over after {plies}."),
    }
}
