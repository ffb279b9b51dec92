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
    /// Longest stretch of the caller's text that an error repeats.
    const SHOWN: usize = 80;

    /// `what` is the thing that was expected ("position", "move").
    pub fn new(what: &'static str, text: &str, reason: impl Into<String>) -> NotationError {
        let mut shown: String = text.chars().take(Self::SHOWN).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        NotationError {
            what,
            text: shown.escape_debug().to_string(),
            reason: reason.into(),
        }
    }
}
