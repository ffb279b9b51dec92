//! `arena`: a match of two agents, or a tournament of more.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_agents::arena::{GameRecord, Match, Tournament};
use quixotic_catalog::AnyGame;
use quixotic_jobs::{Arena, ArenaOptions, Contest, Job};
use quixotic_research::arena as results;

use crate::args::RunArgs;
use crate::env::Env;
use crate::game_args::{AgentSetup, GameArgs};
use crate::shard::ShardArgs;
use crate::watched::watched;
use crate::{files, json};

/// A match or a tournament.
#[derive(Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    options: ArenaOptions,

    /// Weights for `dqn`, or for `net` and `search`, made with `quixotic train` [default: those in
    /// the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Save the games, one in a line; see them with `quixotic line --replay FILE`
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    save: Option<PathBuf>,

    /// Print JSON
    #[arg(long, conflicts_with_all = ["csv", "shard"])]
    json: bool,

    /// Leave times out of the JSON, so that it is the same in every run
    #[arg(long, requires = "json")]
    no_times: bool,

    /// Print comma-separated values, a row for each match and starting player
    #[arg(long, conflicts_with = "shard")]
    csv: bool,

    #[command(flatten)]
    shard: ShardArgs,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &ArenaArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let contest = args.options.contest()?;
    let setup = AgentSetup {
        unaided: args.options.unaided,
        ..AgentSetup::of(args.weights.as_ref())
    };
    let game = args.game.open_for_agents(env, &setup)?;
    if let Some(shard) = args.shard.wanted() {
        let job = Arena::new(game.id(), &args.options, setup.weights_hash(env)?)?;
        let work = job.work(game);
        return shard.run(env, &Job::Arena(job), &work, &args.run, out);
    }
    match contest {
        Contest::Match(planned) => run_match(env, &*game, &planned, args, out)?,
        Contest::Tournament(planned) => run_tournament(env, &*game, &planned, args, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn run_match(
    env: &Env<'_>,
    game: &dyn AnyGame,
    planned: &Match,
    args: &ArenaArgs,
    out: &mut dyn Write,
) -> Result<()> {
    let Match { a, b, games, .. } = planned;
    let id = game.id();
    let doing = format!("{id}: {a} against {b}");
    let (total, budget) = (u64::from(*games), env.budget());
    let played = watched(&args.run, &doing, "games", total, |done| {
        game.play_match(planned, &budget, &|| done(None))
    })??;
    save(env, args, played.games.iter().map(|game| &game.record))?;
    if args.json {
        let told = results::match_json(id, a, b, &played);
        json::write(out, &if args.no_times { told.untimed() } else { told })?;
    } else if args.csv {
        out.write_all(results::csv(&id.to_string(), &[(a, b, &played)]).as_bytes())?;
    } else {
        results::write_match(out, &id.to_string(), a, b, &played)?;
        write_if_unaided(args, out)?;
    }
    Ok(())
}

fn run_tournament(
    env: &Env<'_>,
    game: &dyn AnyGame,
    planned: &Tournament,
    args: &ArenaArgs,
    out: &mut dyn Write,
) -> Result<()> {
    let id = game.id();
    let doing = format!("{id}: everyone against everyone");
    let (total, budget) = (planned.all_games(), env.budget());
    let robin = watched(&args.run, &doing, "games", total, |done| {
        game.play_tournament(planned, &budget, &|| done(None))
    })??;
    let matches = robin.matches.iter();
    let games = matches.flat_map(|(_, _, played)| &played.games);
    save(env, args, games.map(|game| &game.record))?;
    if args.json {
        let told = results::robin_json(id, planned.seed, &robin);
        json::write(out, &if args.no_times { told.untimed() } else { told })?;
    } else if args.csv {
        let agents = &robin.agents;
        let matches = robin.matches.iter();
        let matches = matches.map(|(i, j, played)| (&agents[*i], &agents[*j], played));
        let matches: Vec<_> = matches.collect();
        out.write_all(results::csv(&id.to_string(), &matches).as_bytes())?;
    } else {
        results::write_robin(out, &id.to_string(), &robin, planned.games)?;
        write_if_unaided(args, out)?;
    }
    Ok(())
}

fn write_if_unaided(args: &ArenaArgs, out: &mut dyn Write) -> Result<()> {
    if args.options.unaided {
        writeln!(out, "The solution helped `perfect` alone.")?;
    }
    Ok(())
}

/// Writes the games to the file that was asked for.
fn save<'a>(
    env: &Env<'_>,
    args: &ArenaArgs,
    records: impl Iterator<Item = &'a GameRecord>,
) -> Result<()> {
    let Some(path) = &args.save else {
        return Ok(());
    };
    let mut lines = Vec::new();
    for record in records {
        json::write(&mut lines, record)?;
    }
    files::write(path, &lines, env.stop)
}
