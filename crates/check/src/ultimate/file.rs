//! The file, as docs/format.md describes it.

use super::board::Move;
use super::error::Error;
use crate::bytes::{Reader, checked};

/// How a certificate begins.
pub const MAGIC: &[u8] = b"QXDELAY\n";
const FULL_ONLY: u64 = 0;

/// What O does after a line of play.
pub(crate) struct Part<'a> {
    pub(crate) line: Vec<Move>,
    pub(crate) traps: Vec<u8>,
    pub(crate) answers: Answers<'a>,
}

/// A certificate.
pub(crate) struct Certificate<'a> {
    pub(crate) by: u8,
    /// The first move that is left out of account, and its images with it.
    pub(crate) spared: Option<Move>,
    pub(crate) parts: Vec<Part<'a>>,
}

impl Certificate<'_> {
    pub(crate) fn read(bytes: &[u8]) -> Result<Certificate<'_>, Error> {
        let mut reader = Reader(bytes.strip_prefix(MAGIC).ok_or(Error::Foreign)?);
        let version = number(&mut reader, 2)?;
        let ruleset = number(&mut reader, 1)?;
        if !(1..=2).contains(&version) || ruleset != FULL_ONLY {
            return Err(Error::Unknown);
        }
        checked(bytes).ok_or(Error::Checksum)?;
        let by = number(&mut reader, 1)? as u8;
        let spared = match version {
            1 => None,
            _ => Some(below(&mut reader, 81)?),
        };
        let count = number(&mut reader, 4)?;
        let parts: Result<Vec<Part<'_>>, Error> = (0..count).map(|_| part(&mut reader)).collect();
        // The checksum.
        if reader.0.len() != 4 {
            return Err(Error::Malformed);
        }
        Ok(Certificate {
            by,
            spared,
            parts: parts?,
        })
    }
}

/// Answers that have not been used yet, two to a byte.
#[derive(Clone, Copy)]
pub(crate) struct Answers<'a> {
    packed: &'a [u8],
    used: usize,
    count: usize,
}

impl Answers<'_> {
    /// The next one.
    pub(crate) fn next(&mut self) -> Option<u8> {
        if self.is_empty() {
            return None;
        }
        let pair = self.packed[self.used / 2];
        let answer = if self.used.is_multiple_of(2) {
            pair & 15
        } else {
            pair >> 4
        };
        self.used += 1;
        Some(answer)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.used == self.count
    }
}

fn number(reader: &mut Reader<'_>, bytes: usize) -> Result<u64, Error> {
    reader.number(bytes).ok_or(Error::Malformed)
}

/// A byte that is below `bound`.
fn below(reader: &mut Reader<'_>, bound: u8) -> Result<u8, Error> {
    match number(reader, 1)? as u8 {
        byte if byte < bound => Ok(byte),
        _ => Err(Error::Malformed),
    }
}

/// Bytes that are all below `bound`, after their number.
fn list(reader: &mut Reader<'_>, bound: u8) -> Result<Vec<u8>, Error> {
    let count = number(reader, 1)?;
    (0..count).map(|_| below(reader, bound)).collect()
}

fn part<'a>(reader: &mut Reader<'a>) -> Result<Part<'a>, Error> {
    let line = list(reader, 81)?;
    let traps = list(reader, 9)?;
    let count = number(reader, 4)? as usize;
    let packed = reader.bytes(count.div_ceil(2)).ok_or(Error::Malformed)?;
    let answers = Answers {
        packed,
        used: 0,
        count,
    };
    Ok(Part {
        line,
        traps,
        answers,
    })
}
