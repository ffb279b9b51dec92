//! `score`: how good an agent is, on positions that everybody shares.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_agents::AgentSpec;
use quixotic_catalog::AnyGame;
use quixotic_score::{Candidate, Exam, Score};

use crate::args::RunArgs;
use crate::env::Env;
use crate::files;
use crate::game_args::{AgentSetup, GameArgs};
use crate::meter::monitored;
use crate::output::write_json;
use crate::table::{Align, Table, side_by_side};
use crate::units::{brief, count};

/// Levels that are counted together: single ones have too few positions.
const LEVELS: u8 = 5;
/// Columns of boards next to each other, and between two.
const WIDTH: usize = 80;
const GAP: usize = 4;

/// The score of an agent.
#[derive(Debug, clap::Args)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The agent, as in `quixotic arena`
    #[arg(value_name = "AGENT")]
    agent: AgentSpec,

    /// Positions that the agent is asked about: the first of the set, which has 4,000
    #[arg(long, value_name = "N", default_value_t = quixotic_score::POSITIONS, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,

    /// Draw the positions with this seed, from the solution, instead of those of the set
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Games against each opponent; 0 leaves them out
    #[arg(long, value_name = "N", default_value_t = Exam::default().games, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    games: u32,

    /// Weights for `dqn`, or for `net` and `search`, made with `quixotic-research train` [default: those in
    /// the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Address of the page that links show positions on
    #[arg(long, value_name = "URL", default_value_t = Exam::default().page)]
    page: String,

    /// Write the score as a page that needs no other file, with its worst mistakes drawn
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write a badge with the error rate, as SVG
    #[arg(long, value_name = "FILE")]
    badge: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Leave times out of the JSON, so that it is the same in every run
    #[arg(long, requires = "json")]
    no_times: bool,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &ScoreArgs, out: &mut dyn Write) -> Result<ExitCode> {
    for path in [&args.html, &args.badge].into_iter().flatten() {
        files::ensure_writable(path)?;
    }
    let setup = AgentSetup::of(args.weights.as_ref());
    let game = args.game.open_for_agents(env, &setup)?;
    let exam = Exam {
        positions: args.positions,
        seed: args.seed,
        games: args.games,
        page: args.page.clone(),
    };
    let score = scored(env, &*game, &exam, &args.agent, &args.run)?;
    if let Some(path) = &args.html {
        files::write(path, score.html(&*game)?.as_bytes(), env.stop)?;
    }
    if let Some(path) = &args.badge {
        files::write(path, score.badge().as_bytes(), env.stop)?;
    }
    match args.json {
        true => write_json(out, &score.json(!args.no_times))?,
        false => write_score(out, &*game, &score)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Scores an agent, and shows the progress.
pub fn scored(
    env: &Env<'_>,
    game: &dyn AnyGame,
    exam: &Exam,
    agent: &AgentSpec,
    run: &RunArgs,
) -> Result<Score> {
    let doing = format!("{}: the score of {agent}", game.id());
    let budget = env.budget();
    // How many positions there are turns out when they are drawn.
    let score = monitored(env, run, &doing, "positions and games", 0, |done| {
        let candidate = Candidate::Agent(agent.clone());
        exam.score(game, candidate, &budget, &|total| done(Some(total)))
    });
    Ok(score??)
}

/// Writes the score for people.
fn write_score(out: &mut dyn Write, game: &dyn AnyGame, score: &Score) -> Result<()> {
    let rung = &score.rung;
    writeln!(
        out,
        "{}: {}, {}\n",
        score.game,
        rung.agent,
        score.positions()
    )?;
    for (name, value) in [
        ("errors", rung.error_rate().to_string()),
        ("of them won before", count(rung.wins_lost.into())),
        ("plies short", format!("{:.2}", rung.mean_shortfall())),
        ("Elo", score.elo_in_words()),
        ("against perfect", score.perfect_in_words()),
        ("time for a move", brief(rung.time_per_move())),
    ] {
        writeln!(out, "{name:<18}  {value}")?;
    }
    write_levels(out, score)?;
    writeln!(
        out,
        "\nAn error is a move with a worse outcome than the position's, where there is something to lose.\n\
         Plies short: by how much the other moves win later or lose sooner than need be, on average."
    )?;
    write_mistakes(out, game, score)?;
    if score.is_repeatable == Some(false) {
        writeln!(
            out,
            "\n{} thinks by the clock, so another run may differ; a number of positions (search:100000) is repeatable.",
            rung.agent
        )?;
    }
    Ok(())
}

fn write_levels(out: &mut dyn Write, score: &Score) -> io::Result<()> {
    let bands = score.rung.bands(LEVELS);
    if bands.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let columns = ["positions", "errors"].map(|name| (name, Align::Right));
    let mut table = Table::new(&[&[("marked tiles", Align::Left)], &columns[..]].concat());
    for (first, found) in bands {
        table.row([
            format!("{first}–{}", first + LEVELS - 1),
            count(found.positions.into()),
            found.rate().to_string(),
        ]);
    }
    table.write(out)
}

fn write_mistakes(out: &mut dyn Write, game: &dyn AnyGame, score: &Score) -> Result<()> {
    if score.mistakes.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nThe worst mistakes:\n")?;
    let numbered = || score.mistakes.iter().zip(1..);
    let boards = numbered().map(|(mistake, number)| {
        let mut board = vec![format!("{number}. {} to move", mistake.mover)];
        board.extend(game.draw(&mistake.position, None)?);
        Ok(board)
    });
    let boards: Vec<Vec<String>> = boards.collect::<Result<_>>()?;
    for line in side_by_side(&boards, WIDTH, GAP) {
        writeln!(out, "{}", line.trim_end())?;
    }
    for (mistake, number) in numbered() {
        let (said, link) = (mistake.sentence(), score.link(mistake));
        writeln!(out, "\n{number}. {said}\n   {link}")?;
    }
    Ok(())
}
