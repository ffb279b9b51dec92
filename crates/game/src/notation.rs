//! The error of every notation parser.

use thiserror::Error;

/// Text that is not a position or a move: what was read, where it went wrong
/// and why, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad {what} `{text}`: {reason}")]
pub struct NotationError {
    what: &'static str,
    text: String,
    reason: String,
}

impl NotationError {
    /// `what` is the thing that was expected ("position", "move").
    pub fn new(what: &'static str, text: &str, reason: impl Into<String>) -> NotationError {
        NotationError {
            what,
            text: quoted(text),
            reason: reason.into(),
        }
    }
}

/// Text from outside as an error repeats it: on one line, and cut off after 80
/// characters.
///
/// ```
/// assert_eq!(quixotic_game::quoted("a\nb"), "a\\nb");
/// assert_eq!(quixotic_game::quoted(&"x".repeat(100)).chars().count(), 81);
/// ```
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 80;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.escape_debug().to_string()
}
