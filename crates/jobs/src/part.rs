//! The rows of a shard as text, described in docs/format.md: a header, and a line for each row with a
//! checksum over header and row. So a row is damaged, or of another shard, or one of these, and a part is
//! whole if it has a row for each piece of its shard.

use std::collections::BTreeMap;

use quixotic_catalog::Error;
use quixotic_game::quoted;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::{Job, Shard};

/// Bytes of a file of parts: a million games have as many.
pub const LARGEST: u64 = 2 << 30;

/// What every part begins with, before all else that may change.
const BEGINNING: &str = r#"{"quixotic":"part","#;
const FORMAT: u32 = 2;
/// Parts of other versions may have been made in another way.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Between a row and its checksum.
const CHECK: &str = r#","check":""#;
/// Digits of a checksum.
const DIGITS: usize = 16;
/// Shards that an error names.
const NAMED: usize = 5;

/// The rows of a shard.
#[derive(Clone, Debug)]
pub struct Part {
    /// Of which job.
    pub job: Job,
    /// Which shard.
    pub shard: Shard,
    /// What its pieces gave.
    pub rows: BTreeMap<u64, Value>,
}

/// Why text is not a part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PartError {
    #[error("it is not a part of a job")]
    Foreign,
    #[error("it was made by version {0}, and this is {VERSION}: run the shard again")]
    Version(String),
    #[error("it is damaged: {0}")]
    Damaged(String),
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
struct Header {
    #[serde(flatten)]
    mark: Mark,
    shard: Shard,
    job: Job,
}

/// Any other line, without its checksum.
#[derive(Serialize, Deserialize)]
struct Row<R> {
    piece: u64,
    result: R,
}

/// The first line of a part, without its end.
pub(crate) fn header(job: &Job, shard: Shard) -> String {
    let header = Header {
        mark: Mark {
            quixotic: "part".into(),
            format: FORMAT,
            version: VERSION.into(),
        },
        shard,
        job: job.clone(),
    };
    serde_json::to_string(&header).expect("a header is plain data")
}

/// Reads the first line of a part.
pub(crate) fn read_header(line: &str) -> Result<(Job, Shard), PartError> {
    let mark: Mark = serde_json::from_str(line).map_err(|_| PartError::Foreign)?;
    if mark.quixotic != "part" {
        return Err(PartError::Foreign);
    }
    match (mark.format, &*mark.version) {
        (FORMAT, VERSION) => {}
        (FORMAT, version) => return Err(PartError::Version(quoted(version))),
        (format, version) => {
            let version = format!("{} (format {format})", quoted(version));
            return Err(PartError::Version(version));
        }
    }
    let damaged = |_| PartError::Damaged("its first line makes no sense".into());
    let Header { shard, job, .. } = serde_json::from_str(line).map_err(damaged)?;
    Ok((job, shard))
}

/// The line of a row below a header.
pub(crate) fn row_line(header: &str, piece: u64, result: &Value) -> String {
    let row = Row { piece, result };
    let row = serde_json::to_string(&row).expect("a row is plain data");
    let row = row.strip_suffix('}').expect("it is an object");
    format!("{row}{CHECK}{}\"}}\n", checksum(header, row))
}

/// Reads the lines of rows below a header, up to the first that is not whole; says how many bytes they have.
pub(crate) fn read_rows(
    header: &str,
    (job, shard): (&Job, Shard),
    text: &str,
) -> Result<(BTreeMap<u64, Value>, usize), PartError> {
    let (mut rows, mut length) = (BTreeMap::new(), 0);
    let whole = |line: &&str| line.ends_with('\n');
    for (number, line) in (2..).zip(text.split_inclusive('\n').take_while(whole)) {
        let damaged = |what: &str| PartError::Damaged(format!("line {number} {what}"));
        let row = line.strip_suffix("\"}\n");
        let row = row.and_then(|line| line.rsplit_once(CHECK));
        let row = row.filter(|(row, check)| checksum(header, row) == *check);
        let (row, _) = row.ok_or_else(|| damaged("does not match its checksum"))?;
        let row = serde_json::from_str::<Row<Value>>(&format!("{row}}}"));
        let Row { piece, result } = row.map_err(|_| damaged("makes no sense"))?;
        if !shard.has(piece, job.pieces) {
            return Err(damaged(&format!("has piece {piece} of another shard")));
        }
        rows.insert(piece, result);
        length += line.len();
    }
    Ok((rows, length))
}

fn checksum(header: &str, row: &str) -> String {
    let mut hash = blake3::Hasher::new();
    hash.update(header.as_bytes()).update(row.as_bytes());
    hash.finalize().to_hex()[..DIGITS].to_owned()
}

impl Part {
    /// Its text.
    pub fn write(&self) -> String {
        let header = header(&self.job, self.shard);
        let rows = self.rows.iter();
        let rows = rows.map(|(&piece, result)| row_line(&header, piece, result));
        let rows: String = rows.collect();
        format!("{header}\n{rows}")
    }

    /// Reads text, which has to be whole.
    pub fn read(text: &str) -> Result<Part, PartError> {
        let damaged = |what: String| PartError::Damaged(what);
        let (header, text) = text.split_once('\n').unwrap_or((text, ""));
        let (job, shard) = read_header(header)?;
        let (rows, length) = read_rows(header, (&job, shard), text)?;
        if length < text.len() {
            return Err(damaged("its last line is cut off".into()));
        }
        let mut pieces = shard.pieces(job.pieces);
        if let Some(piece) = pieces.find(|piece| !rows.contains_key(piece)) {
            return Err(damaged(format!("piece {piece} is missing")));
        }
        Ok(Part { job, shard, rows })
    }
}

/// Puts the rows of all parts of a job in order. They come as files with the names for errors; a file may
/// have several parts, one after the other.
///
/// # Errors
/// In one line, what is wrong with them.
pub fn merge(
    files: impl IntoIterator<Item = (String, String)>,
) -> Result<(Job, Vec<Value>), Error> {
    let mut first: Option<(String, Job, Shard)> = None;
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let mut rows: BTreeMap<u64, Value> = BTreeMap::new();
    for (name, text) in files.into_iter().flat_map(one_by_one) {
        let part = Part::read(&text).map_err(|error| bad(format!("{name}: {error}")))?;
        let (of, job, shard) =
            first.get_or_insert_with(|| (name.clone(), part.job.clone(), part.shard));
        check_same((of, job, *shard), (&name, &part))?;
        if let Some(other) = names.insert(part.shard.number(), name.clone()) {
            let shard = part.shard;
            return Err(bad(format!("{other} and {name} are both shard {shard}")));
        }
        rows.extend(part.rows);
    }
    let (_, job, shard) = first.ok_or_else(|| bad("there are no parts".into()))?;
    let missing = shard.of() as usize - names.len();
    if missing > 0 {
        // Somebody may have said that there are thousands of millions.
        let first = (1..=shard.of()).filter(|number| !names.contains_key(number));
        let first: Vec<u32> = first.take(NAMED).collect();
        let (which, of) = (listed(&first, missing), shard.of());
        return Err(bad(format!("missing of `{job}`: {which} of {of}")));
    }
    Ok((job, rows.into_values().collect()))
}

/// The parts of a file with their names.
fn one_by_one((name, text): (String, String)) -> Vec<(String, String)> {
    let next = format!("\n{BEGINNING}");
    let mut starts: Vec<usize> = text.match_indices(&next).map(|(at, _)| at + 1).collect();
    if starts.is_empty() {
        return vec![(name, text)];
    }
    starts.insert(0, 0);
    let ends = starts[1..].iter().copied().chain([text.len()]);
    let parts = starts.iter().zip(ends);
    let parts = parts.zip(1..).map(|((&start, end), number)| {
        let part = text[start..end].to_owned();
        (format!("{name}, part {number}"), part)
    });
    parts.collect()
}

/// Checks that a part goes together with the first.
fn check_same(
    (of, job, shard): (&str, &Job, Shard),
    (name, part): (&str, &Part),
) -> Result<(), Error> {
    if part.job != *job {
        return Err(bad(format!(
            "{name} is of `{}`, {of} is of `{job}`: only the shards of one job go together",
            part.job
        )));
    }
    if part.shard.of() != shard.of() {
        return Err(bad(format!(
            "{name} is shard {}, {of} is shard {shard}: the number of shards has to be the same",
            part.shard
        )));
    }
    Ok(())
}

/// `shards 2 and 5`: the first of so many.
fn listed(first: &[u32], count: usize) -> String {
    let named: Vec<String> = first.iter().map(u32::to_string).collect();
    match (&named[..], count - named.len()) {
        ([one], _) => format!("shard {one}"),
        ([others @ .., last], 0) => format!("shards {} and {last}", others.join(", ")),
        (named, more) => format!("shards {} and {more} more", named.join(", ")),
    }
}

fn bad(text: String) -> Error {
    Error::Bad(text)
}
