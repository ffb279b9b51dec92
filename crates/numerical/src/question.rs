//! The two yes/no questions that an outcome is made of.

use std::fmt;

use quixotic_game::{Outcome, Player};

use crate::{Numerical, Rules};

/// Can this player force a win, by that round? The other player only has to
/// prevent it, be it by a win or by a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The player who is to win.
    pub asker: Player,
    /// The last round in which a win counts.
    pub by_round: u8,
}

impl Question {
    /// Can the player force a win at all?
    pub fn of(rules: Rules, asker: Player) -> Question {
        let by_round = rules.cells();
        Question { asker, by_round }
    }
}

/// How a position ends when nobody makes a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The first player wins.
    First,
    /// The second player wins.
    Second,
    /// Nobody can force a win.
    Tie,
}

impl Verdict {
    /// The verdict when that player can force a win.
    pub fn win(player: Player) -> Verdict {
        match player {
            Player::X => Verdict::First,
            Player::O => Verdict::Second,
        }
    }

    /// Who wins; `None` for a tie.
    pub fn winner(self) -> Option<Player> {
        match self {
            Verdict::First => Some(Player::X),
            Verdict::Second => Some(Player::O),
            Verdict::Tie => None,
        }
    }

    /// The same as an outcome for `mover`.
    pub fn outcome(self, mover: Player) -> Outcome {
        Outcome::of_winner(self.winner(), mover)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::First => "first",
            Verdict::Second => "second",
            Verdict::Tie => "tie",
        })
    }
}

impl Numerical {
    /// The verdict on a game that is over.
    pub fn ended_as(&self, position: &crate::Position) -> Option<Verdict> {
        match self.winner(position) {
            Some(winner) => Some(Verdict::win(winner)),
            None => self.is_over(position).then_some(Verdict::Tie),
        }
    }
}
