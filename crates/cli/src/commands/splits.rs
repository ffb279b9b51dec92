//! `splits`: a table of the outcomes of all divisions of the numbers, made row by row.
//!
//! Splits are solved several at a time, each on one thread. A row is written and flushed when its
//! split and those before it are solved, and splits that have a row are passed over: that is all there
//! is to resuming. A row cut off by a crash is refused rather than guessed at.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail, ensure};
use quixotic_agents::arena::Interval;
use quixotic_catalog::Error;
use quixotic_game::{Budget, Rng, Stopped};
use quixotic_jobs::{Threads, work_off};
use quixotic_numerical::{Hand, Verdict, mirror, splits, table, words};
use serde::Serialize;
use serde_json::Value;

use crate::args::RunArgs;
use crate::env::Env;
use crate::files;
use crate::game_args::{Family, GameName, not_for};
use crate::interrupt::Interrupted;
use crate::meter::Meter;
use crate::output::write_json;
use crate::shard::{Input, Merged, PartArgs, Work, row, stopped};
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
        required_unless_present_any = ["shard", "plan"],
        conflicts_with = "shard"
    )]
    file: Option<PathBuf>,

    /// Stop after this many more splits [default: solve all]
    #[arg(long, value_name = "N", conflicts_with = "shard")]
    limit: Option<usize>,

    /// Solve that many random splits, and no others; a split and its mirror image are one
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,

    /// Which random splits
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    seed: u64,

    /// Leave out the splits that this table has
    #[arg(long, value_name = "TABLE")]
    except: Option<PathBuf>,

    /// Print the summary as JSON
    #[arg(long, conflicts_with = "shard")]
    json: bool,

    #[command(flatten)]
    shard: PartArgs,

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
    let (all, inputs) = chosen(env, grid.size, args)?;
    let piece = |number: u64, budget: &Budget| -> Result<Value, Error> {
        let first = all[number as usize];
        let solved = table::solve(grid.size, first, budget);
        Ok(row(&solved.map_err(stopped)?))
    };
    let work = Work {
        pieces: all.len() as u64,
        inputs,
        piece: &piece,
        threads: Threads::OneEach(args.run.threads()?),
    };
    match &args.file {
        Some(path) if !args.shard.is_wanted() => fill(env, grid, (&all, &work), path, args, out),
        _ => args.shard.run(env, &work, out),
    }
}

/// The table that rows come to.
pub(crate) fn merged(rows: Vec<[String; 4]>) -> Result<Merged> {
    Ok(table::write(rows).into())
}

/// The first player's numbers in the splits that are asked for, and the hash of the table that is left out.
fn chosen(env: &Env<'_>, size: u8, args: &SplitsArgs) -> Result<(Vec<Hand>, Vec<Input>)> {
    let (mut except, mut inputs) = (HashSet::new(), Vec::new());
    if let Some(path) = &args.except {
        let text = files::read_text(path, "table of splits", LARGEST, env.stop)?;
        let known =
            table::read(size, &text).map_err(|error| anyhow!("{}: {error}", table_at(path)))?;
        // A table may have a mirror image instead.
        except.extend(
            known
                .into_keys()
                .flat_map(|first| [first, mirror(size, first)]),
        );
        inputs.push(("table", blake3::hash(text.as_bytes()).to_hex().to_string()));
    }
    let mut chosen = splits(size);
    chosen.retain(|first| !except.contains(first));
    if let Some(count) = args.sample {
        let (count, open) = (count as usize, chosen.len());
        ensure!(
            count <= open,
            "there are {open} splits to choose from, not {count}"
        );
        // The first steps of a shuffle.
        let mut rng = Rng::new(args.seed);
        for place in 0..count {
            let drawn = place + rng.below(open - place);
            chosen.swap(place, drawn);
        }
        chosen.truncate(count);
    }
    Ok((chosen, inputs))
}

/// Solves the splits that a table does not have yet.
fn fill(
    env: &Env<'_>,
    grid: Grid<'_>,
    (all, work): (&[Hand], &Work<'_>),
    path: &Path,
    args: &SplitsArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let solved = read(env, grid, path)?;
    let is_left = |(_, first): &(u64, &Hand)| !solved.contains_key(*first);
    let left = (0..).zip(all).filter(is_left).map(|(number, _)| number);
    let left: Vec<u64> = left.take(args.limit.unwrap_or(usize::MAX)).collect();
    let mut rows = Rows::open(path, &left)?;
    let budget = env.budget();
    let mut meter = Meter::new(env);
    let (mut done, total) = (0, left.len() as u64);
    let ran = work_off(
        work.piece,
        &left,
        work.threads,
        &budget,
        &mut |number, row| {
            rows.add(number, row)
                .map_err(|error| Error::Bad(error.to_string()))?;
            done += 1;
            meter.show_steps(done, total, &format_args!("splits of {}", grid.name));
            Ok(())
        },
    );
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
        write_json(out, &SplitsJson::new(grid, all, &solved))?;
    } else {
        write_summary(out, grid, (path, args), all, &solved)?;
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
            rows.write(&table::COLUMNS.map(String::from))?;
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
    table::read(grid.size, &text).map_err(|error| anyhow!("{}: {error}", table_at(path)))
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
    (path, args): (&Path, &SplitsArgs),
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
        let sample = args.sample;
        let sample = sample.map(|sample| format!(" --sample {sample} --seed {}", args.seed));
        let except = args.except.as_ref();
        let except = except.map(|except| format!(" --except {}", except.display()));
        let (sample, except) = (sample.unwrap_or_default(), except.unwrap_or_default());
        writeln!(
            out,
            "To go on: quixotic splits {name} {path}{sample}{except}"
        )?;
    }
    if args.sample.is_some() && !known.is_empty() {
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
