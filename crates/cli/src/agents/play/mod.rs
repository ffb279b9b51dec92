//! `play`: a game in the terminal, by people and agents.
//!
//! Everything is a line: a move, its number in the list, or a command. So it works
//! in any terminal, and in a script; with `--json` the game itself is the result.

mod answer;
mod hint;
mod session;

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Result;
use quixotic_agents::Players;

use super::args::PlayArgs;
use super::shown::Shown;
use crate::json;
use crate::table::write_indented;
use answer::{Then, answer};
use session::Session;

pub(crate) fn run<G: Shown>(
    players: &Players<G>,
    args: &PlayArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let mut session = Session::new(players, args)?;
    if args.json {
        talk(&mut session, &mut io::stderr())?;
        json::write(out, &session.record())?;
    } else {
        talk(&mut session, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows the board and does what people type, until the game is over or they leave.
fn talk<G: Shown>(session: &mut Session<'_, G>, out: &mut dyn Write) -> Result<()> {
    let input = io::stdin();
    let prompt = input.is_terminal();
    let mut lines = input.lock().lines();
    welcome(session, out)?;
    loop {
        show(session, out)?;
        if let Some(ending) = session.ended() {
            writeln!(out, "{ending}")?;
            if !session.has_people() {
                return Ok(());
            }
        } else if !session.is_persons_turn() {
            // Who waits for an agent sees the own move meanwhile.
            out.flush()?;
            writeln!(out, "{}", session.let_agent_move()?)?;
            continue;
        }
        // What a person types, until the board changes.
        loop {
            if prompt {
                write!(out, "{}> ", session.mover())?;
            }
            out.flush()?;
            let Some(line) = lines.next() else {
                if prompt {
                    writeln!(out)?;
                }
                return Ok(());
            };
            match answer(session, line?.trim(), out)? {
                Then::Ask => {}
                Then::Show => break,
                Then::Quit => return Ok(()),
            }
        }
    }
}

fn welcome<G: Shown>(session: &Session<'_, G>, out: &mut dyn Write) -> Result<()> {
    let [x, o] = session.seats();
    writeln!(out, "{}: {x} (X) against {o} (O)", session.game().name())?;
    if session.has_people() {
        let how_to_move = session.game().how_to_move();
        writeln!(out, "{how_to_move}\n`help` lists what else you can type.")?;
    }
    Ok(())
}

fn show<G: Shown>(session: &Session<'_, G>, out: &mut dyn Write) -> Result<()> {
    writeln!(out)?;
    let board = session.game().draw(session.position(), session.last_move());
    write_indented(out, &board)?;
    writeln!(out)?;
    Ok(())
}
