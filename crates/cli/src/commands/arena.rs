//! `arena`: a match of two agents, or a tournament of more.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{GameRecord, LONGEST, Match, Starts, Tournament};
use quixotic_catalog::AnyGame;
use quixotic_survey::arena as results;

use crate::args::RunArgs;
use crate::env::Env;
use crate::game_args::{AgentSetup, GameArgs};
use crate::watched::watched;
use crate::{files, json};

/// A match or a tournament.
#[derive(Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    game: GameArgs,

    /// An agent: random, minimax:DEPTH, search:TIME (500ms, 2s, or a number of positions),
    /// lines:TIME (the same without the network), mcts:PLAYOUTS, dqn, net, perfect, strategy
    #[arg(
        value_name = "A",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    a: Option<AgentSpec>,

    /// Its opponent
    #[arg(
        value_name = "B",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    b: Option<AgentSpec>,

    /// Everyone against everyone: agents with commas between them
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    all: Vec<AgentSpec>,

    /// Weights for `dqn`, or for `net` and `search`, made with `quixotic train` [default: those in
    /// the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// The solution helps `perfect` alone: `search` looks nothing up
    #[arg(long)]
    unaided: bool,

    /// Games of a match; of every pair with --all
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Who makes the first move
    #[arg(long, value_name = "WHO", value_enum, default_value_t = WhoStarts::Alternate, conflicts_with = "all")]
    starts: WhoStarts,

    /// Plies after which a game is broken off as a draw
    #[arg(long, value_name = "PLIES", default_value_t = LONGEST, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    cap: u32,

    /// Save the games, one in a line; see them with `quixotic line --replay FILE`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print comma-separated values, a row for each match and starting player
    #[arg(long)]
    csv: bool,

    #[command(flatten)]
    run: RunArgs,
}

/// Who makes the first move of the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WhoStarts {
    /// A and B in turn
    Alternate,
    /// Always A
    A,
    /// Always B
    B,
}

impl From<WhoStarts> for Starts {
    fn from(who: WhoStarts) -> Starts {
        match who {
            WhoStarts::Alternate => Starts::Alternate,
            WhoStarts::A => Starts::A,
            WhoStarts::B => Starts::B,
        }
    }
}

pub(crate) fn run(env: &Env<'_>, args: &ArenaArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let game = args.game.open_for_agents(
        env,
        &AgentSetup {
            unaided: args.unaided,
            ..AgentSetup::of(args.weights.as_ref())
        },
    )?;
    match (&args.a, &args.b) {
        (Some(a), Some(b)) => run_match(env, &*game, [a, b], args, out)?,
        _ => run_tournament(env, &*game, args, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn run_match(
    env: &Env<'_>,
    game: &dyn AnyGame,
    [a, b]: [&AgentSpec; 2],
    args: &ArenaArgs,
    out: &mut dyn Write,
) -> Result<()> {
    let planned = Match {
        a: a.clone(),
        b: b.clone(),
        games: args.games,
        seed: args.seed,
        starts: args.starts.into(),
        longest: args.cap,
    };
    let id = game.id();
    let doing = format!("{id}: {a} against {b}");
    let (total, budget) = (u64::from(args.games), env.budget());
    let played = watched(&args.run, &doing, "games", total, |done| {
        game.play_match(&planned, &budget, &|| done(None))
    })??;
    save(env, args, played.games.iter().map(|game| &game.record))?;
    if args.json {
        json::write(out, &results::match_json(id, a, b, &played))?;
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
    args: &ArenaArgs,
    out: &mut dyn Write,
) -> Result<()> {
    ensure!(args.all.len() >= 2, "--all takes two agents or more");
    let planned = Tournament {
        agents: args.all.clone(),
        games: args.games,
        seed: args.seed,
        longest: args.cap,
    };
    let id = game.id();
    let doing = format!("{id}: everyone against everyone");
    let (total, budget) = (planned.all_games(), env.budget());
    let robin = watched(&args.run, &doing, "games", total, |done| {
        game.play_tournament(&planned, &budget, &|| done(None))
    })??;
    let matches = robin.matches.iter();
    let games = matches.flat_map(|(_, _, played)| &played.games);
    save(env, args, games.map(|game| &game.record))?;
    if args.json {
        json::write(out, &results::robin_json(id, args.seed, &robin))?;
    } else if args.csv {
        let agents = &robin.agents;
        let matches = robin.matches.iter();
        let matches = matches.map(|(i, j, played)| (&agents[*i], &agents[*j], played));
        let matches: Vec<_> = matches.collect();
        out.write_all(results::csv(&id.to_string(), &matches).as_bytes())?;
    } else {
        results::write_robin(out, &id.to_string(), &robin, args.games)?;
        write_if_unaided(args, out)?;
    }
    Ok(())
}

fn write_if_unaided(args: &ArenaArgs, out: &mut dyn Write) -> Result<()> {
    if args.unaided {
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
