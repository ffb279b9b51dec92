//! What a person can type, and what is answered.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};

use super::hint;
use super::session::Session;
use crate::agents::shown::Shown;

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

/// Does what a person typed. What is wrong with it is told and asked again.
pub(super) fn answer<G: Shown>(
    session: &mut Session<'_, G>,
    line: &str,
    out: &mut dyn Write,
) -> Result<Then> {
    match obey(session, line, out) {
        // A terminal that takes no more text is another matter than a bad line.
        Err(error) if !error.is::<io::Error>() => {
            writeln!(out, "{error:#}")?;
            Ok(Then::Ask)
        }
        done => done,
    }
}

fn obey<G: Shown>(session: &mut Session<'_, G>, line: &str, out: &mut dyn Write) -> Result<Then> {
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
        "hint" => hint::write(session, out)?,
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
            session.make(mv);
            return Ok(Then::Show);
        }
    }
    Ok(Then::Ask)
}

fn help<G: Shown>(session: &Session<'_, G>, out: &mut dyn Write) -> Result<()> {
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
fn list<G: Shown>(session: &Session<'_, G>, out: &mut dyn Write) -> Result<()> {
    let game = session.game();
    let name = |(index, mv): (usize, G::Move)| match game.moves_are_numbers() {
        true => format!("  {}", game.format_move(mv)),
        false => format!("{:>3} {:<6}", index + 1, game.format_move(mv)),
    };
    let names: Vec<String> = session.moves().into_iter().enumerate().map(name).collect();
    let in_a_row = if game.moves_are_numbers() { 18 } else { 7 };
    for row in names.chunks(in_a_row) {
        writeln!(out, "{}", row.concat().trim_end())?;
    }
    Ok(())
}

/// Reads a move as a person types it: capitals and spaces do not matter.
fn read_move<G: Shown>(session: &Session<'_, G>, text: &str) -> Result<G::Move> {
    let game = session.game();
    let moves = session.moves();
    if moves.is_empty() {
        bail!("the game is over: `undo`, `save FILE`, `load FILE` or `quit`");
    }
    let text: String = text.split_whitespace().collect();
    let is_named = |mv: &&G::Move| game.format_move(**mv).eq_ignore_ascii_case(&text);
    if let Some(&mv) = moves.iter().find(is_named) {
        return Ok(mv);
    }
    if !game.moves_are_numbers()
        && let Ok(number) = text.parse::<usize>()
    {
        let mv = number.checked_sub(1).and_then(|index| moves.get(index));
        let there_are = || format!("there are moves 1 to {}", moves.len());
        return mv.copied().with_context(there_are);
    }
    match game.parse_move(&text) {
        Err(error) => bail!("{error}; `help` lists what you can type"),
        Ok(mv) => {
            let why = game.why_illegal(session.position(), mv);
            bail!("{text} is not legal here: {why}; `moves` lists what is")
        }
    }
}
