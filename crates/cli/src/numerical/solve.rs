//! `solve`: answer the two questions about the empty board.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use quixotic_game::{Game as _, Player, Stopped};
use quixotic_numerical::{Move, Numerical, Question, Solver, SolverAnswer, Verdict, line};
use quixotic_research::numerical::{SolveJson, words};

use super::args::{self, OnGrid, SolveArgs};
use super::watch::{Doing, watched};
use crate::env::Env;
use crate::interrupt::Interrupted;
use crate::json;
use crate::table::{Table, write_indented};
use crate::units::count;

pub(crate) fn run(env: &Env<'_>, on: &OnGrid<SolveArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (grid, args) = on.split();
    let game = &args::game(env, grid, &args.rules)?;
    let rounds = game.rules().cells();
    let by_round = args.by_round.unwrap_or(rounds);
    ensure!(
        by_round <= rounds,
        "--by-round {by_round}: a game of {} has {rounds} rounds",
        grid.name
    );

    let pool = args.run.pool()?;
    let solver = |&asker: &Player| Solver::new(game, Question { asker, by_round }, args.keys());
    let solvers: Vec<Solver> = args.question.askers().iter().map(solver).collect();
    let solvers: Vec<&Solver> = solvers.iter().collect();
    let (doing, budget) = (Doing::new(""), env.budget());
    let found = watched(&pool, args.run.quiet, &doing, &solvers, || {
        let answer = |solver: &&Solver| {
            let asker = solver.question().asker;
            doing.set(format!(
                "Can the {} player force a win",
                words::ordinal(asker)
            ));
            Ok((asker, solver.ask(&game.start(), &budget)?))
        };
        let answers: Result<Vec<(Player, SolverAnswer)>, Stopped> =
            solvers.iter().map(answer).collect();
        doing.set("A game without a mistake".into());
        let line = line(game, &solvers, &game.start(), &budget)?;
        Ok::<_, Stopped>((answers?, line))
    });
    let (answers, line) = found.map_err(|_| Interrupted::nothing())?;

    let outcome = outcome(&answers, by_round == rounds);
    if args.json {
        let json = SolveJson::new(grid.name, game, args.by_round, &answers, outcome, &line);
        json::write(out, &json)?;
    } else {
        writeln!(out, "{}: {}", grid.name, game.rules())?;
        writeln!(out)?;
        write_answers(out, &answers, args.by_round)?;
        if let Some(outcome) = outcome {
            writeln!(out, "Under best play: {}.", words::outcome(outcome))?;
        }
        write_line(out, game, &line)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The outcome, if the answers tell it: a tie needs two that hold for the whole game.
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
