//! What a job is: data that all its shards have in common.

use std::fmt;

use quixotic_catalog::Error;
use quixotic_game::Budget;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_value, to_value};

use crate::jobs::{Arena, Labels, Ladder, Splits, Ultimate, Verify};

/// A command with all that matters for its result, but for a database that agents look positions up
/// in. Shards go together if their jobs are equal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
#[allow(missing_docs, reason = "they are called like their commands")]
pub enum Job {
    Splits(Splits),
    Arena(Arena),
    Ladder(Ladder),
    Labels(Labels),
    Verify(Verify),
    SolveUltimate(Ultimate),
}

/// The pieces of a job, with what it takes to do them.
pub trait Work: Sync {
    /// The result of a piece, as JSON. It is the same in every run.
    fn piece(&self, number: u64, budget: &Budget) -> Result<Value, Error>;

    /// Whether a piece is done on all threads, since several at a time would take too much memory.
    fn takes_all_threads(&self) -> bool {
        false
    }
}

/// What the parts of a job come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// What the command writes.
    pub bytes: Vec<u8>,
    /// Whether its answer is "no".
    pub is_no: bool,
}

impl Job {
    /// How many pieces it has.
    pub fn pieces(&self) -> u64 {
        match self {
            Job::Splits(job) => job.pieces(),
            Job::Arena(job) => job.pieces(),
            Job::Ladder(job) => job.pieces(),
            Job::Labels(job) => job.pieces(),
            Job::Verify(job) => job.pieces(),
            Job::SolveUltimate(job) => job.pieces(),
        }
    }

    /// The results of all pieces, in their order, as the command writes them.
    pub(crate) fn merge(&self, results: Vec<Value>) -> Result<Merged, Unmerged> {
        match self {
            Job::Splits(job) => Ok(job.merge(all(results)?)),
            Job::Arena(job) => Ok(job.merge(all(results)?)),
            Job::Ladder(job) => Ok(job.merge(all(results)?)),
            Job::Labels(job) => job.merge(all(results)?).map_err(Unmerged::Result),
            Job::Verify(job) => Ok(job.merge(all(results)?)),
            Job::SolveUltimate(job) => Ok(job.merge(all(results)?)),
        }
    }
}

impl Merged {
    /// A result that cannot be a "no".
    pub(crate) fn yes(bytes: impl Into<Vec<u8>>) -> Merged {
        Merged {
            bytes: bytes.into(),
            is_no: false,
        }
    }

    /// JSON on one line, as the command prints it.
    pub(crate) fn json(content: &impl Serialize) -> Merged {
        let text = serde_json::to_string(content).expect("results are plain data");
        Merged::yes(text + "\n")
    }
}

/// Why results come to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unmerged {
    /// That of the piece with this number makes no sense.
    Piece(usize),
    /// What is wrong with all of them.
    Result(String),
}

/// The results of pieces as the data that they are.
fn all<T: DeserializeOwned>(results: Vec<Value>) -> Result<Vec<T>, Unmerged> {
    let read = |(number, result)| from_value(result).map_err(|_| Unmerged::Piece(number));
    results.into_iter().enumerate().map(read).collect()
}

/// The result of a piece.
pub(crate) fn result(data: &impl Serialize) -> Value {
    to_value(data).expect("results are plain data")
}

impl fmt::Display for Job {
    /// The command line, as one would type it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Job::Splits(job) => job.fmt(f),
            Job::Arena(job) => job.fmt(f),
            Job::Ladder(job) => job.fmt(f),
            Job::Labels(job) => job.fmt(f),
            Job::Verify(job) => job.fmt(f),
            Job::SolveUltimate(job) => job.fmt(f),
        }
    }
}
