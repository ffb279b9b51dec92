//! Verdicts and moves, from the answers to both questions.

use std::time::Instant;

use quixotic_game::Player;

use crate::{Keys, Late, Move, Numerical, Position, Question, Solver, Verdict};

/// Tells how any position of a game ends, and which moves are best.
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
    pub fn verdict(&self, position: &Position) -> Verdict {
        self.verdict_until(position, None).expect("nobody stops it")
    }

    /// The same, for those who cannot wait. Who asks again comes further.
    pub fn verdict_until(
        &self,
        position: &Position,
        deadline: Option<Instant>,
    ) -> Result<Verdict, Late> {
        for asker in [Player::X, Player::O] {
            if self.solver(asker).ask_until(position, deadline)?.yes {
                return Ok(Verdict::win(asker));
            }
        }
        Ok(Verdict::Tie)
    }

    /// Every move and what it leads to, the best first.
    pub fn moves(&self, position: &Position) -> Vec<JudgedMove> {
        let mover = position.to_move();
        let judged = |mv| JudgedMove {
            mv,
            verdict: self.verdict(&self.game.after(position, mv)),
        };
        let mut moves: Vec<JudgedMove> = self.game.legal_moves(position).map(judged).collect();
        moves.sort_by_key(|judged| -judged.verdict.worth(mover));
        moves
    }

    /// A best move; `None` if the game is over.
    pub fn choose(&self, position: &Position) -> Option<Move> {
        choose(&self.solvers.each_ref(), position)
    }

    /// The same, for those who cannot wait.
    pub fn choose_until(
        &self,
        position: &Position,
        deadline: Option<Instant>,
    ) -> Result<Option<Move>, Late> {
        choose_until(&self.solvers.each_ref(), position, deadline)
    }
}

/// The best move that the answers to some questions tell: one that keeps the own
/// player's yes, else one that keeps the opponent's no, else the one that leaves the
/// fewest safe replies. `None` if the game is over.
pub fn choose(solvers: &[&Solver], position: &Position) -> Option<Move> {
    choose_until(solvers, position, None).expect("nobody stops it")
}

fn choose_until(
    solvers: &[&Solver],
    position: &Position,
    deadline: Option<Instant>,
) -> Result<Option<Move>, Late> {
    let mover = position.to_move();
    for (asker, wanted) in [(mover, true), (!mover, false)] {
        let asked = |solver: &&&Solver| solver.question().asker == asker;
        let Some(solver) = solvers.iter().find(asked) else {
            continue;
        };
        if solver.ask_until(position, deadline)?.yes == wanted
            && let Some(mv) = solver.move_to(position, wanted, deadline)?
        {
            return Ok(Some(mv));
        }
    }
    let first_in_order = |solver: &&Solver| solver.moves_in_order(position).first().copied();
    Ok(solvers.first().and_then(first_in_order))
}

/// A game from here to its end in which both players choose so.
pub fn line(game: &Numerical, solvers: &[&Solver], position: &Position) -> Vec<Move> {
    let mut position = *position;
    let mut line = Vec::new();
    while let Some(mv) = choose(solvers, &position) {
        line.push(mv);
        position = game.after(&position, mv);
    }
    line
}
