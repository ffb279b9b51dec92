//! `scores`: the scores of our own agents, as docs/results/scores.md.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_agents::AgentSpec;
use quixotic_catalog::{AnyGame, RuleValues, Setup};
use quixotic_cli::units::brief;
use quixotic_cli::{Env, RunArgs, directory, scored};
use quixotic_game::Player;
use quixotic_score::{Exam, Score};

use crate::{ResultFile, make_directory};

/// The agents: those of the ladder and some more, none that thinks by the clock.
const AGENTS: &str = "random,slips:50:minimax:2,slips:10:minimax:2,rules,dqn,minimax:1,minimax:2,minimax:3,minimax:4,\
                      mcts:100,mcts:1000,lines:1000,lines:10000,net,search:1000,search:10000,perfect";

/// What is scored.
#[derive(Debug, clap::Args)]
pub(crate) struct ScoresArgs {
    /// Directory to write scores.md to
    #[arg(long, value_name = "DIR", default_value = "docs/results")]
    out: PathBuf,

    /// The agents, with commas between them
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', default_value = AGENTS)]
    agents: Vec<AgentSpec>,

    /// Positions that every agent is asked about: the first of the set
    #[arg(long, value_name = "N", default_value_t = quixotic_score::POSITIONS, value_parser = clap::value_parser!(u32).range(1..=4_000))]
    positions: u32,

    /// Games against each opponent
    #[arg(long, value_name = "N", default_value_t = Exam::default().games, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    games: u32,

    /// Directory of the database of 5×5, for games against `perfect` [default: the user's data directory; without one,
    /// they are left out]
    #[arg(long, value_name = "DIR")]
    db5: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &ScoresArgs, out: &mut dyn Write) -> Result<ExitCode> {
    make_directory(&args.out)?;
    let setup = Setup {
        db: args
            .db5
            .as_deref()
            .map(directory)
            .transpose()?
            .map(Into::into),
        data: env.data(),
        ..Setup::default()
    };
    let exam = Exam {
        positions: args.positions,
        games: args.games,
        ..Exam::default()
    };
    let mut page = head(args);
    for (game, setup) in [("quixo4", &Setup::default()), ("quixo5", &setup)] {
        let id = env.catalog.id(game, &RuleValues::default())?;
        let game = env.catalog.open(&id, setup)?;
        if args.db5.is_some() {
            game.require_solution()?;
        }
        page += &section(env, args, &*game, &exam)?;
    }
    let file = ResultFile {
        name: "scores.md".into(),
        content: page,
    };
    file.write(env, &args.out, out)?;
    Ok(ExitCode::SUCCESS)
}

fn head(args: &ScoresArgs) -> String {
    format!(
        "# Scores

Written by `quixotic-research scores --positions {positions} --games {games}`; the same command writes the same figures, but for times, which depend on what else the machine does.

What `quixotic score GAME AGENT` says of our own agents. Errors are moves that make the outcome worse, in percent of the first {positions}
positions of a set in which there is something to lose, with the range of 95 % confidence; then how many of them give a win away, and by how
many plies the other moves fall short of the best. Elo comes from {games} games against each of some agents whose ratings are in
[levels.md](levels.md); those ratings are taken as sure. Elo of different games cannot be compared. The last columns are games
against `perfect`, half of them with the agent starting: won, drawn and lost by the agent, and plies. No agent gets to see the solution.
Agents that think by the clock are left out, since no two runs of theirs are the same, and `search:100000`, which takes too long (see [agents.md](agents.md)).
",
        positions = args.positions,
        games = args.games
    )
}

/// The table of a game.
fn section(env: &Env<'_>, args: &ScoresArgs, game: &dyn AnyGame, exam: &Exam) -> Result<String> {
    let (id, info) = (game.id(), game.info());
    let set = quixotic_score::PositionSet::name(id).unwrap_or_default();
    let mut text = format!("\n## {id}, set {set}\n\n");
    if !info.complete {
        text += "There was no complete solution: `perfect` itself and games against it are left out.\n\n";
    }
    text += "| agent | errors, % | wins given away | plies short | Elo | ± | time for a move | starts against `perfect` | plies | second | plies |\n";
    text += "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for agent in &args.agents {
        if *agent == AgentSpec::Perfect && !info.complete {
            continue;
        }
        text += &row(&scored(env, game, exam, agent, &args.run)?);
    }
    Ok(text)
}

fn row(score: &Score) -> String {
    let rung = &score.rung;
    let rate = rung.error_rate();
    let elo = score.elo.as_ref().map_or(["–".into(), "–".into()], |elo| {
        [elo.rating.elo, elo.rating.error].map(|points| format!("{points:.0}"))
    });
    let side = |player| match &score.perfect {
        None => "– | –".into(),
        Some(played) => {
            let tally = played.tally_as(player);
            let found = tally.score;
            format!(
                "{} / {} / {} | {:.1}",
                found.wins,
                found.draws,
                found.losses,
                tally.mean_plies()
            )
        }
    };
    format!(
        "| `{}` | {:.1} ({:.1}–{:.1}) | {} | {:.2} | {} | {} | {} | {} | {} |\n",
        rung.agent,
        100.0 * rate.share,
        100.0 * rate.low,
        100.0 * rate.high,
        rung.wins_lost,
        rung.mean_shortfall(),
        elo[0],
        elo[1],
        brief(rung.time_per_move()),
        side(Player::X),
        side(Player::O)
    )
}
