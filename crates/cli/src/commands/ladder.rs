//! `ladder`: how often agents keep the value of a position.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_agents::AgentSpec;
use quixotic_agents::json::ladder_json;
use quixotic_agents::ladder::Rung;
use quixotic_catalog::AnyGame;
use quixotic_jobs::{Job, Ladder, LadderOptions};

use crate::args::{JsonArgs, RunArgs};
use crate::env::Env;
use crate::files;
use crate::game_args::{AgentSetup, GameArgs};
use crate::meter::monitored;
use crate::output::write_json;
use crate::picture;
use crate::shard::ShardArgs;
use crate::table::{Align, Table};
use crate::units::{brief, count};

/// How often agents keep the value of a position.
#[derive(Debug, clap::Args)]
pub(crate) struct LadderArgs {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    options: LadderOptions,

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
    shard: ShardArgs,

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
    let options = &args.options;
    if let Some(shard) = args.shard.wanted() {
        let job = Ladder::new(game.id(), options, setup.weights_hash(env)?);
        let work = job.work(game);
        return shard.run(env, &Job::Ladder(job), &work, &args.run, out);
    }
    let name = game.id().to_string();
    let rungs = climb(
        env,
        &*game,
        &options.agents,
        options.positions,
        options.seed,
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
        let json = ladder_json(game.id(), options.seed, &rungs);
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
