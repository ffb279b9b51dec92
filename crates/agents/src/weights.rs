//! What all files with weights have in common: a word that says what they are, a
//! checksum at the end, and how they can be wrong.

use std::sync::Arc;

use thiserror::Error;

use crate::dqn::Network;
use crate::net::ValueNetwork;

/// Weights of either kind, for players that are not to use those in the program.
#[derive(Clone, Debug)]
pub enum Weights {
    /// For `dqn`.
    DeepQ(Arc<Network>),
    /// For `net` and `search`.
    Value(Arc<ValueNetwork>),
}

impl Weights {
    /// The size of the board that they are for.
    pub fn size(&self) -> u8 {
        match self {
            Weights::DeepQ(network) => network.size(),
            Weights::Value(network) => network.size(),
        }
    }

    /// Reads weights, whichever they are.
    pub fn read(bytes: &[u8]) -> Result<Weights, NetworkError> {
        match (ValueNetwork::read(bytes), Network::read(bytes)) {
            (Err(NetworkError::Foreign(_)), Err(NetworkError::Foreign(_))) => {
                Err(NetworkError::Foreign("QXV1` or `QXN1"))
            }
            (Err(NetworkError::Foreign(_)), network) => Ok(Weights::DeepQ(Arc::new(network?))),
            (network, _) => Ok(Weights::Value(Arc::new(network?))),
        }
    }
}

/// Bytes that are not a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file is something else.
    #[error("these are not weights of quixotic: the file does not begin with `{0}`")]
    Foreign(&'static str),
    /// It was written by another version of the program.
    #[error(
        "the file is of version {0} of its format, and this program reads version 1: use a newer version of this program, or make the file again"
    )]
    Version(char),
    /// The header asks for a network that does not exist.
    #[error("these weights are for {0}, which does not exist")]
    Shape(String),
    /// Something is missing or changed.
    #[error("the weights are damaged: {0}")]
    Damaged(&'static str),
}

const CHECKSUM: usize = 4;

/// Ends a file with the checksum of all that is in it.
pub(crate) fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// A file without its checksum, which has to begin with `magic` and have a header of that
/// many bytes. Whether the checksum is right is what [`check`] says, since a header that makes
/// no sense is the better thing to tell.
pub(crate) fn open<'a>(
    bytes: &'a [u8],
    magic: &'static str,
    header: usize,
) -> Result<&'a [u8], NetworkError> {
    if !bytes.starts_with(magic.as_bytes()) {
        // The last letter is the version.
        let name = magic.trim_end_matches(|c: char| c.is_ascii_digit());
        let version = bytes.strip_prefix(name.as_bytes()).and_then(<[u8]>::first);
        return Err(match version {
            Some(version) if version.is_ascii_digit() => NetworkError::Version((*version).into()),
            _ => NetworkError::Foreign(magic),
        });
    }
    let end = bytes
        .len()
        .checked_sub(CHECKSUM)
        .filter(|&end| end >= header);
    let end = end.ok_or(NetworkError::Damaged("the file ends early"))?;
    Ok(&bytes[..end])
}

/// Whether a file that was opened has the right length and checksum.
pub(crate) fn check(bytes: &[u8], body: usize) -> Result<(), NetworkError> {
    if bytes.len() != body + CHECKSUM {
        return Err(NetworkError::Damaged("the file has the wrong length"));
    }
    let (body, checksum) = bytes.split_at(body);
    match checksum == crc32fast::hash(body).to_le_bytes() {
        true => Ok(()),
        false => Err(NetworkError::Damaged("the checksum is wrong")),
    }
}
