//! `splits`: a table of the outcomes of all divisions of the numbers, made row by row.
//!
//! Splits are solved several at a time, each on one thread. A row is written and flushed when its
//! split and those before it are solved, and splits that have a row are passed over: that is all there
//! is to resuming. A row cut off by a crash is refused rather than guessed at.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use quixotic_agents::arena::Interval;
use quixotic_catalog::Error;
use quixotic_game::Stopped;
use quixotic_jobs::{Job, Splits, SplitsOptions, work_off};
use quixotic_numerical::{Hand, Verdict, mirror, table as splits, words};
use serde::Serialize;
use serde_json::Value;

use crate::args::RunArgs;
use crate::env::Env;
use crate::files;
use crate::game_args::{Family, GameName, not_for};
use crate::interrupt::Interrupted;
use crate::meter::Meter;
use crate::output::write_json;
use crate::shard::ShardArgs;
use crate::table::{Align, Table};
use crate::units::count;

/// Where the table of splits is, and which splits are solved.
#[derive(Debug, clap::Args)]
pub(crate) struct SplitsArgs {
    #[command(flatten)]
    game: GameName,

    /// The table; splits that are in it are not solved again
    #[arg(
        value_name = "FILE",
        required_unless_present = "shard",
        conflicts_with = "shard"
    )]
    file: Option<PathBuf>,

    /// Stop after this many more splits [default: solve all]
    #[arg(long, value_name = "N", conflicts_with = "shard")]
    limit: Option<usize>,

    #[command(flatten)]
    options: SplitsOptions,

    /// Print the summary as JSON
    #[arg(long, conflicts_with = "shard")]
    json: bool,

    #[command(flatten)]
    shard: ShardArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// The board whose numbers are divided.
#[derive(Clone, Copy)]
struct Grid<'a> {
    name: &'a str,
    size: u8,
}

/// The outcomes, as tables list them.
const VERDICTS: [Verdict; 3] = [Verdict::First, Verdict::Second, Verdict::Tie];

/// Bytes of a table: that of 4×4 has a twentieth of it.
const LARGEST: u64 = 16 << 20;

pub(crate) fn run(env: &Env<'_>, args: &SplitsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let id = args.game.id(env)?;
    let Family::Numerical(rules) = Family::of(&id)? else {
        return Err(not_for(&id, "numerical3 and numerical4"));
    };
    let grid = Grid {
        name: id.game(),
        size: rules.size(),
    };
    let job = job(env, grid, &args.options)?;
    match (args.shard.wanted(), &args.file) {
        (None, Some(path)) => fill(env, grid, &job, path, args, out),
        (Some(shard), _) => {
            let work = job.work();
            shard.run(env, &Job::Splits(job), &work, &args.run, out)
        }
        (None, None) => bail!("name the table, or a part with --shard"),
    }
}

/// The splits that the options ask for.
fn job(env: &Env<'_>, grid: Grid<'_>, options: &SplitsOptions) -> Result<Splits> {
    let read = |path| files::read_text(path, "table of splits", LARGEST, env.stop);
    let except = options.except.as_deref().map(read).transpose()?;
    Ok(Splits::new(grid.size, options, except.as_deref())?)
}

/// Solves the splits that a table does not have yet.
fn fill(
    env: &Env<'_>,
    grid: Grid<'_>,
    job: &Splits,
    path: &Path,
    args: &SplitsArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let all = job.hands();
    let solved = read(env, grid, path)?;
    let is_left = |(_, first): &(u64, &Hand)| !solved.contains_key(*first);
    let left = (0..).zip(&all).filter(is_left).map(|(number, _)| number);
    let left: Vec<u64> = left.take(args.limit.unwrap_or(usize::MAX)).collect();
    let mut rows = Rows::open(path, &left)?;
    let (threads, budget) = (args.run.threads()?, env.budget());
    let mut meter = Meter::new(env);
    let (mut done, total) = (0, left.len() as u64);
    let ran = work_off(&job.work(), &left, threads, &budget, &mut |number, row| {
        rows.add(number, row)
            .map_err(|error| Error::Bad(error.to_string()))?;
        done += 1;
        meter.show_steps(done, total, &format_args!("splits of {}", grid.name));
        Ok(())
    });
    drop(meter);
    let was_asked = match ran {
        Ok(()) => false,
        Err(Error::Stopped {
            stopped: Stopped::Asked,
            ..
        }) => true,
        Err(error) => return Err(error.into()),
    };
    let solved = read(env, grid, path)?;
    if was_asked {
        return Err(kept(path, solved.len()).into());
    }
    if args.json {
        write_json(out, &SplitsJson::new(grid, &all, &solved))?;
    } else {
        write_summary(out, grid, (path, &args.options), &all, &solved)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The rows of a table that are still to come, written in their order.
struct Rows<'a> {
    path: &'a Path,
    file: fs::File,
    /// Bytes of whole rows.
    good: u64,
    /// The numbers of those that are not written, and the rows that are there too soon.
    expected: VecDeque<u64>,
    early: BTreeMap<u64, [String; 4]>,
}

impl<'a> Rows<'a> {
    fn open(path: &'a Path, expected: &[u64]) -> Result<Rows<'a>> {
        let refused = |error: io::Error| anyhow!("{}: {error}", table_at(path));
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(refused)?;
        let good = file.metadata().map_err(refused)?.len();
        let mut rows = Rows {
            path,
            file,
            good,
            expected: expected.iter().copied().collect(),
            early: BTreeMap::new(),
        };
        if good == 0 {
            rows.write(&splits::COLUMNS.map(String::from))?;
        }
        Ok(rows)
    }

    /// Takes a row in, and writes those that are next.
    fn add(&mut self, number: u64, row: Value) -> Result<()> {
        self.early.insert(number, serde_json::from_value(row)?);
        while let Some(row) = self
            .expected
            .front()
            .and_then(|next| self.early.remove(next))
        {
            self.expected.pop_front();
            self.write(&row)?;
        }
        Ok(())
    }

    /// A row is written when its split is solved. What a full disk leaves of one is taken back.
    fn write(&mut self, row: &[String; 4]) -> Result<()> {
        // Numbers, spaces and words need no quotes.
        let line = row.join(",") + "\n";
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let _ = self.file.set_len(self.good);
            bail!("{}: {error}", table_at(self.path));
        }
        self.good += line.len() as u64;
        Ok(())
    }
}

/// What is kept of a run that was interrupted.
fn kept(path: &Path, splits: usize) -> Interrupted {
    Interrupted(format!(
        "{splits} splits are in {}; the same command goes on",
        path.display()
    ))
}

/// What an error is about.
fn table_at(path: &Path) -> String {
    format!("table {}", path.display())
}

/// The splits that a table has; none if there is no table yet.
fn read(env: &Env<'_>, grid: Grid<'_>, path: &Path) -> Result<HashMap<Hand, Verdict>> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => bail!("{} is not a regular file", table_at(path)),
        Err(_) => return Ok(HashMap::new()),
    }
    let text = files::read_text(path, "table of splits", LARGEST, env.stop)?;
    splits::read(grid.size, &text).map_err(|error| anyhow!("{}: {error}", table_at(path)))
}

/// How many splits a row stands for: a split and its mirror image, unless they are the same.
fn weight(size: u8, first: Hand) -> u64 {
    match mirror(size, first) == first {
        true => 1,
        false => 2,
    }
}

/// What `--json` prints: splits with their mirror images. The names of the fields are part of the
/// contract.
#[derive(Serialize)]
struct SplitsJson<'a> {
    game: &'a str,
    first: u64,
    second: u64,
    tie: u64,
    solved: u64,
    of: u64,
}

impl<'a> SplitsJson<'a> {
    fn new(grid: Grid<'a>, all: &[Hand], solved: &HashMap<Hand, Verdict>) -> SplitsJson<'a> {
        let sum = |wanted: &dyn Fn(&Hand) -> bool| {
            let splits = all.iter().filter(|first| wanted(first));
            splits.map(|&first| weight(grid.size, first)).sum()
        };
        let ended = |verdict| sum(&|first| solved.get(first) == Some(&verdict));
        SplitsJson {
            game: grid.name,
            first: ended(Verdict::First),
            second: ended(Verdict::Second),
            tie: ended(Verdict::Tie),
            solved: sum(&|first| solved.contains_key(first)),
            of: sum(&|_| true),
        }
    }
}

fn write_summary(
    out: &mut dyn Write,
    grid: Grid<'_>,
    (path, options): (&Path, &SplitsOptions),
    all: &[Hand],
    solved: &HashMap<Hand, Verdict>,
) -> Result<()> {
    let known = |first: &&Hand| solved.contains_key(*first);
    let known: Vec<&Hand> = all.iter().filter(known).collect();
    let weight = |first: &Hand| weight(grid.size, *first);
    let mut table = Table::new(&[("outcome", Align::Left), ("splits", Align::Right)]);
    for verdict in VERDICTS {
        let splits = known.iter().filter(|first| solved[**first] == verdict);
        let splits = splits.map(|first| weight(first)).sum();
        table.row([words::outcome(verdict).into(), count(splits)]);
    }
    table.write(out)?;
    writeln!(out)?;
    let weights = |splits: &mut dyn Iterator<Item = &Hand>| splits.map(weight).sum();
    let (done, total) = (
        weights(&mut known.iter().copied()),
        weights(&mut all.iter()),
    );
    let (done, total) = (count(done), count(total));
    writeln!(
        out,
        "{done} of {total} splits are solved, mirror images (each number v replaced by {} − v) included.",
        grid.size * grid.size + 1
    )?;
    if done != total {
        let (name, path) = (grid.name, path.display());
        let sample = options
            .sample
            .map(|sample| format!(" --sample {sample} --seed {}", options.seed));
        let except = options.except.as_ref();
        let except = except.map(|except| format!(" --except {}", except.display()));
        let (sample, except) = (sample.unwrap_or_default(), except.unwrap_or_default());
        writeln!(
            out,
            "To go on: quixotic splits {name} {path}{sample}{except}"
        )?;
    }
    if options.sample.is_some() && !known.is_empty() {
        write_shares(out, &known, solved)?;
    }
    Ok(())
}

/// What a random sample says about all that it was drawn from.
fn write_shares(
    out: &mut dyn Write,
    drawn: &[&Hand],
    solved: &HashMap<Hand, Verdict>,
) -> Result<()> {
    let mut table = Table::new(&[
        ("outcome", Align::Left),
        ("drawn", Align::Right),
        ("share, with 95 % confidence", Align::Left),
    ]);
    for verdict in VERDICTS {
        let found = drawn.iter().filter(|first| solved[**first] == verdict);
        let found = found.count() as u32;
        let share = Interval::wilson(found, drawn.len() as u32);
        table.row([
            words::outcome(verdict).into(),
            count(found.into()),
            share.to_string(),
        ]);
    }
    writeln!(
        out,
        "\nDrawn at random, a split and its mirror image as one:\n"
    )?;
    table.write(out)?;
    Ok(())
}
