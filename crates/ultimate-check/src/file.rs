//! The file, as docs/format.md describes it.

use crate::board::Move;
use crate::error::Error;

const MAGIC: &[u8] = b"QXDELAY\n";
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
        let version = reader.number(2)?;
        let ruleset = reader.number(1)?;
        if !(1..=2).contains(&version) || ruleset != FULL_ONLY {
            return Err(Error::Unknown);
        }
        let body = bytes.len() - 4;
        if Reader(&bytes[body..]).number(4)? != u64::from(crc32(&bytes[..body])) {
            return Err(Error::Checksum);
        }
        let by = reader.number(1)? as u8;
        let spared = match version {
            1 => None,
            _ => Some(reader.below(81)?),
        };
        let count = reader.number(4)?;
        let parts: Result<Vec<Part<'_>>, Error> = (0..count).map(|_| reader.part()).collect();
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

/// What is left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(Error::Malformed)?;
        self.0 = rest;
        Ok(bytes)
    }

    /// A little-endian number of so many bytes.
    fn number(&mut self, bytes: usize) -> Result<u64, Error> {
        let bytes = self.bytes(bytes)?;
        Ok(bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// A byte that is below `bound`.
    fn below(&mut self, bound: u8) -> Result<u8, Error> {
        match self.number(1)? as u8 {
            byte if byte < bound => Ok(byte),
            _ => Err(Error::Malformed),
        }
    }

    /// Bytes that are all below `bound`, after their number.
    fn list(&mut self, bound: u8) -> Result<Vec<u8>, Error> {
        let count = self.number(1)?;
        (0..count).map(|_| self.below(bound)).collect()
    }

    fn part(&mut self) -> Result<Part<'a>, Error> {
        let line = self.list(81)?;
        let traps = self.list(9)?;
        let count = self.number(4)? as usize;
        let answers = Answers {
            packed: self.bytes(count.div_ceil(2))?,
            used: 0,
            count,
        };
        Ok(Part {
            line,
            traps,
            answers,
        })
    }
}

/// The checksum of zlib and PNG, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc))
    })
}
