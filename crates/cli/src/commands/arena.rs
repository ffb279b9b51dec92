//! `arena`: a match of two agents, or a tournament of more.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_agents::arena::{GameRecord, Match, Played, RoundRobin, Score, Tournament};
use quixotic_agents::{AgentSpec, json};
use quixotic_catalog::{AnyGame, GameId};
use quixotic_game::Player;
use quixotic_jobs::{Arena, ArenaOptions, Contest, Job};

use crate::args::{JsonArgs, RunArgs};
use crate::env::Env;
use crate::files;
use crate::game_args::{AgentSetup, GameArgs};
use crate::meter::monitored;
use crate::output::write_json;
use crate::shard::ShardArgs;
use crate::table::{self, Align, Table};
use crate::units::{brief, count};

/// A match or a tournament.
#[derive(Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    options: ArenaOptions,

    /// Weights for `dqn`, or for `net` and `search`, made with `quixotic-research train` [default: those in
    /// the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Save the games, one in a line; see them with `quixotic line --replay FILE`
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    save: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArgs,

    /// Print comma-separated values, a row for each match and starting player
    #[arg(long, conflicts_with_all = ["json", "shard"])]
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
    let played = monitored(env, &args.run, &doing, "games", total, |done| {
        game.play_match(planned, &budget, &|| done(None))
    })??;
    save(env, args, played.games.iter().map(|game| &game.record))?;
    if args.json.json {
        let json = json::match_json(id, a, b, &played);
        write_json(
            out,
            &if args.json.no_times {
                json.untimed()
            } else {
                json
            },
        )?;
    } else if args.csv {
        write_csv(out, id, &[(a, b, &played)])?;
    } else {
        write_match(out, &id.to_string(), a, b, &played)?;
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
    let robin = monitored(env, &args.run, &doing, "games", total, |done| {
        game.play_tournament(planned, &budget, &|| done(None))
    })??;
    let matches = robin.matches.iter();
    let games = matches.flat_map(|(_, _, played)| &played.games);
    save(env, args, games.map(|game| &game.record))?;
    if args.json.json {
        let json = json::robin_json(id, planned.seed, &robin);
        write_json(
            out,
            &if args.json.no_times {
                json.untimed()
            } else {
                json
            },
        )?;
    } else if args.csv {
        let agents = &robin.agents;
        let matches = robin.matches.iter();
        let matches = matches.map(|(i, j, played)| (&agents[*i], &agents[*j], played));
        let matches: Vec<_> = matches.collect();
        write_csv(out, id, &matches)?;
    } else {
        write_robin(out, &id.to_string(), &robin, planned.games)?;
        write_if_unaided(args, out)?;
    }
    Ok(())
}

fn write_csv(
    out: &mut dyn Write,
    id: &GameId,
    matches: &[(&AgentSpec, &AgentSpec, &Played)],
) -> Result<()> {
    let (heading, rows) = json::table(&id.to_string(), matches);
    out.write_all(table::csv(&heading, rows).as_bytes())?;
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
        write_json(&mut lines, record)?;
    }
    files::write(path, &lines, env.stop)
}

/// Writes a match by who started, and what else there is to say of it.
fn write_match(
    out: &mut dyn Write,
    game: &str,
    a: &AgentSpec,
    b: &AgentSpec,
    played: &Played,
) -> io::Result<()> {
    writeln!(out, "{game}: {a} (A) against {b} (B)\n")?;
    let columns = ["games", "A wins", "B wins", "draws"].map(|name| (name, Align::Right));
    let mut table = Table::new(&[&[("", Align::Left)], &columns[..]].concat());
    let mut row = |name: &str, score: Score| {
        if score.games() > 0 {
            table.row([
                name.into(),
                count(score.games().into()),
                score.won().to_string(),
                score.lost().to_string(),
                score.drawn().to_string(),
            ]);
        }
    };
    row("A starts", played.tally_as(Player::X).score);
    row("B starts", played.tally_as(Player::O).score);
    let all = played.tally();
    row("together", all.score);
    table.write(out)?;
    let [a_time, b_time] = all.time_per_move().map(brief);
    writeln!(
        out,
        "\nRanges of 95 % confidence. A game takes {:.1} plies on average; A thinks {a_time} for a move, B {b_time}.",
        all.mean_plies()
    )?;
    if all.repeated + all.too_long > 0 {
        writeln!(
            out,
            "Of the draws, {} are by repetition (a position for the third time) and {} by length.",
            all.repeated, all.too_long
        )?;
    }
    write_if_timed(out, &[a, b])
}

/// Writes the ratings, and the points of each against each.
fn write_robin(out: &mut dyn Write, game: &str, robin: &RoundRobin, games: u32) -> io::Result<()> {
    writeln!(
        out,
        "{game}: everyone against everyone, {games} games a pair, starting in turn\n"
    )?;
    let rated = robin.ratings();
    let mut order: Vec<usize> = (0..rated.len()).collect();
    order.sort_by(|&i, &j| rated[j].elo.total_cmp(&rated[i].elo));
    let mut table = Table::new(&[
        ("agent", Align::Left),
        ("Elo", Align::Right),
        ("±", Align::Right),
    ]);
    for &i in &order {
        table.row([
            robin.agents[i].to_string(),
            format!("{:+.0}", rated[i].elo),
            format!("{:.0}", rated[i].error),
        ]);
    }
    table.write(out)?;
    writeln!(
        out,
        "\nThe mean rating is 0; ± is the range of 95 % confidence.\n\
         Points of the agent in the row, in percent: 1 for a win, ½ for a draw.\n"
    )?;
    let names: Vec<String> = order.iter().map(|&i| robin.agents[i].to_string()).collect();
    let columns = names.iter().map(|name| (&**name, Align::Right));
    let columns: Vec<_> = [("", Align::Left)].into_iter().chain(columns).collect();
    let mut cross = Table::new(&columns);
    for &i in &order {
        let cell = |&j: &usize| {
            let score = robin.score(i, j);
            if i == j {
                "·".into()
            } else {
                format!("{:.1}", 100.0 * score.points() / f64::from(score.games()))
            }
        };
        let mut row = vec![robin.agents[i].to_string()];
        row.extend(order.iter().map(cell));
        cross.row_of(row);
    }
    cross.write(out)?;
    write_if_timed(out, &robin.agents.iter().collect::<Vec<_>>())
}

/// Says so if another run may come out differently.
fn write_if_timed(out: &mut dyn Write, agents: &[&AgentSpec]) -> io::Result<()> {
    if let Some(timed) = agents.iter().find(|agent| !agent.is_repeatable()) {
        writeln!(
            out,
            "{timed} thinks by the clock, so another run may differ; a number of positions (search:100000) is repeatable."
        )?;
    }
    Ok(())
}
