//! What `probe` and `line` share: a position, its verdict, and some moves.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::Player;
use quixotic_numerical::{Judge, JudgedMove, Keys, Numerical, Position, PositionJson, Verdict};

use super::args::{AskArgs, OnGrid};
use super::watch::{Doing, watched};
use crate::json;

/// What is found about a position.
pub(super) struct Found {
    pub(super) game: Numerical,
    pub(super) position: Position,
    pub(super) verdict: Verdict,
    /// Moves, with the position after each.
    pub(super) moves: Vec<(JudgedMove, Position)>,
}

/// Finds the verdict and the moves that are wanted, and writes them.
pub(super) fn run(
    on: &OnGrid<AskArgs>,
    out: &mut dyn Write,
    moves: fn(&Judge, &Position, Verdict) -> Vec<(JudgedMove, Position)>,
    write_text: fn(&mut dyn Write, &Found) -> Result<()>,
) -> Result<ExitCode> {
    let (grid, args) = on.split();
    let game = args.rules.game(grid)?;
    let position = args.position(&game)?;
    let judge = Judge::new(&game, Keys::default());
    let solvers = [Player::X, Player::O].map(|asker| judge.solver(asker));
    let doing = Doing::new("Solving the position");
    let (verdict, moves) = watched(&args.run.pool()?, args.run.quiet, &doing, &solvers, || {
        let verdict = judge.verdict(&position);
        doing.set("Solving its moves".into());
        (verdict, moves(&judge, &position, verdict))
    });
    if args.json {
        let json = PositionJson::new(grid.name, &game, &position, verdict, &moves);
        json::write(out, &json)?;
    } else {
        let found = Found {
            game,
            position,
            verdict,
            moves,
        };
        write_text(out, &found)?;
    }
    Ok(ExitCode::SUCCESS)
}
