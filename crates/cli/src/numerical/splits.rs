//! `splits`: a table of the outcomes of all divisions of the numbers, made row by row.
//!
//! A row is written and flushed when its split is solved, and splits that have a row are
//! passed over: that is all there is to resuming. A row cut off by a crash is refused
//! rather than guessed at.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use quixotic_game::{Budget, Game as _, Player, Stopped};
use quixotic_numerical::{Hand, Numerical, Question, Rules, Solver, Verdict, mirror, splits};

use super::args::{Grid, OnGrid, SplitsArgs};
use super::watch::{Doing, watched};
use super::words;
use crate::table::{Align, Table};
use crate::units::count;

/// The first line of a table.
const HEADING: &str = "first,second,outcome,boards";

pub(crate) fn run(on: &OnGrid<SplitsArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (grid, args) = on.split();
    let path = &args.file;
    let all = splits(grid.size);
    let mut solved = read(grid, path)?;
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(|error| refused(path, &error))?;
    if solved.is_empty() {
        writeln!(file, "{HEADING}").map_err(|error| refused(path, &error))?;
    }
    let pool = args.run.pool()?;
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
        let (verdict, boards) =
            watched(&pool, args.run.quiet, &doing, &solvers.each_ref(), || {
                solve(game, &solvers)
            })?;
        let second = game.rules().hand(Player::O);
        writeln!(
            file,
            "{},{},{verdict},{boards}",
            spaced(first),
            spaced(second)
        )
        .and_then(|()| file.flush())
        .map_err(|error| refused(path, &error))?;
        solved.insert(first, verdict);
    }
    write_summary(out, grid, path, &all, &solved)?;
    Ok(ExitCode::SUCCESS)
}

/// The outcome, and the boards visited to find it.
fn solve(game: &Numerical, solvers: &[Solver]) -> Result<(Verdict, u64), Stopped> {
    let mut boards = 0;
    for solver in solvers {
        let answer = solver.ask(&game.start(), &Budget::UNLIMITED)?;
        boards += answer.nodes();
        if answer.yes {
            return Ok((Verdict::win(solver.question().asker), boards));
        }
    }
    Ok((Verdict::Tie, boards))
}

/// The operating system refuses something.
fn refused(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{}: {error}", told(path))
}

/// What an error is about.
fn told(path: &Path) -> String {
    format!("table {}", path.display())
}

/// `1 3 5`, since commas are between the columns.
fn spaced(hand: Hand) -> String {
    hand.to_string().replace(',', " ")
}

/// The splits that a table has; none if there is no table yet.
fn read(grid: Grid, path: &Path) -> Result<HashMap<Hand, Verdict>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HashMap::new()),
        Err(error) => return Err(refused(path, &error)),
    };
    let mut lines = text.lines().enumerate();
    match lines.next() {
        None => return Ok(HashMap::new()),
        Some((_, HEADING)) => {}
        Some(_) => bail!(
            "{} is no table of splits: it does not begin with `{HEADING}`",
            told(path)
        ),
    }
    let row = |(i, line)| {
        let row = read_row(grid, line);
        row.with_context(|| format!("{}, line {}: `{line}`", told(path), i + 1))
    };
    if !text.ends_with('\n') {
        bail!("{} ends within a line: delete its last line", told(path));
    }
    lines.map(row).collect()
}

fn read_row(grid: Grid, line: &str) -> Result<(Hand, Verdict)> {
    let cells: Vec<&str> = line.split(',').collect();
    let [first, second, outcome, _boards] = cells[..] else {
        bail!("a row has 4 columns");
    };
    let hand = |text: &str| text.replace(' ', ",").parse::<Hand>();
    let rules = Rules::split_in_two(grid.size, hand(first)?, hand(second)?)?;
    let all = [Verdict::First, Verdict::Second, Verdict::Tie];
    let verdict = all
        .into_iter()
        .find(|verdict| verdict.to_string() == outcome);
    let verdict = verdict.ok_or_else(|| anyhow!("`{outcome}` is no outcome"))?;
    Ok((rules.hand(Player::X), verdict))
}

fn write_summary(
    out: &mut dyn Write,
    grid: Grid,
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
