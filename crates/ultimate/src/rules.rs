//! The readings of the rules that are played.

use std::fmt;

/// When a field is closed, so that nobody can play in it and who is sent there may
/// play anywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ruleset {
    /// When it is full. A won field can still be played in; its owner stays. These
    /// are the rules of the paper.
    #[default]
    FullOnly,
    /// When it is won or full. These are the rules that most programs play.
    WonClosed,
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ruleset::FullOnly => "full-only",
            Ruleset::WonClosed => "won-closed",
        })
    }
}
