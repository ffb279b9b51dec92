//! `report`: the paper's tables, played again, and the ladders, as one page.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use quixotic_agents::arena::{Interval, LONGEST, Match, Played, Starts};
use quixotic_agents::ladder::Rung;
use quixotic_agents::{AgentSpec, Players};
use quixotic_game::Budget;
use quixotic_quixo::Quixo;

use super::args::{LADDER, ReportArgs};
use super::ladder::{climb, picture};
use super::paper::{ROWS, Row, TABLES};
use super::watched::watched;
use crate::files;
use crate::quixo::args::TargetArgs;
use crate::quixo::game::Game;
use crate::units::brief;

pub(crate) fn run(args: &ReportArgs, out: &mut dyn Write) -> Result<ExitCode> {
    fs::create_dir_all(&args.out).map_err(|error| files::problem(&args.out, &error))?;
    let (players4, _) = players(Game::Quixo4, None)?;
    let (players5, solved5) = players(Game::Quixo5, args.db5.clone())?;
    let mut page = head(args, solved5);
    let mut words: Vec<(&str, Vec<String>)> = Vec::new();
    for (table, size, caption) in TABLES {
        let players = if size == 4 { &players4 } else { &players5 };
        writeln!(page, "\n## Table {table}: {caption}\n")?;
        let rows = ROWS.iter().filter(|row| row.table == table);
        if size == 5 && rows.clone().any(|row| row.agent == "perfect") && !solved5 {
            page += "Left out: there was no complete database of 5×5 (`quixotic solve quixo5`).\n";
            continue;
        }
        page += "| | agent | opponent | starts | paper: won | lost | drawn | here: won | lost | drawn | plies |\n";
        page += "|--:|---|---|---|--:|--:|--:|--:|--:|--:|--:|\n";
        for (number, row) in rows.enumerate() {
            let played = play(args, players, row)?;
            let label = format!("{table}.{}", number + 1);
            let differs = write_row(&mut page, &label, row, &played)?;
            if differs {
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
        writeln!(page, "- **{}.** {word}", labels.join(", "))?;
    }
    ladder(args, "quixo4", &players4, &mut page)?;
    if solved5 {
        ladder(args, "quixo5", &players5, &mut page)?;
    }
    let path = args.out.join("agents.md");
    files::replace(&path, page.as_bytes())?;
    writeln!(out, "{} is written.", path.display())?;
    Ok(ExitCode::SUCCESS)
}

/// The players of a board, and whether its whole solution is here.
fn players(game: Game, db: Option<std::path::PathBuf>) -> Result<(Players<Quixo>, bool)> {
    let target = TargetArgs::official(db).of(game);
    let players = Players::new(Quixo::new(game.official()));
    Ok(match target.open_if_there()? {
        Some(database) if database.is_complete() => (players.with_oracle(Arc::new(database)), true),
        _ => (players, false),
    })
}

fn head(args: &ReportArgs, solved5: bool) -> String {
    let command = format!(
        "quixotic report --games {} --games5 {} --positions {} --seed {}",
        args.games, args.games5, args.positions, args.seed
    );
    let database = if solved5 { "with" } else { "without" };
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
        args.games5, args.games
    )
}

fn play(args: &ReportArgs, players: &Players<Quixo>, row: &Row) -> Result<Played> {
    let spec = |text| AgentSpec::parse(text).map_err(anyhow::Error::from);
    let on_disk = row.table == 5;
    let games = if on_disk { args.games5 } else { args.games };
    // What minimax and the others do must not depend on whether there is a database.
    let players = if row.agent == "perfect" {
        players.clone()
    } else {
        players.without_oracle()
    };
    let played = Match {
        a: spec(row.agent)?,
        b: spec(row.opponent)?,
        games,
        seed: args.seed,
        starts: row.starts,
        longest: LONGEST,
    };
    let doing = format!(
        "Table {}: {} against {}",
        row.table, row.agent, row.opponent
    );
    Ok(watched(
        &args.run,
        &doing,
        "games",
        games.into(),
        |done| played.play(&players, &Budget::UNLIMITED, done),
    )??)
}

/// Writes a row; whether it differs from the paper's.
fn write_row(page: &mut String, label: &str, row: &Row, played: &Played) -> Result<bool> {
    let score = played.score();
    let ours = [score.won(), score.lost(), score.drawn()];
    let starts = match row.starts {
        Starts::Alternate => "in turn",
        Starts::A => "agent",
        Starts::B => "opponent",
    };
    write!(
        page,
        "| {label} | `{}` | `{}` | {starts} |",
        row.agent, row.opponent
    )?;
    for share in row.paper {
        write!(page, " {share:.1} |")?;
    }
    for interval in ours {
        let Interval { share, low, high } = interval;
        write!(
            page,
            " {:.1} ({:.1}–{:.1}) |",
            100.0 * share,
            100.0 * low,
            100.0 * high
        )?;
    }
    writeln!(page, " {:.1} |", played.tally().mean_plies())?;
    let differs = |(ours, paper): (Interval, f64)| !ours.contains(paper / 100.0);
    Ok(ours.into_iter().zip(row.paper).any(differs))
}

/// The ladder of a board, with its picture beside the page.
fn ladder(
    args: &ReportArgs,
    name: &str,
    players: &Players<Quixo>,
    page: &mut String,
) -> Result<()> {
    let positions = args.positions;
    let agents: Result<Vec<AgentSpec>, _> = LADDER.split(',').map(AgentSpec::parse).collect();
    let rungs = climb(players, &agents?, positions, args.seed, &args.run)?;
    let file = format!("ladder-{name}.svg");
    files::replace(&args.out.join(&file), picture(name, &rungs).as_bytes())?;
    writeln!(
        page,
        "\n## The strategy ladder on {name}

{positions} positions by random play in which there is something to lose, and how often an agent's move makes the outcome
worse (an error), in how many of these a win is given away, and by how many plies the other moves fall short of the
best on average (a win later, a loss sooner than need be). `quixotic ladder {name} --positions {positions} --seed {}`
shows the same.

![Error rates on {name}]({file})

| agent | errors, % | wins given away | plies short | time for a move |
|---|--:|--:|--:|--:|",
        args.seed
    )?;
    for rung in &rungs {
        writeln!(page, "{}", rung_row(rung))?;
    }
    Ok(())
}

fn rung_row(rung: &Rung) -> String {
    let Interval { share, low, high } = rung.error_rate();
    format!(
        "| `{}` | {:.1} ({:.1}–{:.1}) | {} | {:.2} | {} |",
        rung.agent,
        100.0 * share,
        100.0 * low,
        100.0 * high,
        rung.wins_lost,
        rung.mean_shortfall(),
        brief(rung.time_per_move())
    )
}
