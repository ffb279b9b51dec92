//! `report`: the tables of *Quixo optimal agent strategy*, played again, and the ladders, as one
//! page.

mod paper;
mod reliability;
mod tournament;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{Interval, LONGEST, Match, Played, RoundRobin, Starts, Tournament};
use quixotic_agents::labels::{Draw, Mix};
use quixotic_agents::ladder::{LADDER, LevelErrors, Rung};
use quixotic_agents::net::{Reliability, ValueNetwork};
use quixotic_catalog::{AnyGame, RuleValues, Setup};
use quixotic_cli::meter::monitored;
use quixotic_cli::units::brief;
use quixotic_cli::{Env, RunArgs, Target, climb, directory, drawn};
use quixotic_picture as picture;

use crate::{ResultFile, make_directory};
use paper::{ROWS, Row, TABLES};

/// The tables of the paper on agents.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// Directory to write agents.md and its pictures to
    #[arg(long, value_name = "DIR", default_value = "docs/results")]
    out: PathBuf,

    /// Games of every row
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Games of every row that needs the database of 5×5, which is on disk
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games5: u32,

    /// Games of every pair of the tournament on 5×5
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    robin: u32,

    /// Positions of each ladder
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,

    /// Boards on which the network's estimates are compared with the solution
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    boards: u64,

    /// Seed of everything random; should not be that of the training of the networks
    #[arg(long, value_name = "S", default_value_t = 2)]
    seed: u64,

    /// Directory of the database of 5×5 [default: the user's data directory; without one, the rows
    /// that need it are left out]
    #[arg(long, value_name = "DIR")]
    db5: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &ReportArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let db5 = args.db5.as_deref().map(directory).transpose()?;
    make_directory(&args.out)?;
    let open = |game: &str, setup: &Setup| -> Result<Arc<dyn AnyGame>> {
        let id = env.catalog.id(game, &RuleValues::default())?;
        Ok(env.catalog.open(&id, setup)?)
    };
    let quixo5 = Setup {
        db: db5.clone().map(Into::into),
        data: env.data(),
        // What agents can do shows only so.
        unaided: true,
        ..Setup::default()
    };
    let games = [open("quixo4", &Setup::default())?, open("quixo5", &quixo5)?];
    if db5.is_some() {
        games[1].require_solution()?;
    }
    let report = Report {
        env,
        args,
        db5,
        solved5: games[1].info().complete,
        games,
    };
    for file in report.files()? {
        file.write(env, &args.out, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is played, on 4×4 and on 5×5.
struct Report<'a> {
    env: &'a Env<'a>,
    args: &'a ReportArgs,
    games: [Arc<dyn AnyGame>; 2],
    /// The directory of the database of 5×5 that was asked for.
    db5: Option<PathBuf>,
    /// Whether the solution of 5×5 is here.
    solved5: bool,
}

impl Report<'_> {
    fn game(&self, size: u8) -> &dyn AnyGame {
        &*self.games[usize::from(size == 5)]
    }

    /// Plays a match on a board of a size; `doing` says what it is for.
    fn play(&self, size: u8, planned: &Match, doing: &str) -> Result<Played> {
        let (total, budget) = (u64::from(planned.games), self.env.budget());
        let played = monitored(self.env, &self.args.run, doing, "games", total, |done| {
            self.game(size).play_match(planned, &budget, &|| done(None))
        });
        Ok(played??)
    }

    /// Asks agents about positions on a board of a size.
    fn climb(&self, size: u8) -> Result<Vec<Rung>> {
        let agents: Result<Vec<AgentSpec>, _> = LADDER.split(',').map(AgentSpec::parse).collect();
        let ReportArgs {
            positions, seed, ..
        } = *self.args;
        let game = self.game(size);
        climb(self.env, game, &agents?, positions, seed, &self.args.run)
    }

    /// Plays a tournament on 5×5, in which the solution helps `perfect` alone.
    fn robin(&self, planned: &Tournament) -> Result<RoundRobin> {
        let (total, budget) = (planned.all_games(), self.env.budget());
        let doing = "everyone against everyone";
        let played = monitored(self.env, &self.args.run, doing, "games", total, |done| {
            let game = self.game(5);
            game.play_tournament(planned, &budget, &|| done(None))
        });
        Ok(played??)
    }

    /// Compares the network's estimates with the solution, on a board of a size.
    fn estimates(&self, size: u8) -> Result<Reliability> {
        let wanted = Draw {
            mix: Mix::random(),
            count: self.args.boards,
            plies: false,
            seed: self.args.seed,
        };
        let db = self.db5.clone().filter(|_| size == 5);
        let target = Target::at(self.env, self.game(size).id().clone(), db)?;
        let labels = drawn(self.env, &target, &wanted, &self.args.run)?;
        let network = ValueNetwork::shipped(target.rules).context("the program has no network")?;
        Ok(Reliability::of(&network, &labels))
    }

    /// The page and the pictures beside it.
    fn files(&self) -> Result<Vec<ResultFile>> {
        let mut page = head(self.args, self.solved5);
        let mut words: Vec<(&str, Vec<String>)> = Vec::new();
        for (table, size, caption) in TABLES {
            page += &format!("\n## Table {table}: {caption}\n\n");
            let rows = ROWS.iter().filter(|row| row.table == table);
            if size == 5 && rows.clone().any(|row| row.agent == "perfect") && !self.solved5 {
                page +=
                    "Left out: there was no complete database of 5×5 (`quixotic solve quixo5`).\n";
                continue;
            }
            page += "| | agent | opponent | starts | paper: won | lost | drawn | here: won | lost | drawn | plies |\n";
            page += "|--:|---|---|---|--:|--:|--:|--:|--:|--:|--:|\n";
            for (number, row) in rows.enumerate() {
                let doing = format!("Table {table}: {} against {}", row.agent, row.opponent);
                let played = self.play(size, &self.planned(row), &doing)?;
                let label = format!("{table}.{}", number + 1);
                if write_row(&mut page, &label, row, &played) {
                    match words.iter_mut().find(|(word, _)| *word == row.word) {
                        Some((_, labels)) => labels.push(label),
                        None => words.push((row.word, vec![label])),
                    }
                }
            }
        }
        page += "\n## Rows that differ\n\nWhere the paper's share lies outside our range of 95 % confidence, and the likely reason:\n\n";
        for (word, labels) in words {
            // Where nothing is left to chance our figures have to be the paper's.
            let word = match word {
                "" => "This should not be: an agent or the database is wrong.",
                word => word,
            };
            page += &format!("- **{}.** {word}\n", labels.join(", "));
        }
        let mut files = Vec::new();
        for size in [4, 5].into_iter().filter(|&size| size == 4 || self.solved5) {
            let rungs = self.climb(size)?;
            files.push(self.write_ladder(&mut page, size, &rungs));
        }
        if self.solved5 {
            let planned = tournament::planned(self.args.robin, self.args.seed);
            let robin = self.robin(&planned)?;
            page += &tournament::section("quixo5", &planned, &robin);
        }
        for size in [4, 5].into_iter().filter(|&size| size == 4 || self.solved5) {
            let found = self.estimates(size)?;
            let name = format!("quixo{size}");
            let (section, picture) = reliability::section(&name, self.args.seed, &found);
            page += &section;
            files.push(picture);
        }
        files.push(ResultFile {
            name: "agents.md".into(),
            content: page,
        });
        Ok(files)
    }

    fn planned(&self, row: &Row) -> Match {
        let spec = |text| AgentSpec::parse(text).expect("the table has agents");
        Match {
            a: spec(row.agent),
            b: spec(row.opponent),
            // The database of 5×5 is on disk.
            games: if row.table == 5 {
                self.args.games5
            } else {
                self.args.games
            },
            seed: self.args.seed,
            starts: row.starts,
            longest: LONGEST,
        }
    }

    /// The ladder of a board, with its picture beside the page.
    fn write_ladder(&self, page: &mut String, size: u8, rungs: &[Rung]) -> ResultFile {
        let ReportArgs {
            positions, seed, ..
        } = self.args;
        let name = format!("quixo{size}");
        let file = format!("ladder-{name}.svg");
        *page += &format!(
            "\n## The strategy ladder on {name}

{positions} positions by random play in which there is something to lose, and how often an agent's move makes the outcome
worse (an error), in how many of these a win is given away, and by how many plies the other moves fall short of the
best on average (a win later, a loss sooner than need be). `quixotic ladder {name} --positions {positions} --seed {seed}`
shows the same.

![Error rates on {name}]({file})

| agent | errors, % | wins given away | plies short | time for a move |
|---|--:|--:|--:|--:|\n"
        );
        for rung in rungs {
            *page += &rung_row(rung);
        }
        *page += &by_level(rungs);
        ResultFile {
            content: picture::ladder(&name, rungs),
            name: file,
        }
    }
}

/// Levels that are counted together: single ones have too few positions.
const LEVELS: u8 = 5;

/// How often agents err by the number of marked tiles.
fn by_level(rungs: &[Rung]) -> String {
    let by_band: Vec<_> = rungs.iter().map(|rung| rung.bands(LEVELS)).collect();
    let last = by_band.iter().filter_map(|bands| bands.keys().last());
    let Some(&last) = last.max() else {
        return String::new();
    };
    let bands = || (0..=last).step_by(LEVELS.into());
    let of_band =
        |bands: &BTreeMap<u8, LevelErrors>, first| bands.get(&first).copied().unwrap_or_default();
    let mut text = String::from(
        "\nThe same by level, the number of marked tiles: errors in percent.\n\n| agent |",
    );
    for first in bands() {
        let positions = by_band
            .first()
            .map_or(0, |bands| of_band(bands, first).positions);
        text += &format!(" {first}–{} ({positions}) |", first + LEVELS - 1);
    }
    text += &format!("\n|---|{}\n", "--:|".repeat(bands().count()));
    for (rung, found) in rungs.iter().zip(&by_band) {
        text += &format!("| `{}` |", rung.agent);
        for first in bands() {
            text += &match of_band(found, first) {
                LevelErrors { positions: 0, .. } => " |".into(),
                found => format!(" {:.1} |", 100.0 * found.rate().share),
            };
        }
        text.push('\n');
    }
    text
}

fn head(plan: &ReportArgs, solved5: bool) -> String {
    let command = format!(
        "quixotic-research report --games {} --games5 {} --robin {} --positions {} --boards {} --seed {}",
        plan.games, plan.games5, plan.robin, plan.positions, plan.boards, plan.seed
    );
    let database = if solved5 { "with" } else { "without" };
    format!(
        "# Agents

Written by `{command}`, {database} a database of 5×5; the same seed gives the same counts.

The tables are those of *Quixo optimal agent strategy* (S. Borella, 2024), played again under the official rules.
Shares are in percent of the games of the first agent; ours come with their range of 95 % confidence. Where the paper does
not say who starts, the agents start in turn. A position that comes up for the third time, and a game of {LONGEST} plies, is
a draw. Rows with `perfect` on 5×5 are of {} games, the others of {}.

The weights of `dqn` are part of the program. They were made with `quixotic-research train quixo4 --episodes 30000` and
`quixotic-research train quixo5 --episodes 30000`, a third of the paper's games for each of its three stages. Training keeps the
network that does best in test games of its own seed, which is 1; those here have another.

![Training on 4×4](dqn-quixo4.svg)
![Training on 5×5](dqn-quixo5.svg)
",
        plan.games5, plan.games
    )
}

/// Writes a row; whether it differs from the paper's.
fn write_row(page: &mut String, label: &str, row: &Row, played: &Played) -> bool {
    let score = played.score();
    let ours = [score.won(), score.lost(), score.drawn()];
    let starts = match row.starts {
        Starts::Alternate => "in turn",
        Starts::A => "agent",
        Starts::B => "opponent",
    };
    let (agent, opponent) = (row.agent, row.opponent);
    *page += &format!("| {label} | `{agent}` | `{opponent}` | {starts} |");
    for share in row.paper {
        *page += &format!(" {share:.1} |");
    }
    for interval in ours {
        *page += &format!(" {} |", percents(interval));
    }
    *page += &format!(" {:.1} |\n", played.tally().mean_plies());
    let differs = |(ours, paper): (Interval, f64)| !ours.contains(paper / 100.0);
    ours.into_iter().zip(row.paper).any(differs)
}

fn rung_row(rung: &Rung) -> String {
    format!(
        "| `{}` | {} | {} | {:.2} | {} |\n",
        rung.agent,
        percents(rung.error_rate()),
        rung.wins_lost,
        rung.mean_shortfall(),
        brief(rung.time_per_move())
    )
}

/// `12.3 (10.1–14.9)`.
pub(crate) fn percents(interval: Interval) -> String {
    let Interval { share, low, high } = interval;
    format!(
        "{:.1} ({:.1}–{:.1})",
        100.0 * share,
        100.0 * low,
        100.0 * high
    )
}
