//! Verdicts and moves, from the answers to both questions.

use std::cmp::Reverse;

use quixotic_game::{Budget, Player, Stopped};

use crate::{Keys, Move, Numerical, Position, Question, Solver, Verdict};

/// Tells how any position of a game ends, and which moves are best, by search alone.
///
/// Each question on the way may take all the positions of a budget. What was found
/// before a budget ended is remembered, so asking again goes on from there.
pub struct Judge {
    game: Numerical,
    /// Of the first and of the second player's question.
    solvers: [Solver; 2],
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// How the game ends after it.
    pub verdict: Verdict,
}

impl Judge {
    /// A judge who has not seen anything yet.
    pub fn new(game: &Numerical, keys: Keys) -> Judge {
        let solver = |asker| Solver::new(game, Question::of(game.rules(), asker), keys);
        Judge {
            game: game.clone(),
            solvers: [Player::X, Player::O].map(solver),
        }
    }

    /// The game.
    pub fn game(&self) -> &Numerical {
        &self.game
    }

    /// The solver of a player's question.
    pub fn solver(&self, asker: Player) -> &Solver {
        &self.solvers[crate::rules::index(asker)]
    }

    /// How the game ends from here.
    pub fn verdict(&self, position: &Position, budget: &Budget) -> Result<Verdict, Stopped> {
        for asker in [Player::X, Player::O] {
            if self.solver(asker).ask(position, budget)?.yes {
                return Ok(Verdict::win(asker));
            }
        }
        Ok(Verdict::Tie)
    }

    /// Every move and what it leads to, the best first.
    pub fn moves(&self, position: &Position, budget: &Budget) -> Result<Vec<JudgedMove>, Stopped> {
        judged_moves(&self.game, position, |after| self.verdict(after, budget))
    }

    /// A best move; `None` if the game is over.
    pub fn choose(&self, position: &Position, budget: &Budget) -> Result<Option<Move>, Stopped> {
        choose(&self.solvers.each_ref(), position, budget)
    }
}

/// Every move with the verdict on the position after it, the best first.
pub(crate) fn judged_moves(
    game: &Numerical,
    position: &Position,
    verdict: impl Fn(&Position) -> Result<Verdict, Stopped>,
) -> Result<Vec<JudgedMove>, Stopped> {
    let judged = |mv| {
        let verdict = verdict(&game.after(position, mv))?;
        Ok(JudgedMove { mv, verdict })
    };
    let moves: Result<Vec<JudgedMove>, Stopped> = game.legal_moves(position).map(judged).collect();
    let mut moves = moves?;
    moves.sort_by_key(|judged| Reverse(judged.verdict.outcome(position.to_move())));
    Ok(moves)
}

/// The best move that the answers to some questions tell: one that keeps the own
/// player's yes, else one that keeps the opponent's no, else the one that leaves the
/// fewest safe replies. `None` if the game is over.
pub fn choose(
    solvers: &[&Solver],
    position: &Position,
    budget: &Budget,
) -> Result<Option<Move>, Stopped> {
    let mover = position.to_move();
    for (asker, wanted) in [(mover, true), (!mover, false)] {
        let asked = |solver: &&&Solver| solver.question().asker == asker;
        let Some(solver) = solvers.iter().find(asked) else {
            continue;
        };
        if solver.ask(position, budget)?.yes == wanted
            && let Some(mv) = solver.move_to(position, wanted, budget)?
        {
            return Ok(Some(mv));
        }
    }
    let first_in_order = |solver: &&Solver| solver.moves_in_order(position).first().copied();
    Ok(solvers.first().and_then(first_in_order))
}

/// A game from here to its end in which both players choose so.
pub fn line(
    game: &Numerical,
    solvers: &[&Solver],
    position: &Position,
    budget: &Budget,
) -> Result<Vec<Move>, Stopped> {
    line_by(game, position, |at| choose(solvers, at, budget))
}

/// A game from here to its end in which every move is chosen by `choose`.
pub(crate) fn line_by(
    game: &Numerical,
    position: &Position,
    choose: impl Fn(&Position) -> Result<Option<Move>, Stopped>,
) -> Result<Vec<Move>, Stopped> {
    let mut position = *position;
    let mut line = Vec::new();
    while let Some(mv) = choose(&position)? {
        line.push(mv);
        position = game.after(&position, mv);
    }
    Ok(line)
}
