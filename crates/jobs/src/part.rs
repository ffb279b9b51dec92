//! What a shard came to, as a file: JSON lines, described in docs/format.md.

use std::collections::BTreeMap;

use quixotic_game::quoted;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::{Job, Shard};

/// What every part begins with, before all else that may change.
const MARK: &str = "part";
const FORMAT: u32 = 1;
/// Parts of other versions may have been made in another way.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The results of all pieces of a shard.
#[derive(Clone, Debug)]
pub struct Part {
    /// Of which job.
    pub job: Job,
    /// Which shard.
    pub shard: Shard,
    /// The results by the numbers of their pieces.
    pub results: BTreeMap<u64, Value>,
}

/// Why bytes are no part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PartError {
    #[error("it is no part of a job")]
    Foreign,
    #[error("it was made by version {0}, and this is {VERSION}: make it anew")]
    Version(String),
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

/// The first line, as far as every version has it.
#[derive(Serialize, Deserialize)]
struct Mark {
    quixotic: String,
    format: u32,
    version: String,
}

/// The first line.
#[derive(Serialize, Deserialize)]
pub(crate) struct Header {
    #[serde(flatten)]
    mark: Mark,
    pub(crate) shard: Shard,
    pub(crate) job: Job,
}

/// The line of a piece.
#[derive(Serialize, Deserialize)]
struct Line<R> {
    piece: u64,
    result: R,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    pieces: u64,
    /// The hash of all lines before.
    blake3: String,
}

impl Header {
    pub(crate) fn new(job: Job, shard: Shard) -> Header {
        Header {
            mark: Mark {
                quixotic: MARK.into(),
                format: FORMAT,
                version: VERSION.into(),
            },
            shard,
            job,
        }
    }

    pub(crate) fn line(&self) -> String {
        serde_json::to_string(self).expect("a header is plain data") + "\n"
    }

    /// Reads the first line.
    pub(crate) fn read(line: &str) -> Result<Header, PartError> {
        let mark: Mark = serde_json::from_str(line).map_err(|_| PartError::Foreign)?;
        if mark.quixotic != MARK {
            return Err(PartError::Foreign);
        }
        if (mark.format, &*mark.version) != (FORMAT, VERSION) {
            return Err(PartError::Version(quoted(&mark.version)));
        }
        let damaged = PartError::Damaged("its first line makes no sense");
        serde_json::from_str(line).map_err(|_| damaged)
    }
}

/// The line of a piece.
pub(crate) fn piece_line(piece: u64, result: &Value) -> String {
    let line = Line { piece, result };
    serde_json::to_string(&line).expect("a result is plain data") + "\n"
}

/// Reads the line of a piece.
pub(crate) fn read_piece(line: &str) -> Option<(u64, Value)> {
    let line: Line<Value> = serde_json::from_str(line).ok()?;
    Some((line.piece, line.result))
}

impl Part {
    /// The file: the job and the shard, a line for each piece, and a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = Header::new(self.job.clone(), self.shard).line();
        for (&piece, result) in &self.results {
            text += &piece_line(piece, result);
        }
        let end = End {
            pieces: self.results.len() as u64,
            blake3: blake3::hash(text.as_bytes()).to_hex().to_string(),
        };
        text += &serde_json::to_string(&end).expect("plain data");
        text.push('\n');
        text.into_bytes()
    }

    /// Reads a file, which has to be whole.
    pub fn read(bytes: &[u8]) -> Result<Part, PartError> {
        let text = std::str::from_utf8(bytes).map_err(|_| PartError::Foreign)?;
        let (first, _) = text.split_once('\n').unwrap_or((text, ""));
        let header = Header::read(first);
        // Whether it is whole is asked before what it says makes sense, but not before whose it is.
        if let Err(error @ (PartError::Foreign | PartError::Version(_))) = header {
            return Err(error);
        }
        let cut = PartError::Damaged("its end is missing");
        let whole = text.strip_suffix('\n').ok_or(cut.clone())?;
        let end = whole.rfind('\n').ok_or(cut.clone())? + 1;
        let (body, end) = whole.split_at(end);
        let end: End = serde_json::from_str(end).map_err(|_| cut)?;
        if blake3::hash(body.as_bytes()).to_hex().as_str() != end.blake3 {
            return Err(PartError::Damaged("its checksum is wrong"));
        }
        let Header { job, shard, .. } = header?;
        let lines = body.lines().skip(1);
        let read = lines.map(|line| read_piece(line).ok_or(PartError::Damaged("a piece is none")));
        let results: BTreeMap<u64, _> = read.collect::<Result<_, _>>()?;
        if !results.keys().copied().eq(shard.pieces(job.pieces())) {
            return Err(PartError::Damaged("its pieces are not those of its shard"));
        }
        Ok(Part {
            job,
            shard,
            results,
        })
    }
}
