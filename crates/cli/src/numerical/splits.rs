//! `splits`: a table of the outcomes of all divisions of the numbers, made row by row.
//!
//! A row is written and flushed when its split is solved, and splits that have a row are
//! passed over: that is all there is to resuming. A row cut off by a crash is refused
//! rather than guessed at.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use quixotic_game::{Budget, Game as _, Player, Stopped};
use quixotic_numerical::{Hand, Numerical, Question, Rules, Solver, Verdict, mirror, splits};
use quixotic_survey::numerical::{splits as table, words};

use super::args::{GridGame, OnGrid, SplitsArgs};
use super::watch::{Doing, watched};
use crate::env::Env;
use crate::files;
use crate::interrupt::Interrupted;
use crate::table::{Align, Table};
use crate::units::count;

/// Bytes of a table: that of 4×4 has a twentieth of it.
const LARGEST: u64 = 16 << 20;

pub(crate) fn run(env: &Env<'_>, on: &OnGrid<SplitsArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (grid, args) = on.split();
    let path = &args.file;
    let all = splits(grid.size);
    let mut solved = read(env, grid, path)?;
    let refused = |error: io::Error| anyhow!("{}: {error}", told(path));
    let file = OpenOptions::new().create(true).append(true).open(path);
    let file = file.map_err(refused)?;
    let is_new = file.metadata().map_err(refused)?.len() == 0;
    let mut writer = csv::Writer::from_writer(file);
    // A row is written when its split is solved: flushing makes it so.
    let mut write = |row: [String; 4]| {
        let written = writer.write_record(row).map_err(io::Error::from);
        written.and_then(|()| writer.flush()).map_err(refused)
    };
    if is_new {
        write(table::COLUMNS.map(String::from))?;
    }
    let (pool, budget) = (args.run.pool()?, env.budget());
    let left: Vec<Hand> = all
        .iter()
        .copied()
        .filter(|first| !solved.contains_key(first))
        .collect();
    for &first in left.iter().take(args.limit.unwrap_or(usize::MAX)) {
        let game = &Numerical::new(Rules::split(grid.size, first)?);
        let solver =
            |asker| Solver::new(game, Question::of(game.rules(), asker), Default::default());
        let solvers = [Player::X, Player::O].map(solver);
        let doing = Doing::new(format!(
            "Split {} of {}: {first}",
            solved.len() + 1,
            all.len()
        ));
        let (verdict, boards) = watched(&pool, args.run.quiet, &doing, &solvers.each_ref(), || {
            solve(game, &solvers, &budget)
        })
        .map_err(|_| kept(path, solved.len()))?;
        let second = game.rules().hand(Player::O);
        write(table::row(first, second, verdict, boards))?;
        solved.insert(first, verdict);
    }
    write_summary(out, grid, path, &all, &solved)?;
    Ok(ExitCode::SUCCESS)
}

/// The outcome, and the boards visited to find it.
fn solve(game: &Numerical, solvers: &[Solver], budget: &Budget) -> Result<(Verdict, u64), Stopped> {
    let mut boards = 0;
    for solver in solvers {
        let answer = solver.ask(&game.start(), budget)?;
        boards += answer.nodes();
        if answer.yes {
            return Ok((Verdict::win(solver.question().asker), boards));
        }
    }
    Ok((Verdict::Tie, boards))
}

/// What is kept of a run that was interrupted.
fn kept(path: &Path, splits: usize) -> Interrupted {
    Interrupted(format!(
        "{splits} splits are in {}; the same command goes on",
        path.display()
    ))
}

/// What an error is about.
fn told(path: &Path) -> String {
    format!("table {}", path.display())
}

/// The splits that a table has; none if there is no table yet.
fn read(env: &Env<'_>, grid: GridGame, path: &Path) -> Result<HashMap<Hand, Verdict>> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => bail!("{} is not a regular file", told(path)),
        Err(_) => return Ok(HashMap::new()),
    }
    let text = files::read_text(path, "table of splits", LARGEST, env.stop)?;
    table::read(grid.size, &text).map_err(|error| anyhow!("{}: {error}", told(path)))
}

fn write_summary(
    out: &mut dyn Write,
    grid: GridGame,
    path: &Path,
    all: &[Hand],
    solved: &HashMap<Hand, Verdict>,
) -> Result<()> {
    // A split and its mirror image are one row, and two splits unless they are the same.
    let weight = |first: &Hand| {
        if mirror(grid.size, *first) == *first {
            1
        } else {
            2
        }
    };
    let mut table = Table::new(&[("outcome", Align::Left), ("splits", Align::Right)]);
    for verdict in [Verdict::First, Verdict::Second, Verdict::Tie] {
        let splits = solved.iter().filter(|(_, found)| **found == verdict);
        let splits = splits.map(|(first, _)| weight(first)).sum();
        table.row([words::outcome(verdict).into(), count(splits)]);
    }
    table.write(out)?;
    writeln!(out)?;
    let weights = |splits: &mut dyn Iterator<Item = &Hand>| splits.map(weight).sum();
    let (done, total) = (weights(&mut solved.keys()), weights(&mut all.iter()));
    let (done, total) = (count(done), count(total));
    writeln!(
        out,
        "{done} of {total} splits are solved, mirror images (each number v replaced by {} − v) included.",
        grid.size * grid.size + 1
    )?;
    if done != total {
        writeln!(
            out,
            "To go on: quixotic splits {} {}",
            grid.name,
            path.display()
        )?;
    }
    Ok(())
}
