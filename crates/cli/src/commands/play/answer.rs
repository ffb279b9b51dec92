//! What a person can type, and what is answered.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use quixotic_agents::Worth;

use super::session::Session;
use crate::interrupt::Interrupted;
use crate::output::unwritten;
use crate::table::{Align, Table};

const HELP: &str = "  moves          list the legal moves
  hint           what every move is worth, the best first
  undo           take back your last move and what followed
  save FILE      save the game
  load FILE      go on with a saved game
  help           this list
  quit           leave";

/// What to do after a line was answered.
pub(super) enum Then {
    Ask,
    Show,
    Quit,
}

/// Does what a person typed. An error is printed, and the next line is asked for.
pub(super) fn answer(session: &mut Session<'_>, line: &str, out: &mut dyn Write) -> Result<Then> {
    match obey(session, line, out) {
        // A terminal that takes no more text is another matter than a bad line, and
        // so is the end of the game by Ctrl-C.
        Err(error) if unwritten(&error).is_none() && !error.is::<Interrupted>() => {
            writeln!(out, "{error:#}")?;
            Ok(Then::Ask)
        }
        done => done,
    }
}

fn obey(session: &mut Session<'_>, line: &str, out: &mut dyn Write) -> Result<Then> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let file = |question: &'static str| match rest.trim() {
        "" => Err(anyhow!(question)),
        file => Ok(PathBuf::from(file)),
    };
    match &*word.to_lowercase() {
        "" => {}
        "quit" | "exit" => return Ok(Then::Quit),
        "help" | "h" | "?" => help(session, out)?,
        "moves" => list(session, out)?,
        "hint" => hint(session, out)?,
        "undo" => {
            session.undo()?;
            return Ok(Then::Show);
        }
        "save" => {
            let file = file("save where? `save FILE`")?;
            session.save(&file)?;
            let file = file.display();
            writeln!(out, "Saved; see it with `quixotic line --replay {file}`.")?;
        }
        "load" => {
            session.load(&file("load what? `load FILE`")?)?;
            return Ok(Then::Show);
        }
        _ => {
            let mv = read_move(session, line)?;
            session.make(&mv)?;
            return Ok(Then::Show);
        }
    }
    Ok(Then::Ask)
}

fn help(session: &Session<'_>, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "  a move         in the game's notation")?;
    if !session.game().moves_are_numbers() {
        writeln!(
            out,
            "  a number       the move with that number in the list of `moves`"
        )?;
    }
    writeln!(out, "{HELP}")?;
    Ok(())
}

/// The legal moves with their numbers.
fn list(session: &Session<'_>, out: &mut dyn Write) -> Result<()> {
    let are_numbers = session.game().moves_are_numbers();
    let name = |(index, mv): (usize, &String)| match are_numbers {
        true => format!("  {mv}"),
        false => format!("{:>3} {mv:<6}", index + 1),
    };
    let names: Vec<String> = session.moves().iter().enumerate().map(name).collect();
    let in_a_row = if are_numbers { 18 } else { 7 };
    for row in names.chunks(in_a_row) {
        writeln!(out, "{}", row.concat().trim_end())?;
    }
    Ok(())
}

/// Reads a move as a person types it: capitals and spaces do not matter.
fn read_move(session: &Session<'_>, text: &str) -> Result<String> {
    let moves = session.moves();
    if moves.is_empty() {
        bail!("the game is over: `undo`, `save FILE`, `load FILE` or `quit`");
    }
    let text: String = text.split_whitespace().collect();
    let is_named = |mv: &&String| mv.eq_ignore_ascii_case(&text);
    if let Some(mv) = moves.iter().find(is_named) {
        return Ok(mv.clone());
    }
    let game = session.game();
    if !game.moves_are_numbers()
        && let Ok(number) = text.parse::<usize>()
    {
        let mv = number.checked_sub(1).and_then(|index| moves.get(index));
        let there_are = || format!("there are moves 1 to {}", moves.len());
        return mv.cloned().with_context(there_are);
    }
    match game.play(session.position(), &text) {
        Err(error) => bail!("{error}; `moves` lists what is legal, `help` what else you can type"),
        Ok(_) => Ok(text),
    }
}

/// Moves in a line, at most.
const IN_A_ROW: usize = 12;

/// Writes the moves by their worth, the best first.
fn hint(session: &Session<'_>, out: &mut dyn Write) -> Result<()> {
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
