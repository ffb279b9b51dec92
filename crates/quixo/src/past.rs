//! Whether a board can occur in a game, asked backward from the board.
//!
//! [`Reachable`](crate::Reachable) searches forward and keeps every board, which
//! is too much on 5×5. For a few boards with few tiles the way back to the empty
//! board is short: undoing moves that took an empty tile leads there at once,
//! unless the board has none.

use std::collections::HashSet;

use crate::{Board, Quixo, Taken};

/// The moves that a past may be made of, the last to be tried first.
const ANY: &[Taken] = &[Taken::Own, Taken::Empty];
const EMPTY: &[Taken] = &[Taken::Empty];

/// The games that lead to boards.
#[derive(Clone, Debug)]
pub struct Past<'a> {
    quixo: &'a Quixo,
    taken: &'static [Taken],
    /// Boards that no game leads to.
    never: HashSet<Board>,
}

impl<'a> Past<'a> {
    /// Games of all legal moves.
    ///
    /// ```
    /// use quixotic_quixo::{Board, Past, Quixo, Rules};
    ///
    /// let quixo = Quixo::new(Rules::official(5)?);
    /// let mut past = Past::of_any_moves(&quixo);
    /// let corner = Board::new(0, 1).expect("no cell is claimed twice");
    /// assert!(past.leads_to(corner));
    /// // Who moved last has a tile on the board.
    /// assert!(!past.leads_to(corner.swapped()));
    /// # Ok::<(), quixotic_quixo::RulesError>(())
    /// ```
    pub fn of_any_moves(quixo: &'a Quixo) -> Past<'a> {
        Past::of(quixo, ANY)
    }

    /// Games in which nobody takes an own tile.
    pub fn of_empty_tiles(quixo: &'a Quixo) -> Past<'a> {
        Past::of(quixo, EMPTY)
    }

    fn of(quixo: &'a Quixo, taken: &'static [Taken]) -> Past<'a> {
        Past {
            quixo,
            taken,
            never: HashSet::new(),
        }
    }

    /// Whether such a game leads from the empty board to this one.
    pub fn leads_to(&mut self, board: Board) -> bool {
        let mut seen = HashSet::from([board]);
        let mut open = vec![board];
        while let Some(board) = open.pop() {
            if board == Board::EMPTY {
                return true;
            }
            for &taken in self.taken {
                for (_, before) in self.quixo.predecessors_taking(board, taken) {
                    if !self.never.contains(&before) && seen.insert(before) {
                        open.push(before);
                    }
                }
            }
        }
        self.never.extend(seen);
        false
    }
}
