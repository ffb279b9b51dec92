//! The walk: O's answers replayed against every X move, with nothing but the rules
//! and the counting bound.
//!
//! The order in which positions are met is part of the certificate's format, since
//! answers are stored in it: depth first, X's moves by field and spot ascending, and
//! a position that was met before in the same part is not entered again.

use std::collections::HashSet;

use quixotic_game::Player;

use crate::search::trap_move;
use crate::{Move, Position, Ruleset, bound};

const RULESET: Ruleset = Ruleset::FullOnly;

/// A walk through one part.
pub(crate) struct Walk<'a, A> {
    by: u8,
    traps: &'a [u8],
    answer: A,
    met: HashSet<Position>,
}

impl<'a, A, E> Walk<'a, A>
where
    A: FnMut(&Position, Option<Move>) -> Result<Move, E>,
    E: From<XWins>,
{
    /// A walk in which `answer` gives O's move, given the one that the trap list fixes.
    pub(crate) fn new(by: u8, traps: &'a [u8], answer: A) -> Walk<'a, A> {
        Walk {
            by,
            traps,
            answer,
            met: HashSet::new(),
        }
    }

    /// Walks everything that can follow; says how many positions with O to move it met.
    pub(crate) fn run(mut self, position: &Position) -> Result<u64, E> {
        match position.to_move() {
            Player::X => self.attack(position)?,
            Player::O => self.defend(position)?,
        }
        Ok(self.met.len() as u64)
    }

    fn attack(&mut self, position: &Position) -> Result<(), E> {
        if self.is_safe(position) {
            return Ok(());
        }
        for mv in position.moves(RULESET) {
            self.defend(&position.after(RULESET, mv))?;
        }
        Ok(())
    }

    fn defend(&mut self, position: &Position) -> Result<(), E> {
        if position.winner() == Some(Player::X) {
            return Err(E::from(XWins));
        }
        if self.is_safe(position) || !self.met.insert(*position) {
            return Ok(());
        }
        let mv = (self.answer)(position, trap_move(self.traps, position))?;
        self.attack(&position.after(RULESET, mv))
    }

    /// Whether X cannot win in time any more, as far as counting tells.
    fn is_safe(&self, position: &Position) -> bool {
        position.winner() == Some(Player::O)
            || bound::reach(position, Player::X, self.by).fields == 0
    }
}

/// X has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct XWins;
