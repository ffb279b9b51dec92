//! The readings of the rules that are played.

use std::fmt;
use std::str::FromStr;

use quixotic_game::NotationError;

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

impl Ruleset {
    /// Both of them.
    pub const ALL: [Ruleset; 2] = [Ruleset::FullOnly, Ruleset::WonClosed];

    /// The option of the command line that asks for these rules; `None` for the paper's.
    ///
    /// ```
    /// use quixotic_ultimate::Ruleset;
    ///
    /// assert_eq!(Ruleset::FullOnly.options(), None);
    /// assert_eq!(Ruleset::WonClosed.options().as_deref(), Some("--rules won-closed"));
    /// assert_eq!("won-closed".parse(), Ok(Ruleset::WonClosed));
    /// ```
    pub fn options(self) -> Option<String> {
        (self != Ruleset::default()).then(|| format!("--rules {self}"))
    }
}

impl FromStr for Ruleset {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Ruleset, NotationError> {
        let mut all = Ruleset::ALL.into_iter();
        let found = all.find(|ruleset| ruleset.to_string() == text);
        found
            .ok_or_else(|| NotationError::new("ruleset", text, "rules are full-only or won-closed"))
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ruleset::FullOnly => "full-only",
            Ruleset::WonClosed => "won-closed",
        })
    }
}
