//! `ladder`: how often agents keep the value of a position.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_agents::AgentSpec;
use quixotic_agents::json::ladder_json;
use quixotic_agents::ladder::{LADDER, Rung};
use quixotic_catalog::{AnyGame, Error};
use quixotic_game::Budget;
use quixotic_jobs::Threads;

use crate::args::{JsonArgs, RunArgs};
use crate::env::Env;
use crate::files;
use crate::game_args::{AgentSetup, GameArgs};
use crate::meter::monitored;
use crate::output::write_json;
use crate::shard::{Merged, PartArgs, Work, database_of, row};
use crate::table::{Align, Table};
use crate::units::{brief, count};
use quixotic_picture as picture;

/// How often agents keep the value of a position.
#[derive(Debug, clap::Args)]
pub(crate) struct LadderArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The agents, with commas between them
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', default_value = LADDER)]
    agents: Vec<AgentSpec>,

    /// Positions that every agent is asked about
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Weights for `dqn`, or for `net` and `search`, made with `quixotic-research train` [default: those in
    /// the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Draw the error rates; `-` is standard output, instead of the table
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    shard: PartArgs,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &LadderArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let to_stdout = args.svg.as_deref() == Some(Path::new("-"));
    if to_stdout && args.json.json {
        bail!("only one thing can go to standard output: give --svg a file");
    }
    let setup = AgentSetup::of(args.weights.as_ref());
    let game = args.game.open_for_agents(env, &setup)?;
    if args.shard.is_wanted() {
        let piece = |number: u64, budget: &Budget| -> Result<_, Error> {
            let one = number as u32;
            let rungs = game.ladder(&args.agents, one..one + 1, args.seed, budget, &|_| {})?;
            Ok(row(&rungs))
        };
        let inputs = database_of(&*game)?.into_iter();
        let work = Work {
            pieces: args.positions.into(),
            inputs: inputs.chain(setup.weights_hash(env)?).collect(),
            piece: &piece,
            threads: Threads::OneEach(args.run.threads()?),
        };
        return args.shard.run(env, &work, out);
    }
    if let (Some(path), false) = (&args.svg, to_stdout) {
        files::ensure_writable(path)?;
    }
    let name = game.id().to_string();
    let rungs = climb(
        env,
        &*game,
        &args.agents,
        args.positions,
        args.seed,
        &args.run,
    )?;
    if let Some(path) = &args.svg {
        let svg = picture::ladder(&name, &rungs);
        if to_stdout {
            out.write_all(svg.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        files::write(path, svg.as_bytes(), env.stop)?;
    }
    if args.json.json {
        let json = ladder_json(game.id(), args.seed, &rungs);
        write_json(
            out,
            &if args.json.no_times {
                json.untimed()
            } else {
                json
            },
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let asked = rungs.first().map_or(0, |rung| rung.positions);
    writeln!(
        out,
        "{name}: {} positions in which there is something to lose\n",
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

/// What the positions come to, as with `--json --no-times`.
pub(crate) fn merged(env: &Env<'_>, args: &LadderArgs, rows: Vec<Vec<Rung>>) -> Result<Merged> {
    let mut rows = rows.into_iter();
    let mut rungs = rows.next().unwrap_or_default();
    for more in rows {
        for (rung, more) in rungs.iter_mut().zip(&more) {
            rung.add(more);
        }
    }
    Merged::json(&ladder_json(&args.game.id(env)?, args.seed, &rungs).untimed())
}

/// Asks all agents about the same positions.
pub fn climb(
    env: &Env<'_>,
    game: &dyn AnyGame,
    agents: &[AgentSpec],
    positions: u32,
    seed: u64,
    run: &RunArgs,
) -> Result<Vec<Rung>> {
    let doing = format!("{}: the ladder", game.id());
    let budget = env.budget();
    // How many positions there are turns out when they are drawn.
    let rungs = monitored(env, run, &doing, "positions", 0, |done| {
        game.ladder(agents, 0..positions, seed, &budget, &|total| {
            done(Some(total));
        })
    })??;
    Ok(rungs)
}
