//! `solve` for Numerical Tic-Tac-Toe: answer the two questions about the empty board.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use quixotic_catalog::GameId;
use quixotic_game::{Game as _, Player, Stopped};
use quixotic_numerical::{
    Keys, Move, Numerical, Question, Rules, Solver, SolverAnswer, Verdict, line, words,
};
use serde::Serialize;

use super::SolveArgs;
use crate::env::Env;
use crate::interrupt::Interrupted;
use crate::meter::counted;
use crate::output::write_json;
use crate::table::{Table, write_indented};
use crate::units::count;

/// What is asked, and how.
#[derive(Debug, clap::Args)]
pub(super) struct NumericalOptions {
    /// Who is asked to force a win
    #[arg(long, value_name = "WHO", value_enum, default_value_t = Questions::Both)]
    question: Questions,

    /// Only wins by that round count; each number placed is a round [default: all]
    #[arg(long, value_name = "ROUND", value_parser = clap::value_parser!(u8).range(1..=16))]
    by_round: Option<u8>,

    /// Remember positions exactly instead of by a hash: slower, but no two can be taken for the same
    #[arg(long)]
    exact_keys: bool,
}

/// Which question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Questions {
    /// Can the first player force a win?
    First,
    /// Can the second player force a win?
    Second,
    /// Both questions, which give the outcome
    Both,
}

impl Questions {
    /// The players who ask.
    fn askers(self) -> &'static [Player] {
        match self {
            Questions::First => &[Player::X],
            Questions::Second => &[Player::O],
            Questions::Both => &[Player::X, Player::O],
        }
    }
}

pub(super) fn run(
    env: &Env<'_>,
    id: &GameId,
    rules: Rules,
    args: &SolveArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (game, given) = (&Numerical::new(rules), &args.numerical);
    let rounds = rules.cells();
    let by_round = given.by_round.unwrap_or(rounds);
    ensure!(
        by_round <= rounds,
        "--by-round {by_round}: a game of {} has {rounds} rounds",
        id.game()
    );
    let keys = match given.exact_keys {
        true => Keys::Exact,
        false => Keys::Merged,
    };

    let pool = args.run.pool()?;
    let solver = |&asker: &Player| Solver::new(game, Question { asker, by_round }, keys);
    let solvers: Vec<Solver> = given.question.askers().iter().map(solver).collect();
    let solvers: Vec<&Solver> = solvers.iter().collect();
    let (doing, budget) = (Mutex::new(String::new()), env.budget());
    let begin = |what: String| *doing.lock().expect("no thread panics with the lock") = what;
    let visited = || solvers.iter().map(|solver| solver.visited()).sum();
    let found = counted(env, &pool, &doing, visited, || {
        let answer = |solver: &&Solver| {
            let asker = solver.question().asker;
            begin(format!(
                "Can the {} player force a win",
                words::ordinal(asker)
            ));
            Ok((asker, solver.ask(&game.start(), &budget)?))
        };
        let answers: Result<Vec<(Player, SolverAnswer)>, Stopped> =
            solvers.iter().map(answer).collect();
        begin("A game without a mistake".into());
        let line = line(game, &solvers, &game.start(), &budget)?;
        Ok::<_, Stopped>((answers?, line))
    });
    let (answers, line) = found.map_err(|_| Interrupted::nothing())?;

    let outcome = outcome(&answers, by_round == rounds);
    if args.json.json {
        let json = SolveJson::new(id.game(), game, given.by_round, &answers, outcome, &line);
        write_json(out, &json)?;
    } else {
        writeln!(out, "{}: {}", id.game(), game.rules())?;
        writeln!(out)?;
        write_answers(out, &answers, given.by_round)?;
        if let Some(outcome) = outcome {
            writeln!(out, "Under best play: {}.", words::outcome(outcome))?;
        }
        write_line(out, game, &line)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The outcome, if the answers give it: a tie needs two that hold for the whole game.
fn outcome(answers: &[(Player, SolverAnswer)], whole_game: bool) -> Option<Verdict> {
    let winner = answers.iter().find(|(_, answer)| answer.yes);
    match winner {
        Some(&(asker, _)) => Some(Verdict::win(asker)),
        None => (answers.len() == 2 && whole_game).then_some(Verdict::Tie),
    }
}

fn write_answers(
    out: &mut dyn Write,
    answers: &[(Player, SolverAnswer)],
    by_round: Option<u8>,
) -> Result<()> {
    let by = by_round.map_or(String::new(), |round| format!(" by round {round}"));
    for (asker, answer) in answers {
        let (asker, yes) = (
            words::ordinal(*asker),
            if answer.yes { "Yes" } else { "No" },
        );
        writeln!(out, "Can the {asker} player force a win{by}? {yes}.")?;
        writeln!(out)?;
        let mut table = Table::of_numbers(&["depth", "boards visited", "found in memory", "yes"]);
        for (depth, done) in answer.depths.iter().enumerate() {
            if done.visited > 0 {
                table.row([
                    depth.to_string(),
                    count(done.visited),
                    count(done.remembered),
                    count(done.yes),
                ]);
            }
        }
        table.write(out)?;
        writeln!(out)?;
    }
    Ok(())
}

/// The game that follows from the answers, and its last board.
fn write_line(out: &mut dyn Write, game: &Numerical, line: &[Move]) -> Result<()> {
    let end = line
        .iter()
        .fold(game.start(), |position, &mv| game.play(&position, mv));
    let verdict = game.ended_as(&end).expect("a line is a whole game");
    writeln!(
        out,
        "A game that follows from it, {}:",
        words::ended(verdict)
    )?;
    writeln!(out)?;
    let in_a_row = 8;
    for (row, moves) in line.chunks(in_a_row).enumerate() {
        writeln!(
            out,
            "  {}",
            words::moves(game, (row * in_a_row) as u8, moves)
        )?;
    }
    writeln!(out)?;
    write_indented(out, &game.draw(&end))?;
    Ok(())
}

/// What `--json` prints: the answers to one or both questions; what was not asked is `null`. The
/// names of the fields are part of the contract.
#[derive(Debug, Serialize)]
struct SolveJson<'a> {
    game: &'a str,
    rules: RulesJson,
    by_round: Option<u8>,
    first_can_force: Option<bool>,
    second_can_force: Option<bool>,
    outcome: Option<String>,
    nodes: u64,
    depths: Vec<DepthJson>,
    line: Vec<String>,
}

/// What was done at one depth for one question.
#[derive(Debug, Serialize)]
struct DepthJson {
    question: &'static str,
    depth: usize,
    visited: u64,
    memory: u64,
    yes: u64,
}

impl SolveJson<'_> {
    /// The answers to what was asked about the empty board.
    fn new<'a>(
        name: &'a str,
        game: &Numerical,
        by_round: Option<u8>,
        answers: &[(Player, SolverAnswer)],
        outcome: Option<Verdict>,
        line: &[Move],
    ) -> SolveJson<'a> {
        let yes = |player| {
            let mut answers = answers.iter();
            let found = answers.find(|(asker, _)| *asker == player);
            found.map(|(_, answer)| answer.yes)
        };
        let depths = answers.iter().flat_map(|(asker, answer)| {
            let depths = answer.depths.iter().enumerate();
            depths.map(|(depth, done)| DepthJson {
                question: words::ordinal(*asker),
                depth,
                visited: done.visited,
                memory: done.remembered,
                yes: done.yes,
            })
        });
        SolveJson {
            game: name,
            rules: RulesJson::new(game),
            by_round,
            first_can_force: yes(Player::X),
            second_can_force: yes(Player::O),
            outcome: outcome.map(|verdict| verdict.to_string()),
            nodes: answers.iter().map(|(_, answer)| answer.nodes()).sum(),
            depths: depths.collect(),
            line: line.iter().map(|&mv| game.format_move(mv)).collect(),
        }
    }
}

/// The rules of a game.
#[derive(Debug, Serialize)]
struct RulesJson {
    first: Vec<u8>,
    second: Vec<u8>,
    target: u8,
}

impl RulesJson {
    /// The rules of that game.
    fn new(game: &Numerical) -> RulesJson {
        let hand = |player| game.rules().hand(player).iter().collect();
        RulesJson {
            first: hand(Player::X),
            second: hand(Player::O),
            target: game.rules().target(),
        }
    }
}
