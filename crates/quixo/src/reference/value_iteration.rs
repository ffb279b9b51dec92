//! Value iteration with distances over all boards at once: Algorithms 1 and 6.
//!
//! Round `i` finds exactly the boards whose game ends in `i` plies, given those
//! that end in fewer: a board with a child lost in `i - 1` is a win, a board whose
//! children are all wins in less than `i` is a loss. Nothing here supposes that
//! wins take odd and losses even numbers of plies, which not all rules grant.
//!
//! We follow the definition of a distance (Section 4.4) where the listing departs
//! from it: line 18 of Algorithm 6 takes the *minimum* of the children of a loss,
//! but the loser delays, so it is the maximum. We also leave wins found in the
//! same round out of account until the next, so that a round has one meaning
//! whatever the order in which it visits the boards.
//!
//! A board of distance `i + 1` has a child of distance exactly `i`, so the first
//! round that finds nothing is the last.

use quixotic_game::{Outcome, Value};

use super::ValueCounts;
use crate::{Board, Quixo, Rules, Ternary};

/// The value of every board, by value iteration.
#[derive(Clone, Debug)]
pub struct ValueIteration {
    quixo: Quixo,
    ternary: Ternary,
    values: Vec<Value>,
}

impl ValueIteration {
    /// Solves the game.
    ///
    /// # Panics
    /// If the board is larger than [`Ternary::MAX_SIZE`].
    pub fn solve(rules: Rules) -> ValueIteration {
        let ternary = Ternary::new(rules);
        let mut solver = ValueIteration {
            quixo: Quixo::new(rules),
            values: vec![Value::DRAW; ternary.count()],
            ternary,
        };
        solver.update(|solver, board| match solver.quixo.ended_on(board)? {
            Outcome::Win => Some(Value::win(0)),
            Outcome::Loss => Some(Value::loss(0)),
            Outcome::Draw => None,
        });
        let mut round = 1;
        while solver.update(|solver, board| solver.decided_in(board, round)) {
            round += 1;
        }
        solver
    }

    /// Gives every board that has no value yet the one that `decide` finds.
    /// Returns whether there was any.
    fn update(&mut self, decide: impl Fn(&ValueIteration, Board) -> Option<Value>) -> bool {
        let mut updated = false;
        for board in self.ternary.boards() {
            if self.value(board) == Value::DRAW
                && let Some(value) = decide(self, board)
            {
                let index = self.ternary.index(board);
                self.values[index] = value;
                updated = true;
            }
        }
        updated
    }

    /// The value of an undecided board if the game ends in exactly that many
    /// plies, given the values of all boards where it ends in fewer.
    fn decided_in(&self, board: Board, plies: u16) -> Option<Value> {
        let mut all_won = true;
        for (_, child) in self.quixo.children(board) {
            let value = self.value(child);
            if value == Value::loss(plies - 1) {
                return Some(Value::win(plies));
            }
            all_won &= value.outcome() == Outcome::Win && value.distance() < Some(plies);
        }
        all_won.then_some(Value::loss(plies))
    }

    /// The value of a board.
    pub fn value(&self, board: Board) -> Value {
        self.values[self.ternary.index(board)]
    }

    /// How many boards have which value.
    pub fn counts(&self) -> ValueCounts {
        self.values.iter().copied().collect()
    }
}
