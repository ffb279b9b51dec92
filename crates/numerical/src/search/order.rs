//! All moves of a position in the order in which they are worth trying, for those who
//! want a move rather than an answer.

use quixotic_game::{Budget, Stopped};

use super::Solver;
use super::board::Board;
use super::look::{Found, look};
use crate::rules::index;
use crate::{Move, Position};

/// What a move comes to, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It completes a line.
    Completes,
    /// The opponent cannot help to lose.
    Wins,
    /// The opponent has so many safe replies.
    Open(u32),
    /// The opponent can make two threats.
    Loses,
    /// The opponent can complete a line.
    GivesLine,
}

impl Solver {
    /// The legal moves: first those that win at sight, then those that leave the opponent
    /// few safe replies, last those that lose at sight.
    pub fn moves_in_order(&self, position: &Position) -> Vec<Move> {
        let mut moves: Vec<Move> = self.game.legal_moves(position).collect();
        moves.sort_by_cached_key(|&mv| self.rank(position, mv));
        moves
    }

    fn rank(&self, position: &Position, mv: Move) -> Rank {
        let after = self.game.after(position, mv);
        if self.game.winner(&after).is_some() {
            return Rank::Completes;
        }
        if self.winning_move(&after).is_some() {
            return Rank::GivesLine;
        }
        let board = Board::new(&self.game, &self.lines, &after);
        match look(
            &self.lines,
            &board,
            index(after.to_move()),
            self.lines.all(),
        ) {
            // On a full board nobody loses, but nothing is to be chosen either.
            Found::Loses => Rank::Wins,
            Found::Open(look) => Rank::Open(look.mobility),
            Found::Wins => Rank::Loses,
        }
    }

    /// The first move in that order after which the answer is `wanted`.
    pub fn move_to(
        &self,
        position: &Position,
        wanted: bool,
        budget: &Budget,
    ) -> Result<Option<Move>, Stopped> {
        for mv in self.moves_in_order(position) {
            let after = self.game.after(position, mv);
            if self.ask(&after, budget)?.yes == wanted {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
