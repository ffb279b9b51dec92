//! What `probe` and `line` share: a position, its verdict, and some moves.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::{Budget, Player, Stopped};
use quixotic_numerical::{JudgedMove, Numerical, Perfect, Position, PositionJson, Verdict};

use super::args::{AskArgs, OnGrid};
use super::watch::{Doing, watched};
use crate::json;

/// Moves, with the position after each.
pub(super) type Moves = Vec<(JudgedMove, Position)>;

/// What is found about a position.
pub(super) struct Found {
    pub(super) game: Numerical,
    pub(super) position: Position,
    pub(super) verdict: Verdict,
    pub(super) moves: Moves,
}

/// Finds the verdict and the moves that are wanted, and writes them.
pub(super) fn run(
    on: &OnGrid<AskArgs>,
    out: &mut dyn Write,
    moves: fn(&Perfect, &Position, Verdict) -> Result<Moves, Stopped>,
    write_text: fn(&mut dyn Write, &Found) -> Result<()>,
) -> Result<ExitCode> {
    let (grid, args) = on.split();
    let game = args.rules.game(grid)?;
    let position = args.position(&game)?;
    let perfect = Perfect::new(&game);
    let solvers = [Player::X, Player::O].map(|asker| perfect.judge().solver(asker));
    let doing = Doing::new("Solving the position");
    let found = watched(&args.run.pool()?, args.run.quiet, &doing, &solvers, || {
        let verdict = perfect.verdict(&position, &Budget::UNLIMITED)?;
        doing.set("Solving its moves".into());
        Ok::<_, Stopped>((verdict, moves(&perfect, &position, verdict)?))
    });
    let (verdict, moves) = found?;
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
