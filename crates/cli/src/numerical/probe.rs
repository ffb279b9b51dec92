//! `probe`: how a position ends, and every move.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::{Game as _, Player};
use quixotic_numerical::{Judge, JudgedMove, Keys, Numerical, Position, Verdict};

use super::args::{AskArgs, OnGrid};
use super::json::PositionJson;
use super::watch::{Doing, watched};
use super::{board, words};
use crate::json;
use crate::table::{Align, Table, write_indented};

pub(crate) fn run(on: &OnGrid<AskArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (grid, args) = on.split();
    let game = &args.rules.game(grid)?;
    let position = args.position(game)?;
    let judge = Judge::new(game, Keys::default());
    let solvers = [Player::X, Player::O].map(|asker| judge.solver(asker));
    let doing = Doing::new("Solving the position");
    let (verdict, moves) = watched(&args.run.pool()?, args.run.quiet, &doing, &solvers, || {
        let verdict = judge.verdict(&position);
        doing.set("Solving every move".into());
        (verdict, judge.moves(&position))
    });
    let after = |judged: JudgedMove| (judged, game.play(&position, judged.mv));
    let moves: Vec<(JudgedMove, Position)> = moves.into_iter().map(after).collect();
    if args.json {
        json::write(
            out,
            &PositionJson::new(grid.name, game, &position, verdict, &moves),
        )?;
    } else {
        write_text(out, game, &position, verdict, &moves)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_text(
    out: &mut dyn Write,
    game: &Numerical,
    position: &Position,
    verdict: Verdict,
    moves: &[(JudgedMove, Position)],
) -> Result<()> {
    writeln!(out, "{}", game.format_position(position))?;
    writeln!(out)?;
    write_indented(out, &board::draw(game, position))?;
    writeln!(out)?;
    if moves.is_empty() {
        writeln!(out, "The game is over: {}.", words::ended(verdict))?;
        return Ok(());
    }
    let mover = position.to_move();
    let (told, hand) = (words::ordinal(mover), game.hand(position, mover));
    writeln!(
        out,
        "The {told} player to move, who holds {hand}: {}.",
        words::outcome(verdict)
    )?;
    writeln!(out)?;
    let mut table = Table::new(&[
        ("cell", Align::Left),
        ("first player wins with", Align::Left),
        ("tie with", Align::Left),
        ("second player wins with", Align::Left),
    ]);
    // Moves of a cell, and the numbers that lead to each outcome.
    for cell in 0..game.rules().cells() {
        let numbers = |verdict| {
            let found = moves.iter().map(|(judged, _)| judged);
            let found = found.filter(|judged| judged.mv.cell == cell && judged.verdict == verdict);
            let numbers: Vec<String> = found.map(|judged| judged.mv.number.to_string()).collect();
            numbers.join(",")
        };
        if position.at(cell).is_none() {
            table.row([
                name(game, cell),
                numbers(Verdict::First),
                numbers(Verdict::Tie),
                numbers(Verdict::Second),
            ]);
        }
    }
    table.write(out)?;
    Ok(())
}

/// The name of a cell, which is the beginning of a move.
fn name(game: &Numerical, cell: u8) -> String {
    let mv = game.format_move(quixotic_numerical::Move { cell, number: 1 });
    mv.trim_end_matches("=1").to_owned()
}
