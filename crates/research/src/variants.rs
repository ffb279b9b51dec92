//! `variants`: rule sets side by side: who wins from the empty board, how many positions are decided,
//! and how long games take.
//!
//! Small boards are solved on the spot. A database of 5×5 is too large to have several of,
//! so its rows are read from the JSON that `results` wrote of each.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use quixotic_catalog::RuleValues;
use quixotic_cli::meter::Meter;
use quixotic_cli::{Env, Interrupted, RunArgs, files};
use quixotic_game::{Outcome, Value};
use quixotic_picture::{Shares, shares};
use quixotic_quixo::{Board, DoubleLine, Rules};
use quixotic_solver::{SolveError, SolveOptions};
use quixotic_tablebase::{Database, Kernel, ProbeError, WinDistances};
use serde::Deserialize;

use crate::orbits::{longest_loss, longest_win};
use crate::{ResultFile, make_directory};
use quixotic_cli::units::{count, percent};

/// Where the comparison of rule sets goes.
#[derive(Debug, clap::Args)]
pub(crate) struct VariantsArgs {
    /// Directory with the results of 5×5, to which variants.md and its picture are written
    #[arg(long, value_name = "DIR", default_value = "docs/results")]
    out: PathBuf,

    #[command(flatten)]
    run: RunArgs,
}

/// Boards that are solved on the spot.
const SMALL: [u8; 2] = [3, 4];
/// The board whose results are read.
const LARGE: u8 = 5;
/// Memory for a small board: more than it takes.
const MEMORY: u64 = 1 << 30;
/// No file of results is longer.
const LONGEST: u64 = 64 << 20;

pub(crate) fn run(env: &Env<'_>, args: &VariantsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let directory = &args.out;
    make_directory(directory)?;
    let meter = Meter::new(env);
    let pool = args.run.pool()?;
    let mut large = Vec::new();
    for rules in rule_sets(LARGE) {
        large.extend(published(env, directory, rules)?);
    }
    let mut found = Vec::new();
    for rules in SMALL.into_iter().flat_map(rule_sets) {
        meter.say(&format!("solving {rules}"));
        found.push(pool.install(|| solved(env, rules))?);
    }
    found.extend(large);
    drop(meter);
    for file in variant_files(&found, "quixotic-research variants") {
        file.write(env, directory, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Solves a small board in a directory of its own.
fn solved(env: &Env<'_>, rules: Rules) -> Result<Variant> {
    let directory = tempfile::tempdir().context("there is no directory for temporary files")?;
    let options = SolveOptions {
        rules,
        directory: directory.path().to_owned(),
        until: 0,
        memory: MEMORY,
        win_distances: WinDistances::Kept,
        kernel: Kernel::detect(),
    };
    quixotic_solver::solve(&options, &env.budget(), &mut |_| {}).map_err(|error| match error {
        SolveError::Stopped(_) => Interrupted::nothing().into(),
        error => anyhow::Error::from(error),
    })?;
    let database = Database::open(directory.path(), rules)?;
    Ok(Variant::of(&database)?)
}

/// What is published of the large board under these rules, if anything is.
fn published(env: &Env<'_>, directory: &Path, rules: Rules) -> Result<Option<Variant>> {
    let values = RuleValues::read(&rules.options().unwrap_or_default())?;
    let id = env.catalog.id(&format!("quixo{LARGE}"), &values)?;
    let path = directory.join(format!("{}.json", id.slug()));
    if !path.exists() {
        return Ok(None);
    }
    let json = files::read_text(&path, "results", LONGEST, env.stop)?;
    let variant = Variant::published(rules, &json);
    let variant = variant.map_err(|wrong| anyhow!("{} has no results: {wrong}", path.display()))?;
    Ok(Some(variant))
}

/// What is known of a rule set.
#[derive(Clone, Debug)]
struct Variant {
    rules: Rules,
    start: Value,
    win: u64,
    loss: u64,
    draw: u64,
    /// In plies; `None` if they take more than are counted.
    longest_win: Option<u16>,
    longest_loss: Option<u16>,
    /// The most plies that are counted.
    counted: u16,
}

/// The parts of published results that are compared.
#[derive(Debug, Deserialize)]
struct Published {
    line: u8,
    double_line: String,
    start: PublishedValue,
    win: u64,
    loss: u64,
    draw: u64,
    by_distance: Vec<PublishedRow>,
    longer: Option<PublishedRow>,
}

#[derive(Debug, Deserialize)]
struct PublishedValue {
    outcome: Outcome,
    distance: Option<u16>,
}

#[derive(Debug, Deserialize)]
struct PublishedRow {
    plies: u16,
    win: u64,
    loss: u64,
}

/// The rule sets of a board, the official one first.
fn rule_sets(size: u8) -> Vec<Rules> {
    let official = Rules::official(size).into_iter();
    let lines = official.flat_map(|rules| {
        let lines = (Rules::MIN_LINE..=rules.size()).rev();
        lines.filter_map(move |line| rules.with_line(line).ok())
    });
    let both = [DoubleLine::OpponentWins, DoubleLine::MoverWins];
    lines
        .flat_map(|rules| both.map(|double_line| rules.with_double_line(double_line)))
        .collect()
}

impl Variant {
    /// From a whole database.
    fn of(database: &Database) -> Result<Variant, ProbeError> {
        let stats = database.stats()?;
        let longest = |longer: u64, plies: u16| (longer == 0).then_some(plies);
        Ok(Variant {
            rules: database.rules(),
            start: database.probe(Board::EMPTY)?,
            win: stats.win,
            loss: stats.loss,
            draw: stats.draw,
            longest_win: longest(stats.longer.win, longest_win(&stats)),
            longest_loss: longest(stats.longer.loss, longest_loss(&stats)),
            counted: stats.longer.plies,
        })
    }

    /// From the JSON of its results; the error says what is wrong with it.
    fn published(rules: Rules, json: &str) -> Result<Variant, String> {
        let found: Published = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let double_line = rules.double_line().to_string();
        if (found.line, &found.double_line) != (rules.line(), &double_line) {
            return Err("they are those of other rules".into());
        }
        let start = match (found.start.outcome, found.start.distance) {
            (Outcome::Draw, _) => Value::DRAW,
            (Outcome::Win, Some(plies)) => Value::win(plies),
            (Outcome::Win, None) => Value::LONG_WIN,
            (Outcome::Loss, Some(plies)) => Value::loss(plies),
            (Outcome::Loss, None) => Value::LONG_LOSS,
        };
        let longest = |of: fn(&PublishedRow) -> u64| {
            let is_longer = found.longer.as_ref().is_some_and(|longer| of(longer) > 0);
            let rows = found.by_distance.iter().filter(|row| of(row) > 0);
            let longest = rows.map(|row| row.plies).max();
            longest.filter(|_| !is_longer)
        };
        Ok(Variant {
            rules,
            start,
            win: found.win,
            loss: found.loss,
            draw: found.draw,
            longest_win: longest(|row| row.win),
            longest_loss: longest(|row| row.loss),
            counted: Database::longest_counted(rules),
        })
    }

    fn row(&self) -> String {
        let all = self.win + self.loss + self.draw;
        let plies = |plies: Option<u16>| match plies {
            Some(plies) => plies.to_string(),
            None => format!("more than {}", self.counted),
        };
        let double_line = match self.rules.double_line() {
            DoubleLine::OpponentWins => "loses",
            DoubleLine::MoverWins => "wins",
        };
        format!(
            "| {0}×{0} | {1} | {double_line} | {2} | {3} ({4}) | {5} ({6}) | {7} ({8}) | {9} | {10} |",
            self.rules.size(),
            self.rules.line(),
            self.start,
            count(self.win),
            percent(self.win, all),
            count(self.draw),
            percent(self.draw, all),
            count(self.loss),
            percent(self.loss, all),
            plies(self.longest_win),
            plies(self.longest_loss),
        )
    }

    /// `5×5, line of 4`, as short as a picture needs it.
    fn label(&self) -> String {
        let mark = match self.rules.double_line() {
            DoubleLine::OpponentWins => "",
            DoubleLine::MoverWins => "+",
        };
        format!("{}/{}{mark}", self.rules.size(), self.rules.line())
    }
}

/// The page and its picture; `command` is what wrote them.
fn variant_files(variants: &[Variant], command: &str) -> [ResultFile; 2] {
    let rows = variants.iter().map(|variant| Shares {
        label: variant.label(),
        win: variant.win,
        loss: variant.loss,
        draw: variant.draw,
    });
    [
        ResultFile {
            name: "variants.md".into(),
            content: page(variants, command),
        },
        ResultFile {
            name: "variants.svg".into(),
            content: shares(
                "Quixo under other rules: outcomes for the player to move",
                "size of the board / winning line; + where a double line wins for the mover",
                rows,
            ),
        },
    ]
}

fn page(variants: &[Variant], command: &str) -> String {
    let mut page = format!(
        "# Quixo under other rules

Written by `{command}`; do not edit.

A line of N wins on an N×N board, and a player who completes lines of both symbols with one move loses: these are the official rules.
Here the winning line may be shorter, and a double line may win for the player who makes it. All positions of a board
count, whether or not they can occur in play; won and lost are for the player to move. The last columns are the plies of the
longest win and loss.

| board | line | double line | empty board | won | drawn | lost | longest win | longest loss |
|---|--:|---|---|--:|--:|--:|--:|--:|
"
    );
    for variant in variants {
        page += &variant.row();
        page.push('\n');
    }
    page += "\n![Shares of wins, draws and losses](variants.svg)\n";
    page += "\n## The longest line with which somebody wins\n\n";
    let mut sizes: Vec<u8> = variants.iter().map(|found| found.rules.size()).collect();
    sizes.dedup();
    for size in sizes {
        let decided = variants.iter().filter(|found| {
            found.rules.size() == size
                && found.rules.double_line() == DoubleLine::OpponentWins
                && found.start.outcome() != Outcome::Draw
        });
        let longest = decided.max_by_key(|found| found.rules.line());
        let line = match longest {
            Some(found) => format!(
                "a line of {}: from the empty board, a {} for the first player",
                found.rules.line(),
                found.start
            ),
            None => "none of those that were solved".into(),
        };
        writeln!(page, "- {size}×{size}: {line}.").expect("a string takes all text");
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_sets_are_all_and_begin_with_the_official_one() {
        let sets = rule_sets(4);
        assert!(sets[0].is_official());
        let names: Vec<String> = sets.iter().map(ToString::to_string).collect();
        assert_eq!(
            names,
            [
                "4×4",
                "4×4, a double line wins for the mover",
                "4×4, line of 3",
                "4×4, line of 3, a double line wins for the mover",
            ]
        );
    }
}
