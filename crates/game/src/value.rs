//! Outcomes, and outcomes with their distance.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Player;

/// How a position ends under best play, seen from the player to move. Ordered:
/// greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player to move loses.
    Loss,
    /// Nobody can force a win.
    Draw,
    /// The player to move wins.
    Win,
}

impl Outcome {
    /// The same seen by the opponent.
    #[must_use]
    pub const fn flip(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// Who wins if this is the outcome of `mover`; `None` for a draw.
    pub fn winner(self, mover: Player) -> Option<Player> {
        match self {
            Outcome::Loss => Some(!mover),
            Outcome::Draw => None,
            Outcome::Win => Some(mover),
        }
    }

    /// The outcome for `mover` of a game that `winner` wins.
    pub fn of_winner(winner: Option<Player>, mover: Player) -> Outcome {
        match winner {
            None => Outcome::Draw,
            Some(winner) if winner == mover => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
        })
    }
}

/// The value of a position: its outcome and, unless it is drawn, the number of
/// plies until the game ends when the winner hurries and the loser delays.
///
/// A solution may count plies up to some number only. Wins and losses that take more are
/// [`Value::LONG_WIN`] and [`Value::LONG_LOSS`], without a distance.
///
/// Values are ordered from the view of the player to move: greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    outcome: Outcome,
    plies: u16,
}

/// The plies of a value that takes more of them than are counted.
const LONG: u16 = u16::MAX;

impl Value {
    /// A draw, which has no distance.
    pub const DRAW: Value = Value {
        outcome: Outcome::Draw,
        plies: 0,
    };

    /// A win in more plies than are counted.
    pub const LONG_WIN: Value = Value::win(LONG);

    /// A loss in more plies than are counted.
    pub const LONG_LOSS: Value = Value::loss(LONG);

    /// A win in that many plies; 0 when the game is over.
    pub const fn win(plies: u16) -> Value {
        Value {
            outcome: Outcome::Win,
            plies,
        }
    }

    /// A loss in that many plies; 0 when the game is over.
    pub const fn loss(plies: u16) -> Value {
        Value {
            outcome: Outcome::Loss,
            plies,
        }
    }

    /// The value of a finished game.
    pub const fn ended(outcome: Outcome) -> Value {
        Value { outcome, plies: 0 }
    }

    /// Win, loss or draw.
    pub const fn outcome(self) -> Outcome {
        self.outcome
    }

    /// Plies to the end of the game; `None` for a draw, and if there are more than are
    /// counted.
    pub const fn distance(self) -> Option<u16> {
        match self.outcome {
            Outcome::Win | Outcome::Loss if self.plies < LONG => Some(self.plies),
            _ => None,
        }
    }

    /// The same value seen by the player who made the move that led here,
    /// that ply included.
    #[must_use]
    pub const fn one_ply_earlier(self) -> Value {
        match self.outcome {
            Outcome::Win => Value::loss(self.plies.saturating_add(1)),
            Outcome::Loss => Value::win(self.plies.saturating_add(1)),
            Outcome::Draw => Value::DRAW,
        }
    }

    /// An integer that grows with the value.
    const fn rank(self) -> i32 {
        match self.outcome {
            Outcome::Win => i32::MAX - self.plies as i32,
            Outcome::Loss => i32::MIN + self.plies as i32,
            Outcome::Draw => 0,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    /// `win in 21 plies`, `loss in 1 ply`, `draw`, `long win`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            None if self.outcome == Outcome::Draw => write!(f, "{}", self.outcome),
            None => write!(f, "long {}", self.outcome),
            Some(1) => write!(f, "{} in 1 ply", self.outcome),
            Some(plies) => write!(f, "{} in {plies} plies", self.outcome),
        }
    }
}
