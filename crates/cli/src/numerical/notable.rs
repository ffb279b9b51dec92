//! `notable`: the results about a board, in Markdown.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::{Budget, Game as _, Player, Stopped};
use quixotic_numerical::{
    Answer, Hand, Judge, Keys, Numerical, Position, Question, Rules, Solver, kinds_after, line,
};

use super::args::{Grid, NotableArgs, OnGrid};
use super::watch::{Doing, watched};
use super::words;
use crate::units::count;
use rayon::ThreadPool;

pub(crate) fn run(on: &OnGrid<NotableArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (grid, args) = on.split();
    let work = Work {
        grid,
        pool: args.run.pool()?,
        quiet: args.run.quiet,
    };
    let size = grid.size;
    writeln!(out, "# Numerical Tic-Tac-Toe on {size}×{size}")?;
    writeln!(out)?;
    writeln!(out, "Written by `quixotic notable {}`.", grid.name)?;
    work.write_questions(out)?;
    if size == 4 {
        work.write_open_questions(out)?;
    }
    work.write_first_moves(out)?;
    Ok(ExitCode::SUCCESS)
}

/// What is looked at, and with which threads.
struct Work {
    grid: Grid,
    pool: ThreadPool,
    quiet: bool,
}

impl Work {
    fn game(&self) -> Result<Numerical> {
        Ok(Numerical::new(Rules::standard(self.grid.size)?))
    }

    /// The answer to a question about the empty board, and a line that follows.
    fn answer(&self, game: &Numerical, question: Question) -> Result<(Answer, String)> {
        let solver = Solver::new(game, question, Keys::default());
        let doing = Doing::new(format!(
            "Can the {} player force a win",
            words::ordinal(question.asker)
        ));
        let found = watched(&self.pool, self.quiet, &doing, &[&solver], || {
            let answer = solver.ask(&game.start(), &Budget::UNLIMITED)?;
            let line = line(game, &[&solver], &game.start(), &Budget::UNLIMITED)?;
            Ok::<_, Stopped>((answer, words::moves(game, 0, &line)))
        });
        Ok(found?)
    }

    /// Both questions, with the boards by depth.
    fn write_questions(&self, out: &mut dyn Write) -> Result<()> {
        let game = &self.game()?;
        for asker in [Player::X, Player::O] {
            let (answer, line) = self.answer(game, Question::of(game.rules(), asker))?;
            writeln!(
                out,
                "\n## Can the {} player force a win? {}\n",
                words::ordinal(asker),
                yes_or_no(&answer)
            )?;
            writeln!(out, "{}.\n", game.rules())?;
            writeln!(out, "| depth | boards visited | found in memory | yes |")?;
            writeln!(out, "|--:|--:|--:|--:|")?;
            let depths = answer
                .depths
                .iter()
                .enumerate()
                .filter(|(_, done)| done.visited > 0);
            for (depth, done) in depths {
                let [visited, remembered, yes] =
                    [done.visited, done.remembered, done.yes].map(count);
                writeln!(out, "| {depth} | {visited} | {remembered} | {yes} |")?;
            }
            writeln!(out, "| all | {} | | |", count(answer.nodes()))?;
            writeln!(out, "\nA line of play: {line}")?;
            out.flush()?;
        }
        Ok(())
    }

    /// The outcome of every kind of first move, and the replies that win.
    fn write_first_moves(&self, out: &mut dyn Write) -> Result<()> {
        let game = &self.game()?;
        let judge = Judge::new(game, Keys::default());
        let solvers = [Player::X, Player::O].map(|asker| judge.solver(asker));
        writeln!(out, "\n## Every kind of first move\n")?;
        writeln!(
            out,
            "First moves that a symmetry of the lines takes to each other are one kind, and so are replies.\n"
        )?;
        writeln!(
            out,
            "| first move | outcome | replies with which the second player wins |"
        )?;
        writeln!(out, "|---|---|---|")?;
        for position in kinds_after(game, &game.start()) {
            let name = only_move(game, &position);
            let doing = Doing::new(format!("Replies to {name}"));
            let found = watched(&self.pool, self.quiet, &doing, &solvers, || {
                let verdict = judge.verdict(&position, &Budget::UNLIMITED)?;
                let replies = winning_replies(game, solvers[1], &position)?;
                Ok::<_, Stopped>((verdict, replies))
            });
            let (verdict, replies) = found?;
            writeln!(out, "| {name} | {verdict} | {} |", replies.join(" "))?;
            // On 4×4 the next row takes minutes.
            out.flush()?;
        }
        Ok(())
    }

    /// What the paper leaves open.
    fn write_open_questions(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "\n## Open in the paper\n")?;
        writeln!(out, "| question | answer | boards visited |")?;
        writeln!(out, "|---|---|--:|")?;
        let usual = &self.game()?;
        for by_round in [8, 10, 12, 14] {
            let (answer, _) = self.answer(
                usual,
                Question {
                    asker: Player::O,
                    by_round,
                },
            )?;
            let (yes, boards) = (yes_or_no(&answer), count(answer.nodes()));
            writeln!(
                out,
                "| Can the second player force a win by round {by_round}? | {yes} | {boards} |"
            )?;
        }
        let hand = Hand::up_to(8);
        let doubled = &Numerical::new(Rules::hands(4, hand, hand)?);
        for asker in [Player::X, Player::O] {
            let (answer, _) = self.answer(doubled, Question::of(doubled.rules(), asker))?;
            let (yes, boards) = (yes_or_no(&answer), count(answer.nodes()));
            let asker = words::ordinal(asker);
            writeln!(
                out,
                "| Can the {asker} player force a win if each holds 1 to 8, target 18? | {yes} | {boards} |"
            )?;
        }
        Ok(())
    }
}

fn yes_or_no(answer: &Answer) -> &'static str {
    if answer.yes { "Yes" } else { "No" }
}

/// The replies after which the second player wins, of which symmetry makes one.
fn winning_replies(
    game: &Numerical,
    second: &Solver,
    position: &Position,
) -> Result<Vec<String>, Stopped> {
    let mut replies = Vec::new();
    for after in kinds_after(game, position) {
        if second.ask(&after, &Budget::UNLIMITED)?.yes {
            replies.push(last_move(game, position, &after));
        }
    }
    Ok(replies)
}

/// The move that leads from one position to another.
fn last_move(game: &Numerical, before: &Position, after: &Position) -> String {
    let moves = game.moves(before).into_iter();
    let mut leading = moves.filter(|&mv| game.play(before, mv) == *after);
    game.format_move(leading.next().expect("the positions follow each other"))
}

fn only_move(game: &Numerical, position: &Position) -> String {
    last_move(game, &game.start(), position)
}
