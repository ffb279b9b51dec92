//! `notable` for Numerical Tic-Tac-Toe: the results about a board, in Markdown.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::Result;
use quixotic_cli::meter::counted;
use quixotic_cli::units::count;
use quixotic_cli::{Env, Interrupted, RunArgs};
use quixotic_game::{Budget, Game as _, Player, Stopped};
use quixotic_numerical::{
    Hand, Judge, Keys, Numerical, Position, Question, Rules, Solver, SolverAnswer, kinds_after,
    line, words,
};
use rayon::ThreadPool;

/// Writes what is known of a board, part by part, as it is found.
pub(crate) fn run(
    env: &Env<'_>,
    (name, size): (&str, u8),
    run: &RunArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let work = Work {
        env,
        size,
        pool: run.pool()?,
        budget: &env.budget(),
    };
    writeln!(out, "# Numerical Tic-Tac-Toe on {size}×{size}")?;
    writeln!(out)?;
    writeln!(out, "Written by `quixotic-research notable {name}`.")?;
    work.write_questions(out)?;
    if size == 4 {
        work.write_open_questions(out)?;
    }
    work.write_first_moves(out)?;
    Ok(ExitCode::SUCCESS)
}

/// What is looked at.
struct Work<'a> {
    env: &'a Env<'a>,
    size: u8,
    pool: ThreadPool,
    budget: &'a Budget,
}

impl Work<'_> {
    /// Does some work and shows meanwhile what it is, and how many boards were visited.
    fn monitored<T: Send>(
        &self,
        doing: String,
        solvers: &[&Solver],
        work: impl FnOnce() -> Result<T, Stopped> + Send,
    ) -> Result<T> {
        let visited = || solvers.iter().map(|solver| solver.visited()).sum();
        let found = counted(self.env, &self.pool, &Mutex::new(doing), visited, work);
        found.map_err(|_| Interrupted("the page is not complete".into()).into())
    }

    fn game(&self) -> Result<Numerical> {
        Ok(Numerical::new(Rules::standard(self.size)?))
    }

    /// The answer to a question about the empty board, and a line that follows.
    fn answer(&self, game: &Numerical, question: Question) -> Result<(SolverAnswer, String)> {
        let solver = Solver::new(game, question, Keys::default());
        let doing = format!(
            "Can the {} player force a win",
            words::ordinal(question.asker)
        );
        self.monitored(doing, &[&solver], || {
            let answer = solver.ask(&game.start(), self.budget)?;
            let line = line(game, &[&solver], &game.start(), self.budget)?;
            Ok((answer, words::moves(game, 0, &line)))
        })
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
            let doing = format!("Replies to {name}");
            let (verdict, replies) = self.monitored(doing, &solvers, || {
                let verdict = judge.verdict(&position, self.budget)?;
                let replies = winning_replies(game, solvers[1], &position, self.budget)?;
                Ok((verdict, replies))
            })?;
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

fn yes_or_no(answer: &SolverAnswer) -> &'static str {
    if answer.yes { "Yes" } else { "No" }
}

/// The replies after which the second player wins, of which symmetry makes one.
fn winning_replies(
    game: &Numerical,
    second: &Solver,
    position: &Position,
    budget: &Budget,
) -> Result<Vec<String>, Stopped> {
    let mut replies = Vec::new();
    for after in kinds_after(game, position) {
        if second.ask(&after, budget)?.yes {
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
