//! The certificate and its file, described in docs/format.md.

use quixotic_game::{Asset, asset};
use thiserror::Error;

use super::claim::Claim;
use crate::Move;

const MAGIC: &[u8; 8] = b"QXDELAY\n";
/// The version of a certificate about all first moves.
const OF_ALL: u16 = 1;
/// That of one with a first move left out of account, which it names.
const SPARING: u16 = 2;
/// The ruleset `full-only`, the only one for which there are certificates.
const FULL_ONLY: u8 = 0;

/// O's move for every position that can arise against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What it proves.
    pub claim: Claim,
    /// The parts, one for each problem.
    pub parts: Vec<Part>,
}

/// O's plan after a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The moves from the start of the game.
    pub line: Vec<Move>,
    /// Trap fields that fix O's move where they can.
    pub traps: Vec<u8>,
    /// O's moves in all other positions, in the order of the walk: the spot, and where
    /// she may choose the field, the field before it.
    pub answers: Vec<u8>,
}

/// Why a file is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum CertificateError {
    #[error("not a certificate of quixotic")]
    Foreign,
    #[error(
        "version {0} of the certificate format is not known here: use a newer version of this program, or prove it again with `quixotic solve ultimate`"
    )]
    Version(u16),
    #[error("a certificate for other rules")]
    Rules,
    #[error("the certificate is damaged: its checksum is wrong")]
    Checksum,
    #[error("the certificate is damaged: {0}")]
    Content(&'static str),
}

/// The file of the certificate that comes with the program: X cannot win by ply 41.
pub static SHIPPED: Asset = asset!("ultimate41.qxd", "../../data/ultimate41.qxd");

impl Certificate {
    /// The certificate that comes with the program; where the host brings it, once it is
    /// there.
    pub fn shipped() -> Option<Certificate> {
        let bytes = SHIPPED.bytes()?;
        Some(Certificate::from_bytes(bytes).expect("the tests have read it"))
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Claim { by, spared } = self.claim;
        let version = if spared.is_none() { OF_ALL } else { SPARING };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend([FULL_ONLY, by]);
        bytes.extend(spared.map(to_byte));
        bytes.extend((self.parts.len() as u32).to_le_bytes());
        for part in &self.parts {
            bytes.push(part.line.len() as u8);
            bytes.extend(part.line.iter().copied().map(to_byte));
            bytes.push(part.traps.len() as u8);
            bytes.extend(&part.traps);
            bytes.extend((part.answers.len() as u32).to_le_bytes());
            let pairs = part.answers.chunks(2);
            bytes.extend(pairs.map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Certificate, CertificateError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(CertificateError::Foreign)?;
        let version = u16::from_le_bytes(take(&mut rest)?);
        if ![OF_ALL, SPARING].contains(&version) {
            return Err(CertificateError::Version(version));
        }
        let (body, checksum) = bytes.split_at(bytes.len() - size_of::<u32>());
        if crc32fast::hash(body).to_le_bytes() != checksum {
            return Err(CertificateError::Checksum);
        }
        let [ruleset, by] = take(&mut rest)?;
        if ruleset != FULL_ONLY {
            return Err(CertificateError::Rules);
        }
        let spared = match version {
            OF_ALL => None,
            _ => {
                let [byte] = take(&mut rest)?;
                Some(to_move(byte)?)
            }
        };
        let count = u32::from_le_bytes(take(&mut rest)?);
        let parts = (0..count).map(|_| Part::read(&mut rest));
        let parts = parts.collect::<Result<_, _>>()?;
        if rest != checksum {
            return Err(CertificateError::Content("bytes after the last part"));
        }
        let claim = Claim { by, spared };
        Ok(Certificate { claim, parts })
    }
}

impl Part {
    fn read(rest: &mut &[u8]) -> Result<Part, CertificateError> {
        let [length] = take(rest)?;
        let line = take_slice(rest, usize::from(length))?;
        let line = line.iter().map(|&byte| to_move(byte));
        let line = line.collect::<Result<_, _>>()?;
        let [length] = take(rest)?;
        let traps = take_slice(rest, usize::from(length))?;
        let length = u32::from_le_bytes(take(rest)?) as usize;
        let answers = take_slice(rest, length.div_ceil(2))?;
        let mut answers: Vec<u8> = answers
            .iter()
            .flat_map(|pair| [pair & 15, pair >> 4])
            .collect();
        answers.truncate(length);
        if traps.iter().chain(&answers).any(|&cell| cell > 8) {
            return Err(CertificateError::Content("a field or spot above 8"));
        }
        Ok(Part {
            line,
            traps: traps.to_vec(),
            answers,
        })
    }
}

fn to_byte(mv: Move) -> u8 {
    9 * mv.field + mv.spot
}

fn to_move(byte: u8) -> Result<Move, CertificateError> {
    match byte {
        0..81 => Ok(Move::new(byte / 9, byte % 9)),
        _ => Err(CertificateError::Content("a move that there is not")),
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], CertificateError> {
    let bytes = take_slice(rest, N)?;
    Ok(bytes.try_into().expect("it has that length"))
}

fn take_slice<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8], CertificateError> {
    let short = CertificateError::Content("it ends too early");
    let (bytes, after) = rest.split_at_checked(length).ok_or(short)?;
    *rest = after;
    Ok(bytes)
}
