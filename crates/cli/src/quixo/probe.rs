//! `probe`: the value of a position and of every move.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::{Game as _, PositionJson, Value};
use quixotic_quixo::{Position, Quixo};
use quixotic_tablebase::MoveValue;

use super::args::{AskArgs, OnBoard};
use super::words;
use crate::json;
use crate::table::{Align, Table, write_indented};

pub(crate) fn run(on: &OnBoard<AskArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &args.target.of(game);
    let (database, position) = target.open_at(&args.position)?;
    let quixo = database.quixo();
    let value = database.probe(position.board);
    let value = value.map_err(|error| target.advise(error))?;
    let moves = database.moves(position.board);
    let moves: Vec<(MoveValue, Position)> = moves
        .map_err(|error| target.advise(error))?
        .into_iter()
        .map(|found| (found, after(&position, &found)))
        .collect();
    if args.json {
        let moves = moves.iter().map(|(found, _)| (found.mv, found.value));
        let json = PositionJson::probe(target.game.name(), quixo, &position, value, moves);
        json::write(out, &json)?;
    } else {
        write_text(out, quixo, &position, value, &moves)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The position after a move from `position`.
fn after(position: &Position, found: &MoveValue) -> Position {
    Position {
        board: found.board,
        to_move: !position.to_move,
    }
}

fn write_text(
    out: &mut dyn Write,
    quixo: &Quixo,
    position: &Position,
    value: Value,
    moves: &[(MoveValue, Position)],
) -> Result<()> {
    let told = words::for_mover(position, value);
    writeln!(out, "{}", quixo.format_position(position))?;
    writeln!(out)?;
    write_indented(out, &quixo.draw(position, None))?;
    writeln!(out)?;
    let Some((best, _)) = moves.first() else {
        writeln!(out, "The game is over: {told}.")?;
        return Ok(());
    };
    writeln!(out, "{} to move: {told}.", position.to_move)?;
    writeln!(out)?;
    let mut table = Table::new(&[
        ("", Align::Left),
        ("move", Align::Left),
        ("outcome", Align::Left),
        ("plies", Align::Right),
        ("position after it", Align::Left),
    ]);
    let mut outcome = best.value.outcome();
    for (found, after) in moves {
        if found.value.outcome() != outcome {
            outcome = found.value.outcome();
            table.blank();
        }
        let mark = if found.value == best.value { "*" } else { "" };
        let plies = found.value.distance();
        table.row([
            mark.into(),
            quixo.format_move(found.mv),
            outcome.to_string(),
            plies.map_or("-".into(), |plies| plies.to_string()),
            quixo.format_position(after),
        ]);
    }
    table.write(out)?;
    writeln!(out)?;
    writeln!(
        out,
        "* best: the winner hurries, the loser delays. Outcomes are {}'s, plies include the move.",
        position.to_move
    )?;
    Ok(())
}
