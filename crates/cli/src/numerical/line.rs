//! `line`: a game from a position in which nobody makes a mistake.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::{Game as _, Player};
use quixotic_numerical::{Judge, JudgedMove, Keys, Numerical, Position, Verdict, line};

use super::args::{AskArgs, OnGrid};
use super::json::PositionJson;
use super::watch::{Doing, watched};
use super::{board, words};
use crate::json;
use crate::table::{side_by_side, write_indented};

/// Columns that a row of boards may take.
const WIDTH: usize = 78;
/// Spaces between two boards.
const GAP: usize = 4;

pub(crate) fn run(on: &OnGrid<AskArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (grid, args) = on.split();
    let game = &args.rules.game(grid)?;
    let position = args.position(game)?;
    let judge = Judge::new(game, Keys::default());
    let solvers = [Player::X, Player::O].map(|asker| judge.solver(asker));
    let doing = Doing::new("Solving the position");
    let (verdict, line) = watched(&args.run.pool()?, args.run.quiet, &doing, &solvers, || {
        (judge.verdict(&position), line(game, &solvers, &position))
    });
    let mut now = position;
    let moves: Vec<(JudgedMove, Position)> = line
        .into_iter()
        .map(|mv| {
            now = game.play(&now, mv);
            (JudgedMove { mv, verdict }, now)
        })
        .collect();
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
    let block = |heading: String, position: &Position| {
        let mut lines = vec![heading];
        lines.extend(board::draw(game, position));
        lines
    };
    let mut blocks = vec![block(
        format!("{} to move", words::ordinal(position.to_move())),
        position,
    )];
    for (round, (judged, after)) in (position.rounds() + 1..).zip(moves) {
        blocks.push(block(
            format!("{round}. {}", game.format_move(judged.mv)),
            after,
        ));
    }
    write_indented(out, &side_by_side(&blocks, WIDTH, GAP))?;
    writeln!(out)?;
    match moves {
        [] => writeln!(out, "The game is over: {}.", words::ended(verdict))?,
        _ => writeln!(out, "Under best play: {}.", words::outcome(verdict))?,
    }
    Ok(())
}
