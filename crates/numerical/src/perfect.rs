//! The perfect player: solves as it goes, and needs no database.
//!
//! Only the first moves of the usual 4×4 game take seconds to find. They come from the opening book, and the second
//! player's from the strategy.

use std::cmp::Reverse;
use std::sync::OnceLock;

use quixotic_game::{Budget, Outcome, Stopped};

use crate::judge::{judged_moves, line_by};
use crate::opening::Opening;
use crate::{Judge, JudgedMove, Keys, Move, Numerical, Position, Strategy, Verdict};

/// Plays without a mistake: wins what is won, ties what is tied.
///
/// What the opening book and the strategy know is never searched, whatever the budget. Each question
/// that has to be searched may take all the positions of the budget, and what was found
/// before it ended is remembered, so asking again goes on from there.
pub struct Perfect {
    judge: Judge,
    opening: Opening,
    strategy: OnceLock<Strategy>,
}

/// What was found out about a position before a budget ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// How the game ends from here, if it was found out.
    pub verdict: Option<Verdict>,
    /// Every legal move and how the game ends after it, if it was found out. The best
    /// come first; what is not known counts as a tie.
    pub moves: Vec<(Move, Option<Verdict>)>,
    /// Why something is not known, if it is not.
    pub stopped: Option<Stopped>,
}

impl Perfect {
    /// A perfect player of a game. Where the rules are not the usual ones, its first two
    /// or three moves on 4×4 may take it a minute.
    pub fn new(game: &Numerical) -> Perfect {
        Perfect {
            judge: Judge::new(game, Keys::default()),
            opening: Opening::of(game),
            strategy: OnceLock::new(),
        }
    }

    /// The second player's strategy, if there is one for this game and it is there already.
    fn strategy(&self) -> Option<&Strategy> {
        if self.strategy.get().is_none() {
            let _ = self.strategy.set(Strategy::shipped(self.judge.game())?);
        }
        self.strategy.get()
    }

    /// Its judge, who solves what the opening book does not have.
    pub fn judge(&self) -> &Judge {
        &self.judge
    }

    /// How the game ends from here.
    pub fn verdict(&self, position: &Position, budget: &Budget) -> Result<Verdict, Stopped> {
        let leads_here = |strategy: &Strategy| strategy.leads_to(position);
        match self.opening.verdict(self.judge.game(), position) {
            Some(verdict) => Ok(verdict),
            None if self.strategy().is_some_and(leads_here) => Ok(Verdict::Second),
            None => self.judge.verdict(position, budget),
        }
    }

    /// Every move and what it leads to, the best first.
    pub fn moves(&self, position: &Position, budget: &Budget) -> Result<Vec<JudgedMove>, Stopped> {
        let verdict = |after: &Position| self.verdict(after, budget);
        judged_moves(self.judge.game(), position, verdict)
    }

    /// A best move; `None` if the game is over.
    pub fn choose(&self, position: &Position, budget: &Budget) -> Result<Option<Move>, Stopped> {
        let book = self.opening.reply(position);
        match book.or_else(|| self.strategy()?.reply(position)) {
            Some(mv) => Ok(Some(mv)),
            None => self.judge.choose(position, budget),
        }
    }

    /// A game from here to its end in which nobody makes a mistake.
    pub fn line(&self, position: &Position, budget: &Budget) -> Result<Vec<Move>, Stopped> {
        line_by(self.judge.game(), position, |at| self.choose(at, budget))
    }

    /// The verdict and as many moves as the budget allows, those first that are likely to
    /// be good.
    pub fn probe(&self, position: &Position, budget: &Budget) -> Probe {
        let mut stopped = None;
        let mut note = |found: Result<Verdict, Stopped>| match found {
            Ok(verdict) => Some(verdict),
            Err(why) => {
                stopped = Some(why);
                None
            }
        };
        let verdict = note(self.verdict(position, budget));
        let mover = position.to_move();
        let mut moves = self.judge.solver(mover).moves_in_order(position);
        let best = self.choose(position, budget).ok().flatten();
        moves.sort_by_key(|&mv| Some(mv) != best);
        let judge = |mv| {
            let after = self.judge.game().after(position, mv);
            (mv, note(self.verdict(&after, budget)))
        };
        let mut moves: Vec<(Move, Option<Verdict>)> = moves.into_iter().map(judge).collect();
        moves.sort_by_key(|&(mv, verdict)| {
            let outcome = verdict.map_or(Outcome::Draw, |verdict| verdict.outcome(mover));
            (Reverse(outcome), verdict.is_none(), mv.cell, mv.number)
        });
        Probe {
            verdict,
            moves,
            stopped,
        }
    }
}
