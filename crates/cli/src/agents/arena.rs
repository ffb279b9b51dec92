//! `arena`: a match of two agents, or a tournament of more.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Result, ensure};
use quixotic_agents::arena::{Ending, GameRecord, Match, Played, RoundRobin, Score, Tournament};
use quixotic_agents::{AgentSpec, Playable, Players};
use quixotic_game::Player;
use serde::Serialize;

use super::args::ArenaArgs;
use crate::files;
use crate::json;
use crate::meter::{Meter, Pace};
use crate::table::{Align, Table};
use crate::units::count;

pub(crate) fn run<G: Playable>(
    players: &Players<G>,
    args: &ArenaArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    if args.all.is_empty() {
        run_match(players, args, out)
    } else {
        run_tournament(players, args, out)
    }
}

/// Counts games on the progress bar while `work` plays them.
pub(super) fn watched<T: Send>(
    args: &crate::args::RunArgs,
    doing: &str,
    noun: &'static str,
    total: u64,
    work: impl FnOnce(&(dyn Fn() + Sync)) -> T + Send,
) -> Result<T> {
    let mut pace = Pace::of(noun);
    pace.start(0, total);
    let shown = Mutex::new((Meter::new(args.quiet), pace));
    let done = || {
        if let Ok(mut shown) = shown.lock() {
            let (meter, pace) = &mut *shown;
            pace.add(1);
            meter.show(pace, &doing);
        }
    };
    Ok(args.pool()?.install(|| work(&done)))
}

fn run_match<G: Playable>(
    players: &Players<G>,
    args: &ArenaArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let game = players.game().name();
    let [a, b] = &args.agents[..] else {
        anyhow::bail!("a match has two agents");
    };
    let played = Match {
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
        played.play(players, done)
    })??;
    save(args, played.games.iter().map(|game| &game.record))?;
    if args.json {
        json::write(out, &MatchJson::new(&game, a, b, args.seed, &played))?;
    } else if args.csv {
        csv(out, &game, &[(a, b, &played)])?;
    } else {
        match_text(out, &game, a, b, &played)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run_tournament<G: Playable>(
    players: &Players<G>,
    args: &ArenaArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
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
        tournament.play(players, done)
    })??;
    let games = robin
        .matches
        .iter()
        .flat_map(|(_, _, played)| &played.games);
    save(args, games.map(|game| &game.record))?;
    let matches = robin.matches.iter();
    let matches = matches.map(|(i, j, played)| (&robin.agents[*i], &robin.agents[*j], played));
    if args.json {
        let matches = matches.map(|(a, b, played)| MatchJson::new(&game, a, b, args.seed, played));
        json::write(
            out,
            &RobinJson {
                game: &game,
                ratings: ratings(&robin),
                matches: matches.collect(),
            },
        )?;
    } else if args.csv {
        csv(out, &game, &matches.collect::<Vec<_>>())?;
    } else {
        robin_text(out, &game, &robin, args.games)?;
    }
    Ok(ExitCode::SUCCESS)
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

fn match_text(
    out: &mut dyn Write,
    game: &str,
    a: &AgentSpec,
    b: &AgentSpec,
    played: &Played,
) -> Result<()> {
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
    row("A starts", played.score_as(Player::X));
    row("B starts", played.score_as(Player::O));
    row("together", played.score());
    table.write(out)?;
    let [a_time, b_time] = played.time_per_move().map(brief);
    writeln!(
        out,
        "\nRanges of 95 % confidence. A game takes {:.1} plies on average; A thinks {a_time} for a move, B {b_time}.",
        played.mean_plies()
    )?;
    let (repeated, long) = (
        played.ended_by(Ending::Repetition),
        played.ended_by(Ending::TooLong),
    );
    if repeated + long > 0 {
        writeln!(
            out,
            "Of the draws, {repeated} are by repetition (a position for the third time) and {long} by length."
        )?;
    }
    Ok(())
}

/// A time for people: `1.2 ms`.
pub(super) fn brief(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{micros:.0} µs"),
        ..1e6 => format!("{:.1} ms", micros / 1e3),
        _ => format!("{:.1} s", micros / 1e6),
    }
}

fn robin_text(out: &mut dyn Write, game: &str, robin: &RoundRobin, games: u32) -> Result<()> {
    writeln!(
        out,
        "{game}: everyone against everyone, {games} games a pair\n"
    )?;
    let rated = ratings(robin);
    let mut order: Vec<usize> = (0..rated.len()).collect();
    order.sort_by(|&i, &j| rated[j].elo.total_cmp(&rated[i].elo));
    let mut table = Table::new(&[
        ("agent", Align::Left),
        ("Elo", Align::Right),
        ("±", Align::Right),
    ]);
    for &i in &order {
        table.row([
            rated[i].agent.clone(),
            format!("{:+.0}", rated[i].elo),
            format!("{:.0}", rated[i].error),
        ]);
    }
    table.write(out)?;
    writeln!(
        out,
        "\nPoints of the agent in the row, in percent: 1 for a win, ½ for a draw.\n"
    )?;
    let names: Vec<String> = order.iter().map(|&i| robin.agents[i].to_string()).collect();
    let columns = names.iter().map(|name| (&**name, Align::Right));
    let columns: Vec<_> = [("", Align::Left)].into_iter().chain(columns).collect();
    let mut cross = Table::new(&columns);
    for &i in &order {
        let cell = |&j: &usize| {
            let score = robin.score(i, j);
            let points = f64::from(score.wins) + 0.5 * f64::from(score.draws);
            if i == j {
                "·".into()
            } else {
                format!("{:.1}", 100.0 * points / f64::from(score.games()))
            }
        };
        let mut row = vec![robin.agents[i].to_string()];
        row.extend(order.iter().map(cell));
        cross.row_of(row);
    }
    cross.write(out)?;
    Ok(())
}

fn csv(
    out: &mut dyn Write,
    game: &str,
    matches: &[(&AgentSpec, &AgentSpec, &Played)],
) -> Result<()> {
    writeln!(out, "game,a,b,starts,games,wins,losses,draws")?;
    for (a, b, played) in matches {
        for (starts, player) in [("a", Player::X), ("b", Player::O)] {
            let score = played.score_as(player);
            if score.games() > 0 {
                let Score {
                    wins,
                    losses,
                    draws,
                } = score;
                writeln!(
                    out,
                    "{game},{a},{b},{starts},{},{wins},{losses},{draws}",
                    score.games()
                )?;
            }
        }
    }
    Ok(())
}

/// A match, counted for A.
#[derive(Serialize)]
struct MatchJson {
    game: String,
    a: String,
    b: String,
    seed: u64,
    #[serde(flatten)]
    score: ScoreJson,
    a_starts: ScoreJson,
    b_starts: ScoreJson,
    draws_by_repetition: usize,
    draws_by_length: usize,
    mean_plies: f64,
    a_seconds_per_move: f64,
    b_seconds_per_move: f64,
}

/// Counts, and the range of 95 % confidence of the share of wins.
#[derive(Serialize)]
struct ScoreJson {
    games: u32,
    wins: u32,
    losses: u32,
    draws: u32,
    win_rate: f64,
    win_rate_low: f64,
    win_rate_high: f64,
}

#[derive(Serialize)]
struct RobinJson<'a> {
    game: &'a str,
    ratings: Vec<RatingJson>,
    matches: Vec<MatchJson>,
}

#[derive(Serialize)]
struct RatingJson {
    agent: String,
    elo: f64,
    error: f64,
}

fn ratings(robin: &RoundRobin) -> Vec<RatingJson> {
    let rated = robin.agents.iter().zip(robin.ratings());
    let rating = rated.map(|(agent, rating)| RatingJson {
        agent: agent.to_string(),
        elo: rating.elo,
        error: rating.error,
    });
    rating.collect()
}

impl From<Score> for ScoreJson {
    fn from(score: Score) -> ScoreJson {
        let won = score.won();
        ScoreJson {
            games: score.games(),
            wins: score.wins,
            losses: score.losses,
            draws: score.draws,
            win_rate: won.share,
            win_rate_low: won.low,
            win_rate_high: won.high,
        }
    }
}

impl MatchJson {
    fn new(game: &str, a: &AgentSpec, b: &AgentSpec, seed: u64, played: &Played) -> MatchJson {
        let [a_time, b_time] = played.time_per_move();
        MatchJson {
            game: game.into(),
            a: a.to_string(),
            b: b.to_string(),
            seed,
            score: played.score().into(),
            a_starts: played.score_as(Player::X).into(),
            b_starts: played.score_as(Player::O).into(),
            draws_by_repetition: played.ended_by(Ending::Repetition),
            draws_by_length: played.ended_by(Ending::TooLong),
            mean_plies: played.mean_plies(),
            a_seconds_per_move: a_time.as_secs_f64(),
            b_seconds_per_move: b_time.as_secs_f64(),
        }
    }
}
