//! `probe ultimate`: who can force a win within some plies, and what the strategies
//! say.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use quixotic_game::{Budget, Game as _, Outcome, Player, Value};
use quixotic_ultimate::{Position, Probe, Ultimate};

use super::args::ProbeArgs;
use crate::json;
use crate::table::{Align, Table, write_indented};

pub(crate) fn run(args: &ProbeArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, position) = args.at.position()?;
    let budget = Budget::UNLIMITED.with_positions(args.millions * 1_000_000);
    let probe = Probe::find(&game, &position, args.plies, &budget);
    ensure!(
        probe.stopped.is_none(),
        "too much for one look: ask for fewer plies with --plies N, or allow more with --millions N"
    );
    if args.json {
        json::write(out, &probe.json(&game, &position, args.plies))?;
    } else {
        write(&probe, out, &game, &position, args.plies)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(
    probe: &Probe,
    out: &mut dyn Write,
    game: &Ultimate,
    position: &Position,
    plies: u8,
) -> Result<()> {
    writeln!(out, "{}", game.format_position(position))?;
    writeln!(out)?;
    write_indented(out, &position.draw())?;
    writeln!(out)?;
    if game.ended(position).is_some() {
        let told = match position.winner() {
            Some(winner) => format!("{winner} has won"),
            None => "draw".to_owned(),
        };
        writeln!(out, "The game is over: {told}.")?;
        return Ok(());
    }
    let mover = position.to_move();
    let place = match position.active() {
        Some(field) => format!("in field {field}"),
        None => "anywhere".to_owned(),
    };
    let told = match probe.value {
        Some(value) => words(mover, value),
        None => format!("nobody can force a win within {plies} plies"),
    };
    writeln!(out, "{mover} to move {place}: {told}.")?;
    if let Some(advice) = &probe.advice {
        writeln!(out, "The strategy plays {}: {}.", advice.mv, advice)?;
    }
    writeln!(out)?;
    let mut table = Table::new(&[
        ("outcome", Align::Left),
        ("plies", Align::Right),
        ("moves", Align::Left),
    ]);
    for group in probe.moves.chunk_by(|one, other| one.1 == other.1) {
        let value = group[0].1;
        let moves: Vec<String> = group.iter().map(|(mv, _)| mv.to_string()).collect();
        let distance = value.and_then(Value::distance);
        let mut told = (
            outcome(value),
            distance.map_or(String::new(), |plies| plies.to_string()),
        );
        // A free choice can have 81 moves: some to a line.
        for line in moves.chunks(18) {
            let (outcome, plies) = std::mem::take(&mut told);
            table.row([outcome, plies, line.join(" ")]);
        }
    }
    table.write(out)?;
    writeln!(out)?;
    writeln!(out, "Outcomes are {mover}'s, plies include the move.")?;
    Ok(())
}

fn outcome(value: Option<Value>) -> String {
    value.map_or("open".to_owned(), |value| value.outcome().to_string())
}

/// `X wins in 3 plies`.
fn words(mover: Player, value: Value) -> String {
    let winner = match value.outcome() {
        Outcome::Win => mover,
        Outcome::Loss => !mover,
        Outcome::Draw => return "a draw".to_owned(),
    };
    match value.distance() {
        Some(1) => format!("{winner} wins in 1 ply"),
        Some(plies) => format!("{winner} wins in {plies} plies"),
        None => format!("{winner} wins"),
    }
}
