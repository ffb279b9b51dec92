//! Which boards can occur in a game at all.
//!
//! A plain search forward from the empty board. As everywhere, a board is seen by
//! the player to move, so a position and the same with colours and turn swapped
//! are one board. A finished game has no moves, so the search stops there; the
//! finished board itself counts.

use crate::{Board, Quixo, Ternary};

/// The boards that legal play from the empty board can lead to.
#[derive(Clone, Debug)]
pub struct Reachable {
    ternary: Ternary,
    seen: Vec<u64>,
    count: u64,
}

impl Reachable {
    /// Searches; 4×4 takes some seconds.
    ///
    /// # Panics
    /// If the board is larger than [`Ternary::MAX_SIZE`].
    pub fn search(quixo: &Quixo) -> Reachable {
        let ternary = Ternary::new(quixo.rules());
        let mut reachable = Reachable {
            seen: vec![0; ternary.count().div_ceil(64)],
            ternary,
            count: 0,
        };
        let mut open = Vec::new();
        reachable.visit(Board::EMPTY, &mut open);
        while let Some(board) = open.pop() {
            for (_, child) in quixo.children(board) {
                reachable.visit(child, &mut open);
            }
        }
        reachable
    }

    fn visit(&mut self, board: Board, open: &mut Vec<Board>) {
        if !self.contains(board) {
            let index = self.ternary.index(board);
            self.seen[index / 64] |= 1 << (index % 64);
            self.count += 1;
            open.push(board);
        }
    }

    /// Whether a game can come to this board.
    pub fn contains(&self, board: Board) -> bool {
        let index = self.ternary.index(board);
        self.seen[index / 64] >> (index % 64) & 1 == 1
    }

    /// How many boards a game can come to, the empty one included.
    pub fn count(&self) -> u64 {
        self.count
    }
}
