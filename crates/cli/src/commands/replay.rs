//! `line --replay`: a saved game, board by board.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use quixotic_agents::arena::{Ending, GameRecord};
use quixotic_catalog::{GameId, Setup};
use quixotic_game::{Player, quoted};

use crate::env::Env;
use crate::files;
use crate::interrupt::{Interrupted, unless_stopped};
use crate::table::write_boards;
use crate::units::plies;

/// What files of saved games are called.
const WHAT: &str = "file of saved games";
/// Bytes of a game; the longest that the arena plays has a third of it.
const LONGEST: u64 = 2 << 20;

/// Reads game `number`, counted from 1, of a file of saved games.
pub(super) fn read(env: &Env<'_>, path: &Path, number: usize) -> Result<GameRecord> {
    files::readable(path, WHAT)?;
    let owned = path.to_owned();
    // A pipe may have nothing to read for long.
    let found = unless_stopped(env.stop, move || find(&owned, number));
    let line = found.ok_or_else(Interrupted::nothing)??;
    let record = GameRecord::read(&line);
    record.with_context(|| format!("{}: game {number} cannot be read", path.display()))
}

/// The line of a game. Lines are read one by one, so that a large file takes no memory.
fn find(path: &Path, number: usize) -> Result<String> {
    let unread = |error| files::unread(path, &error);
    let mut file = BufReader::new(File::open(path).map_err(unread)?);
    let mut games = 0;
    loop {
        let mut line = Vec::new();
        let mut part = file.by_ref().take(LONGEST + 1);
        if part.read_until(b'\n', &mut line).map_err(unread)? == 0 {
            bail!(
                "{} has {games} games: there is no game {number}",
                path.display()
            );
        }
        if line.len() as u64 > LONGEST {
            bail!("{} is not a {WHAT}: a line is too long", path.display());
        }
        let line = String::from_utf8(line);
        let line =
            line.map_err(|_| anyhow!("{} is not a {WHAT}: it is not text", path.display()))?;
        if line.trim().is_empty() {
            continue;
        }
        games += 1;
        if games == number {
            return Ok(line);
        }
    }
}

/// The game of a record, by the rules it was played by.
pub(super) fn id(env: &Env<'_>, path: &Path, record: &GameRecord) -> Result<GameId> {
    if record
        .game
        .contains(|letter: char| !letter.is_ascii_alphanumeric())
    {
        bail!(
            "{}: `{}` was saved by version 0.1, which wrote rules in a form that cannot be read again",
            path.display(),
            record.described()
        );
    }
    let id = env.catalog.saved(&record.game, record.rules.as_deref());
    id.with_context(|| path.display().to_string())
}

pub(super) fn run(
    env: &Env<'_>,
    path: &Path,
    number: usize,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let record = read(env, path, number)?;
    let game = env
        .catalog
        .open(&id(env, path, &record)?, &Setup::default())?;
    let played = game.replay(&record)?;
    let block = |heading: String, position: &str, last: Option<&str>| -> Result<Vec<String>> {
        let mut lines = vec![heading];
        lines.extend(game.draw(position, last)?);
        Ok(lines)
    };
    let name = |position: &str| -> Result<&'static str> {
        Ok(game.player(game.status(position)?.to_move))
    };
    let mut before = &played.start;
    let heading = format!("{} to move", name(before)?);
    let mut boards = vec![block(heading, before, None)?];
    for (ply, (mv, after)) in played.moves.iter().enumerate() {
        let heading = format!("{}. {} {mv}", ply + 1, name(before)?);
        boards.push(block(heading, after, Some(mv))?);
        before = after;
    }
    writeln!(
        out,
        "{}: {} (X) against {} (O)\n",
        game.id(),
        quoted(&record.x),
        quoted(&record.o)
    )?;
    write_boards(out, &boards)?;
    writeln!(out, "\n{}", ending(&record))?;
    Ok(ExitCode::SUCCESS)
}

/// How a game ended, in a sentence.
pub(super) fn ending(record: &GameRecord) -> String {
    let plies = plies(record.moves.len());
    let name = |player| match player {
        Player::X => quoted(&record.x),
        Player::O => quoted(&record.o),
    };
    match (record.winner, record.ending) {
        (Some(winner), Ending::Forfeit) => {
            let reason = quoted(record.reason.as_deref().unwrap_or("no reason is given"));
            format!(
                "{winner} ({}) wins after {plies}: the other player failed ({reason}).",
                name(winner)
            )
        }
        (Some(winner), _) => format!("{winner} ({}) wins after {plies}.", name(winner)),
        (None, Ending::Rules) => format!("A draw after {plies}."),
        (None, Ending::Repetition) => {
            format!("A draw after {plies}: a position came up for the third time.")
        }
        (None, Ending::TooLong) => format!("Broken off as a draw after {plies}."),
        (None, Ending::Forfeit | Ending::Open) => format!("Not over after {plies}."),
    }
}
