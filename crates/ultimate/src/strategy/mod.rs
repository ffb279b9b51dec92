//! The published strategies, move by move and with their reasons.

mod delaying;
mod player;
mod winning;

use std::fmt;

use crate::Move;

pub use delaying::{delaying_advice, delaying_moves};
pub use player::StrategyPlayer;
pub use winning::winning_advice;

/// A move and why the strategy makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub mv: Move,
    /// The part of the strategy that it belongs to.
    pub phase: Phase,
    /// The reason, in a few words.
    pub why: String,
}

/// A part of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// X fills the centre field with O's marks.
    Opening,
    /// X fills the field that the opening left over.
    Middlegame,
    /// X wins field after field.
    Endgame,
    /// O keeps X from winning soon.
    Delay,
    /// No strategy leads here: a short search.
    Search,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
            Phase::Delay => "delay",
            Phase::Search => "search",
        })
    }
}

impl fmt::Display for Advice {
    /// `opening: return to the centre`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.phase, self.why)
    }
}
