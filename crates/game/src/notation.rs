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
            reason: shortened(&reason.into(), LONGEST_REASON),
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
    shortened(text, LONGEST).escape_debug().to_string()
}

/// Characters of a reason, which may repeat a part of the text.
const LONGEST_REASON: usize = 240;

fn shortened(text: &str, longest: usize) -> String {
    let mut short: String = text.chars().take(longest).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_stays_short_whatever_it_repeats() {
        let long = "x".repeat(10_000);
        let error = NotationError::new("move", &long, format!("`{long}` is no number"));
        assert!(error.to_string().chars().count() < 400);
    }
}
