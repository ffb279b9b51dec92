//! An option of the rules, as it is typed, that is wrong.

use std::fmt;

use thiserror::Error;

use crate::quoted;

/// An option that makes no rules: `--line 2: a winning line of 2 does not suit …`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{option} {text}: {reason}")]
pub struct BadOption {
    option: &'static str,
    /// What follows it, cut off if it is long.
    text: String,
    reason: String,
}

impl BadOption {
    /// An option, what follows it, and what is wrong with that.
    pub fn new(option: &'static str, text: &str, reason: &dyn fmt::Display) -> BadOption {
        BadOption {
            option,
            text: quoted(text),
            reason: reason.to_string(),
        }
    }
}
