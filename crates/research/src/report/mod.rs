//! The tables of *Quixo optimal agent strategy*, played again, and the ladders, as one
//! page. Whoever wants it plays the matches.

mod paper;
mod reliability;
mod tournament;

use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{Interval, LONGEST, Match, Played, RoundRobin, Starts, Tournament};
use quixotic_agents::ladder::{LevelErrors, Rung};
use quixotic_agents::net::Reliability;

use crate::figure::ladder as picture;
use crate::results::ResultFile;
use crate::text::brief;
use paper::{ROWS, Row, TABLES};

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games of every row.
    pub games: u32,
    /// Games of every row that needs the database of 5×5.
    pub games5: u32,
    /// Games of every pair of the tournament on 5×5.
    pub robin: u32,
    /// Positions of each ladder.
    pub positions: u32,
    /// Boards on which the network's estimates are compared with the solution.
    pub boards: u64,
    /// Seed of everything random.
    pub seed: u64,
    /// Whether the solution of 5×5 is here.
    pub solved5: bool,
}

/// Plays what the page is about.
pub trait Plays {
    /// Why it was not played.
    type Error;

    /// Plays a match on a board of a size; `doing` says what it is for.
    fn play(&mut self, size: u8, planned: &Match, doing: &str) -> Result<Played, Self::Error>;

    /// Asks agents about positions on a board of a size.
    fn climb(&mut self, size: u8, positions: u32, seed: u64) -> Result<Vec<Rung>, Self::Error>;

    /// Plays a tournament on a board of a size, in which the solution helps `perfect` alone.
    fn robin(&mut self, size: u8, planned: &Tournament) -> Result<RoundRobin, Self::Error>;

    /// Compares the network's estimates with the solution, on a board of a size.
    fn estimates(&mut self, size: u8, boards: u64, seed: u64) -> Result<Reliability, Self::Error>;
}

impl Plan {
    /// The page and the pictures beside it.
    pub fn files<P: Plays>(&self, plays: &mut P) -> Result<Vec<ResultFile>, P::Error> {
        let mut page = head(self);
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
                let played = plays.play(size, &self.planned(row), &doing)?;
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
            let rungs = plays.climb(size, self.positions, self.seed)?;
            files.push(self.write_ladder(&mut page, size, &rungs));
        }
        if self.solved5 {
            let planned = tournament::planned(self.robin, self.seed);
            let robin = plays.robin(5, &planned)?;
            page += &tournament::section("quixo5", &planned, &robin);
        }
        for size in [4, 5].into_iter().filter(|&size| size == 4 || self.solved5) {
            let found = plays.estimates(size, self.boards, self.seed)?;
            let name = format!("quixo{size}");
            let (section, picture) = reliability::section(&name, self.seed, &found);
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
                self.games5
            } else {
                self.games
            },
            seed: self.seed,
            starts: row.starts,
            longest: LONGEST,
        }
    }

    /// The ladder of a board, with its picture beside the page.
    fn write_ladder(&self, page: &mut String, size: u8, rungs: &[Rung]) -> ResultFile {
        let (positions, seed) = (self.positions, self.seed);
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
            content: picture(&name, rungs),
            name: file,
        }
    }
}

/// Levels that are counted together: single ones have too few positions.
const LEVELS: usize = 5;

/// How often agents err by the number of marked tiles.
fn by_level(rungs: &[Rung]) -> String {
    let last = rungs.iter().filter_map(|rung| rung.levels.keys().last());
    let Some(last) = last.max().map(|&last| usize::from(last)) else {
        return String::new();
    };
    let bands: Vec<_> = (0..=last).step_by(LEVELS).collect();
    let of_band = |rung: &Rung, first: usize| {
        let mut all = LevelErrors::default();
        for (&level, found) in &rung.levels {
            if (first..first + LEVELS).contains(&usize::from(level)) {
                all.positions += found.positions;
                all.errors += found.errors;
            }
        }
        all
    };
    let mut text = String::from(
        "\nThe same by level, the number of marked tiles: errors in percent.\n\n| agent |",
    );
    for &first in &bands {
        let positions = rungs
            .first()
            .map_or(0, |rung| of_band(rung, first).positions);
        text += &format!(" {first}–{} ({positions}) |", first + LEVELS - 1);
    }
    text += &format!("\n|---|{}\n", "--:|".repeat(bands.len()));
    for rung in rungs {
        text += &format!("| `{}` |", rung.agent);
        for &first in &bands {
            text += &match of_band(rung, first) {
                LevelErrors { positions: 0, .. } => " |".into(),
                found => format!(" {:.1} |", 100.0 * found.rate().share),
            };
        }
        text.push('\n');
    }
    text
}

fn head(plan: &Plan) -> String {
    let command = format!(
        "quixotic report --games {} --games5 {} --robin {} --positions {} --boards {} --seed {}",
        plan.games, plan.games5, plan.robin, plan.positions, plan.boards, plan.seed
    );
    let database = if plan.solved5 { "with" } else { "without" };
    format!(
        "# Agents

Written by `{command}`, {database} a database of 5×5; the same seed gives the same counts.

The tables are those of *Quixo optimal agent strategy* (S. Borella, 2024), played again under the official rules.
Shares are in percent of the games of the first agent; ours come with their range of 95 % confidence. Where the paper does
not say who starts, the agents start in turn. A position that comes up for the third time, and a game of {LONGEST} plies, is
a draw. Rows with `perfect` on 5×5 are of {} games, the others of {}.

The weights of `dqn` are part of the program. They were made with `quixotic train quixo4 --episodes 30000` and
`quixotic train quixo5 --episodes 30000`, a third of the paper's games for each of its three stages. Training keeps the
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
fn percents(interval: Interval) -> String {
    let Interval { share, low, high } = interval;
    format!(
        "{:.1} ({:.1}–{:.1})",
        100.0 * share,
        100.0 * low,
        100.0 * high
    )
}
