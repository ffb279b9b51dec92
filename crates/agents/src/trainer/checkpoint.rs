//! A training as bytes, to go on with it later: a word that says what it is, a head of JSON with
//! its length before it, numbers, and a checksum.

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::weights::{self, NetworkError};

/// Why a training cannot go on from a checkpoint.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The bytes are damaged.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(&'static str),
    /// It belongs to another training.
    #[error("the checkpoint is that of another training: {0} differs")]
    Other(&'static str),
}

/// The checkpoint of a training.
pub(crate) fn write(magic: &str, head: &impl Serialize, numbers: &[&Vec<f32>]) -> Vec<u8> {
    let head = serde_json::to_vec(head).expect("everything in it can be written");
    let mut bytes = magic.as_bytes().to_vec();
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head);
    let numbers = numbers.iter().copied().flatten();
    bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
    weights::seal(bytes)
}

/// The head of a checkpoint, and its numbers as bytes.
pub(crate) fn read<'a, Head: DeserializeOwned>(
    magic: &'static str,
    bytes: &'a [u8],
) -> Result<(Head, &'a [u8]), CheckpointError> {
    let damaged = |error| match error {
        NetworkError::Damaged(what) => CheckpointError::Damaged(what),
        _ => CheckpointError::Damaged("it does not begin as one of this kind"),
    };
    let body = weights::open(bytes, magic, magic.len() + 4).map_err(damaged)?;
    weights::check(bytes, body.len()).map_err(damaged)?;
    let (length, body) = body[magic.len()..].split_at(4);
    let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize;
    let parts = body.split_at_checked(length);
    let (head, numbers) = parts.ok_or(CheckpointError::Damaged("it ends early"))?;
    let head = serde_json::from_slice(head)
        .map_err(|_| CheckpointError::Damaged("its head cannot be read"))?;
    Ok((head, numbers))
}

/// Refuses a checkpoint of which something is not that of this training.
pub(crate) fn agree(checks: &[(bool, &'static str)]) -> Result<(), CheckpointError> {
    match checks.iter().find(|(is_same, _)| !is_same) {
        Some(&(_, what)) => Err(CheckpointError::Other(what)),
        None => Ok(()),
    }
}

/// Sets weights to the numbers of a checkpoint.
pub(crate) fn fill(weights: Vec<&mut Vec<f32>>, numbers: &[u8]) -> Result<(), CheckpointError> {
    if numbers.len() != 4 * weights.iter().map(|weights| weights.len()).sum::<usize>() {
        return Err(CheckpointError::Damaged("it has the wrong length"));
    }
    let weights = weights.into_iter().flatten();
    for (weight, bytes) in weights.zip(numbers.chunks_exact(4)) {
        *weight = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        if !weight.is_finite() {
            return Err(CheckpointError::Damaged("a weight is not a finite number"));
        }
    }
    Ok(())
}
