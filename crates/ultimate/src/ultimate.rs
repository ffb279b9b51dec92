//! The game: which moves are legal, what they lead to, when it is over.

use quixotic_game::{Outcome, Player};
use thiserror::Error;

use crate::{Move, Position, Ruleset};

/// Ultimate Tic-Tac-Toe under a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ultimate {
    ruleset: Ruleset,
}

/// Why a move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum IllegalMove {
    #[error("{0} cannot be played: the game is over")]
    GameOver(Move),
    #[error("{mv} cannot be played: {player} has to play in field {active}")]
    WrongField {
        mv: Move,
        player: Player,
        active: u8,
    },
    #[error("{mv} cannot be played: field {} is won, which closes it", mv.field)]
    Closed { mv: Move },
    #[error("{mv} cannot be played: that spot holds {holder}")]
    Taken { mv: Move, holder: Player },
}

impl Ultimate {
    /// The game under these rules.
    pub fn new(ruleset: Ruleset) -> Ultimate {
        Ultimate { ruleset }
    }

    /// The rules.
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The legal moves, by field and spot ascending; none when the game is over.
    pub fn moves(&self, position: &Position) -> impl Iterator<Item = Move> + use<> {
        let over = position.winner().is_some();
        position.moves(self.ruleset).take_while(move |_| !over)
    }

    /// Why a move cannot be made, if it cannot.
    pub fn check(&self, position: &Position, mv: Move) -> Result<(), IllegalMove> {
        if self.ended(position).is_some() {
            return Err(IllegalMove::GameOver(mv));
        }
        if let Some(active) = position.active()
            && active != mv.field
        {
            let player = position.to_move();
            return Err(IllegalMove::WrongField { mv, player, active });
        }
        let holder = [Player::X, Player::O]
            .into_iter()
            .find(|&player| position.has(player, mv));
        if let Some(holder) = holder {
            return Err(IllegalMove::Taken { mv, holder });
        }
        if position.is_closed(self.ruleset, mv.field) {
            return Err(IllegalMove::Closed { mv });
        }
        Ok(())
    }

    /// The position after a move, if that is legal.
    pub fn try_play(&self, position: &Position, mv: Move) -> Result<Position, IllegalMove> {
        self.check(position, mv)?;
        Ok(position.after(self.ruleset, mv))
    }

    /// The outcome for the player to move if the game is over.
    ///
    /// Three fields in a line win; without them, a board on which nobody can move is
    /// a draw.
    pub fn ended(&self, position: &Position) -> Option<Outcome> {
        let winner = position.winner();
        let is_over = winner.is_some() || position.choice(self.ruleset) == 0;
        is_over.then(|| Outcome::of_winner(winner, position.to_move()))
    }

    /// The number of ways to play that many plies, games that end before left out.
    pub fn perft(&self, position: &Position, plies: u8) -> u64 {
        match plies {
            0 => 1,
            1 => self.moves(position).count() as u64,
            _ => self
                .moves(position)
                .map(|mv| self.perft(&position.after(self.ruleset, mv), plies - 1))
                .sum(),
        }
    }
}
