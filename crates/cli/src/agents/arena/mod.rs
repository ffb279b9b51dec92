//! `arena`: a match of two agents, or a tournament of more.

mod data;
mod text;

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use quixotic_agents::arena::{GameRecord, Match, Tournament};
use quixotic_agents::{AgentSpec, Playable, Players};
use quixotic_game::Budget;

use super::args::ArenaArgs;
use super::watched::watched;
use crate::files;
use crate::json;

pub(crate) fn run<G: Playable>(
    players: &Players<G>,
    args: &ArenaArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    match (&args.a, &args.b) {
        (Some(a), Some(b)) => run_match(players, [a, b], args, out)?,
        _ => run_tournament(players, args, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn run_match<G: Playable>(
    players: &Players<G>,
    [a, b]: [&AgentSpec; 2],
    args: &ArenaArgs,
    out: &mut dyn Write,
) -> Result<()> {
    let game = players.game().name();
    let planned = Match {
        a: a.clone(),
        b: b.clone(),
        games: args.games,
        seed: args.seed,
        starts: args.starts.into(),
        longest: args.cap,
    };
    let doing = format!("{game}: {a} against {b}");
    let total = u64::from(args.games);
    let played = watched(&args.run, &doing, "games", total, |done| {
        planned.play(players, &Budget::UNLIMITED, done)
    })??;
    save(args, played.games.iter().map(|game| &game.record))?;
    if args.json {
        json::write(out, &data::match_json(&game, a, b, &played))?;
    } else if args.csv {
        data::write_csv(out, &game, &[(a, b, &played)])?;
    } else {
        text::write_match(out, &game, a, b, &played)?;
    }
    Ok(())
}

fn run_tournament<G: Playable>(
    players: &Players<G>,
    args: &ArenaArgs,
    out: &mut dyn Write,
) -> Result<()> {
    ensure!(args.all.len() >= 2, "--all wants two agents or more");
    let game = players.game().name();
    let tournament = Tournament {
        agents: args.all.clone(),
        games: args.games,
        seed: args.seed,
        longest: args.cap,
    };
    let doing = format!("{game}: everyone against everyone");
    let total = tournament.all_games();
    let robin = watched(&args.run, &doing, "games", total, |done| {
        tournament.play(players, &Budget::UNLIMITED, done)
    })??;
    let games = robin
        .matches
        .iter()
        .flat_map(|(_, _, played)| &played.games);
    save(args, games.map(|game| &game.record))?;
    if args.json {
        json::write(out, &data::robin_json(&game, args.seed, &robin))?;
    } else if args.csv {
        let agents = &robin.agents;
        let matches = robin.matches.iter();
        let matches = matches.map(|(i, j, played)| (&agents[*i], &agents[*j], played));
        let matches: Vec<_> = matches.collect();
        data::write_csv(out, &game, &matches)?;
    } else {
        text::write_robin(out, &game, &robin, args.games)?;
    }
    Ok(())
}

/// Writes the games to the file that was asked for.
fn save<'a>(args: &ArenaArgs, records: impl Iterator<Item = &'a GameRecord>) -> Result<()> {
    let Some(path) = &args.save else {
        return Ok(());
    };
    let mut lines = Vec::new();
    for record in records {
        json::write(&mut lines, record)?;
    }
    files::replace(path, &lines)
}
