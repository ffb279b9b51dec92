//! What the engine says to a question.

use std::collections::BTreeSet;

use quixotic_catalog::{Error, JsonAnswer};
use serde::Serialize;

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// An answer that may be kept.
    Lasting = 0,
    /// An answer that may be another one next time.
    ForNow = 1,
    /// Who wins; the rest follows if the question is asked again with `"early": true`.
    Early = 2,
    /// Refused, in a sentence.
    Refused = 3,
    /// Refused, in a sentence; asking later may help.
    RefusedForNow = 4,
    /// There is no answer until the listed data is supplied.
    Wanted = 5,
}

/// What became of a question, and the text of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What the text is.
    pub status: Status,
    /// The answer as JSON, a sentence, or what is wanted as JSON.
    pub text: String,
}

/// Data to supply before there is an answer.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Wanted {
    /// Files that come with the engine, by name.
    pub(crate) data: BTreeSet<&'static str>,
    /// Whether it is the manifest of the database.
    pub(crate) manifest: bool,
    /// Parts of files of the database.
    pub(crate) ranges: Vec<WantedRange>,
}

/// A part of a file of the database.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct WantedRange {
    pub(crate) file: String,
    /// The first byte, and the one after the last.
    pub(crate) from: u64,
    pub(crate) to: u64,
    /// Whether it is a page; the others are parts of indices.
    pub(crate) page: bool,
}

impl Wanted {
    pub(crate) fn is_empty(&self) -> bool {
        self.data.is_empty() && !self.manifest && self.ranges.is_empty()
    }
}

impl Reply {
    pub(crate) fn answer(answer: JsonAnswer) -> Reply {
        let status = match answer.lasts {
            true => Status::Lasting,
            false => Status::ForNow,
        };
        Reply::with_status(status, answer)
    }

    pub(crate) fn early(answer: JsonAnswer) -> Reply {
        Reply::with_status(Status::Early, answer)
    }

    fn with_status(status: Status, answer: JsonAnswer) -> Reply {
        let text = String::from_utf8(answer.json).expect("JSON is UTF-8");
        Reply { status, text }
    }

    /// The sentence of the server.
    pub(crate) fn refused(error: &Error) -> Reply {
        Reply {
            status: match error {
                Error::Stopped { .. } => Status::RefusedForNow,
                _ => Status::Refused,
            },
            text: error.public(),
        }
    }

    pub(crate) fn wanted(wanted: &Wanted) -> Reply {
        Reply {
            status: Status::Wanted,
            text: serde_json::to_string(wanted).expect("names and numbers"),
        }
    }
}
