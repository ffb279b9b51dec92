//! `ladder`: how often agents keep the value of a position.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_agents::ladder::{Ladder, Rung};
use quixotic_agents::{AgentSpec, Playable, Players};
use quixotic_game::Budget;
use serde::Serialize;

use super::args::LadderArgs;
use super::watched::watched;
use crate::args::RunArgs;
use crate::files;
use crate::json;
use crate::picture::{Bar, bars};
use crate::table::{Align, Table};
use crate::units::{brief, count};

pub(crate) fn run<G: Playable>(
    players: &Players<G>,
    args: &LadderArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let game = players.game().name();
    let to_stdout = args.svg.as_deref() == Some(Path::new("-"));
    if to_stdout && args.json {
        bail!("only one thing can go to standard output: give --svg a file");
    }
    let rungs = climb(players, &args.agents, args.positions, args.seed, &args.run)?;
    if let Some(path) = &args.svg {
        let svg = picture(&game, &rungs);
        if to_stdout {
            out.write_all(svg.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        files::replace(path, svg.as_bytes())?;
    }
    if args.json {
        let rungs = rungs.iter().map(RungJson::new).collect::<Vec<_>>();
        json::write(
            out,
            &LadderJson {
                game: &game,
                seed: args.seed,
                agents: rungs,
            },
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let asked = rungs.first().map_or(0, |rung| rung.positions);
    writeln!(
        out,
        "{game}: {} positions in which there is something to lose\n",
        count(asked.into())
    )?;
    let columns = [
        "errors",
        "of them won before",
        "plies short",
        "time for a move",
    ];
    let columns: Vec<_> = columns.map(|name| (name, Align::Right)).into();
    let mut table = Table::new(&[vec![("agent", Align::Left)], columns].concat());
    for rung in &rungs {
        table.row([
            rung.agent.to_string(),
            rung.error_rate().to_string(),
            count(rung.wins_lost.into()),
            format!("{:.2}", rung.mean_shortfall()),
            brief(rung.time_per_move()),
        ]);
    }
    table.write(out)?;
    writeln!(
        out,
        "\nAn error is a move with a worse outcome than the position's. Plies short: by how much the other\nmoves win later or lose sooner than need be, on average."
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Asks all agents about the same positions.
pub(super) fn climb<G: Playable>(
    players: &Players<G>,
    agents: &[AgentSpec],
    positions: u32,
    seed: u64,
    run: &RunArgs,
) -> Result<Vec<Rung>> {
    let ladder = run
        .pool()?
        .install(|| Ladder::draw(players, positions, seed, &Budget::UNLIMITED))?;
    let doing = format!("{}: the ladder", players.game().name());
    let total = (ladder.positions() * agents.len()) as u64;
    let rungs = watched(run, &doing, "positions", total, |done| {
        let rungs = agents
            .iter()
            .map(|spec| ladder.try_on(players, spec, &Budget::UNLIMITED, done));
        rungs.collect::<Result<Vec<_>, _>>()
    })??;
    Ok(rungs)
}

/// The error rates as bars.
pub(super) fn picture(game: &str, rungs: &[Rung]) -> String {
    let bar = |rung: &Rung| {
        let rate = rung.error_rate();
        Bar {
            label: rung.agent.to_string(),
            length: rate.share,
            low: rate.low,
            high: rate.high,
        }
    };
    bars(
        &format!("How often agents err on {game}"),
        "share of moves that make the outcome worse, where it can be made worse",
        &rungs.iter().map(bar).collect::<Vec<_>>(),
    )
}

#[derive(Serialize)]
struct LadderJson<'a> {
    game: &'a str,
    seed: u64,
    agents: Vec<RungJson>,
}

#[derive(Serialize)]
struct RungJson {
    agent: String,
    positions: u32,
    errors: u32,
    wins_lost: u32,
    error_rate: f64,
    error_rate_low: f64,
    error_rate_high: f64,
    mean_shortfall: f64,
    seconds_per_move: f64,
}

impl RungJson {
    fn new(rung: &Rung) -> RungJson {
        let rate = rung.error_rate();
        RungJson {
            agent: rung.agent.to_string(),
            positions: rung.positions,
            errors: rung.errors,
            wins_lost: rung.wins_lost,
            error_rate: rate.share,
            error_rate_low: rate.low,
            error_rate_high: rate.high,
            mean_shortfall: rung.mean_shortfall(),
            seconds_per_move: rung.time_per_move().as_secs_f64(),
        }
    }
}
