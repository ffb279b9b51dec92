//! What training remembers of the games it has played.

use quixotic_quixo::{Board, Quixo};

use crate::dqn::Actions;

/// A turn: the board and the move, and what came of it when it was the player's
/// turn again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    pub(super) board: Board,
    pub(super) action: usize,
    pub(super) reward: f32,
    /// The board at the next own turn; `None` if the game was over.
    pub(super) next: Option<Board>,
}

/// A turn in a checkpoint. Boards are the bits of the own and of the other's tiles.
pub(super) type WrittenTurn = ([u64; 2], usize, f32, Option<[u64; 2]>);

impl Turn {
    pub(super) fn write(&self) -> WrittenTurn {
        let bits = |board: Board| [board.mine(), board.theirs()];
        let Turn { action, reward, .. } = *self;
        (bits(self.board), action, reward, self.next.map(bits))
    }

    /// `None` if no game has such a turn.
    pub(super) fn read(written: WrittenTurn, quixo: &Quixo, actions: &Actions) -> Option<Turn> {
        let (board, action, reward, next) = written;
        let cells = u32::from(quixo.rules().cells());
        let read = |[mine, theirs]: [u64; 2]| {
            let board = Board::new(mine, theirs)?;
            let is_inside = board.marked().checked_shr(cells).unwrap_or(0) == 0;
            let goes_on = || quixo.moves_on(board).next().is_some();
            (is_inside && goes_on()).then_some(board)
        };
        let turn = Turn {
            board: read(board)?,
            action,
            reward,
            next: match next {
                Some(next) => Some(read(next)?),
                None => None,
            },
        };
        let mut legal = quixo.moves_on(turn.board).map(|mv| actions.number(mv));
        let is_possible = legal.any(|legal| legal == action) && reward.abs() <= 1.0;
        is_possible.then_some(turn)
    }
}
