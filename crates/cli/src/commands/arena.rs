//! `arena`: a match of two agents, or a tournament of more.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use quixotic_agents::arena::{
    GameRecord, LONGEST, Match, Played, PlayedGame, RoundRobin, Score, Starts, Tournament,
};
use quixotic_agents::{AgentSpec, json};
use quixotic_catalog::{AnyGame, Error, GameId};
use quixotic_game::{Budget, Player};
use quixotic_jobs::Threads;

use crate::args::{JsonArgs, RunArgs};
use crate::env::Env;
use crate::files;
use crate::game_args::{AgentSetup, GameArgs};
use crate::meter::monitored;
use crate::output::write_json;
use crate::shard::{Merged, PartArgs, Work, database_of, row};
use crate::table::{self, Align, Table};
use crate::units::{brief, count};

/// A match or a tournament.
#[derive(Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    game: GameArgs,

    /// An agent: random, minimax:DEPTH, search:TIME (500ms, 2s, or a number of positions),
    /// lines:TIME (the same without the network), mcts:PLAYOUTS, dqn, net, rules, perfect, strategy,
    /// slips:PERCENT:AGENT (random moves in that share of its turns), ugi:COMMAND (a program that speaks UGI)
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
    shard: PartArgs,

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

/// What is played.
enum Contest {
    Match(Match),
    Tournament(Tournament),
}

impl ArenaArgs {
    fn contest(&self) -> Result<Contest> {
        if let (Some(a), Some(b)) = (&self.a, &self.b) {
            return Ok(Contest::Match(Match {
                a: a.clone(),
                b: b.clone(),
                games: self.games,
                seed: self.seed,
                starts: self.starts.into(),
                longest: self.cap,
            }));
        }
        ensure!(self.all.len() >= 2, "--all takes two agents or more");
        Ok(Contest::Tournament(Tournament {
            agents: self.all.clone(),
            games: self.games,
            seed: self.seed,
            longest: self.cap,
        }))
    }
}

impl Contest {
    /// The matches of agents with these numbers, one after the other.
    fn matches(&self) -> Vec<(usize, usize, Match)> {
        match self {
            Contest::Match(planned) => vec![(0, 1, planned.clone())],
            Contest::Tournament(planned) => planned.matches(),
        }
    }
}

pub(crate) fn run(env: &Env<'_>, args: &ArenaArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let contest = args.contest()?;
    let setup = AgentSetup {
        unaided: args.unaided,
        ..AgentSetup::of(args.weights.as_ref())
    };
    let game = args.game.open_for_agents(env, &setup)?;
    if args.shard.is_wanted() {
        let (matches, games) = (contest.matches(), u64::from(args.games));
        let piece = |number: u64, budget: &Budget| -> Result<_, Error> {
            let (_, _, planned) = &matches[(number / games) as usize];
            let one = (number % games) as u32;
            let played = game.play_part(planned, one..one + 1, budget, &|| {})?;
            Ok(row(&played.games[0].record))
        };
        let inputs = database_of(&*game)?.into_iter();
        let work = Work {
            pieces: matches.len() as u64 * games,
            inputs: inputs.chain(setup.weights_hash(env)?).collect(),
            piece: &piece,
            threads: Threads::OneEach(args.run.threads()?),
        };
        return args.shard.run(env, &work, out);
    }
    args.save
        .as_deref()
        .map(files::ensure_writable)
        .transpose()?;
    let (id, robin) = (game.id(), play(env, &*game, &contest, &args.run)?);
    let matches = robin.matches.iter();
    let games = matches.clone().flat_map(|(_, _, played)| &played.games);
    save(env, args, games.map(|game| &game.record))?;
    if args.json.json {
        out.write_all(&for_programs(id, &contest, &robin, !args.json.no_times)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (name, agents) = (id.to_string(), &robin.agents);
    if args.csv {
        let matches = matches.map(|(i, j, played)| (&agents[*i], &agents[*j], played));
        let (heading, rows) = json::table(&name, &matches.collect::<Vec<_>>());
        out.write_all(table::csv(&heading, rows).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    match &contest {
        Contest::Match(Match { a, b, .. }) => {
            write_match(out, &name, a, b, &robin.matches[0].2)?;
        }
        Contest::Tournament(planned) => write_robin(out, &name, &robin, planned.games)?,
    }
    if args.unaided {
        writeln!(out, "The solution helped `perfect` alone.")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays all games. A match is a tournament of two.
fn play(env: &Env<'_>, game: &dyn AnyGame, contest: &Contest, run: &RunArgs) -> Result<RoundRobin> {
    let (id, budget) = (game.id(), env.budget());
    match contest {
        Contest::Match(planned) => {
            let Match { a, b, games, .. } = planned;
            let doing = format!("{id}: {a} against {b}");
            let played = monitored(env, run, &doing, "games", u64::from(*games), |done| {
                game.play_match(planned, &budget, &|| done(None))
            })??;
            Ok(RoundRobin {
                agents: vec![a.clone(), b.clone()],
                matches: vec![(0, 1, played)],
            })
        }
        Contest::Tournament(planned) => {
            let doing = format!("{id}: everyone against everyone");
            Ok(monitored(
                env,
                run,
                &doing,
                "games",
                planned.all_games(),
                |done| game.play_tournament(planned, &budget, &|| done(None)),
            )??)
        }
    }
}

/// The result as JSON.
fn for_programs(
    id: &GameId,
    contest: &Contest,
    robin: &RoundRobin,
    has_times: bool,
) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match contest {
        Contest::Match(Match { a, b, .. }) => {
            let found = json::match_json(id, a, b, &robin.matches[0].2);
            write_json(&mut bytes, &if has_times { found } else { found.untimed() })?;
        }
        Contest::Tournament(planned) => {
            let found = json::robin_json(id, planned.seed, robin);
            write_json(&mut bytes, &if has_times { found } else { found.untimed() })?;
        }
    }
    Ok(bytes)
}

/// What the games come to, as with `--json --no-times`.
pub(crate) fn merged(env: &Env<'_>, args: &ArenaArgs, games: Vec<GameRecord>) -> Result<Merged> {
    let contest = args.contest()?;
    let mut games = games.into_iter();
    let matches = contest.matches().into_iter().map(|(i, j, planned)| {
        let of_match = games.by_ref().take(planned.games as usize);
        let played = Played {
            seed: planned.seed,
            games: of_match.map(|record| untimed(&planned, record)).collect(),
        };
        (i, j, played)
    });
    let robin = RoundRobin {
        matches: matches.collect(),
        agents: args.all.clone(),
    };
    Ok(for_programs(&args.game.id(env)?, &contest, &robin, false)?.into())
}

/// A game of a match as far as it was saved.
fn untimed(planned: &Match, record: GameRecord) -> PlayedGame {
    let number = record.number.unwrap_or(1).saturating_sub(1);
    PlayedGame {
        a: match planned.starts.with_a(number) {
            true => Player::X,
            false => Player::O,
        },
        record,
        thought: Default::default(),
    }
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
    write_forfeits(out, [a, b], played)?;
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
    for (i, j, played) in &robin.matches {
        write_forfeits(out, [&robin.agents[*i], &robin.agents[*j]], played)?;
    }
    write_if_timed(out, &robin.agents.iter().collect::<Vec<_>>())
}

/// Says which programs lost games by failing, and how.
fn write_forfeits(out: &mut dyn Write, agents: [&AgentSpec; 2], played: &Played) -> io::Result<()> {
    for (agent, forfeits) in agents.into_iter().zip(played.forfeits()) {
        let mut reasons = BTreeMap::<&str, Vec<String>>::new();
        for (record, reason) in forfeits {
            let number = record.number.unwrap_or_default().to_string();
            reasons.entry(reason).or_default().push(number);
        }
        for (reason, games) in reasons {
            let plural = if games.len() == 1 { "" } else { "s" };
            let shown = games[..games.len().min(5)].join(", ");
            let more = if games.len() > 5 { ", …" } else { "" };
            writeln!(
                out,
                "{agent} lost {} game{plural} by failing: {reason} (game{plural} {shown}{more}).",
                count(games.len() as u64)
            )?;
        }
    }
    Ok(())
}

/// Says so if another run may come out differently.
fn write_if_timed(out: &mut dyn Write, agents: &[&AgentSpec]) -> io::Result<()> {
    let others = agents.iter().find(|agent| agent.program().is_some());
    if let Some(program) = others {
        writeln!(
            out,
            "{program} is a program of its own, so another run may differ."
        )?;
    }
    let mut own = agents.iter().filter(|agent| agent.program().is_none());
    if let Some(timed) = own.find(|agent| !agent.is_repeatable()) {
        writeln!(
            out,
            "{timed} thinks by the clock, so another run may differ; a number of positions (search:100000) is repeatable."
        )?;
    }
    Ok(())
}
