//! Labels as a file, see docs/format.md.

use quixotic_game::Outcome;
use quixotic_quixo::{Board, Rules};
use thiserror::Error;

use super::Label;
use crate::weights::{self, NetworkError};

const MAGIC: &str = "QXL1";
/// Magic, size of the board, number of labels.
const HEADER: usize = 4 + 1 + 8;
/// Bytes of a label: the mover's tiles, the other's, outcome, plies.
const LABEL: usize = 4 + 4 + 1 + 2;
/// Plies that are unknown.
const UNKNOWN: u16 = u16::MAX;

/// Bytes that are not labels.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LabelsError {
    /// The file is something else.
    #[error("these are not labels of quixotic: the file does not begin with `{MAGIC}`")]
    Foreign,
    /// They were written by another version of the program.
    #[error(transparent)]
    Version(NetworkError),
    /// They are for a board without a database.
    #[error("these labels are for a board of size {0}, which has no network")]
    Size(u8),
    /// Something is missing or changed.
    #[error("the labels are damaged: {0}")]
    Damaged(&'static str),
}

impl Label {
    pub(crate) fn to_bytes(self) -> [u8; LABEL] {
        let mut bytes = [0; LABEL];
        bytes[..4].copy_from_slice(&(self.board.mine() as u32).to_le_bytes());
        bytes[4..8].copy_from_slice(&(self.board.theirs() as u32).to_le_bytes());
        bytes[8] = match self.outcome {
            Outcome::Loss => 0,
            Outcome::Draw => 1,
            Outcome::Win => 2,
        };
        bytes[9..].copy_from_slice(&self.plies.unwrap_or(UNKNOWN).to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8], cells: u8) -> Option<Label> {
        let tiles = |at: usize| {
            u64::from(u32::from_le_bytes([
                bytes[at],
                bytes[at + 1],
                bytes[at + 2],
                bytes[at + 3],
            ]))
        };
        let outcome = match bytes[8] {
            0 => Outcome::Loss,
            1 => Outcome::Draw,
            2 => Outcome::Win,
            _ => return None,
        };
        let plies = u16::from_le_bytes([bytes[9], bytes[10]]);
        let board = Board::new(tiles(0), tiles(4))?;
        (board.marked() >> cells == 0).then_some(Label {
            board,
            outcome,
            plies: (plies != UNKNOWN).then_some(plies),
        })
    }
}

/// Labels of a board of that size as a file.
pub fn write(size: u8, labels: &[Label]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + labels.len() * LABEL + 4);
    bytes.extend(MAGIC.as_bytes());
    bytes.push(size);
    bytes.extend((labels.len() as u64).to_le_bytes());
    for label in labels {
        bytes.extend(label.to_bytes());
    }
    weights::seal(bytes)
}

/// Reads what [`write()`] has written: the size of the board, and the labels.
pub fn read(bytes: &[u8]) -> Result<(u8, Vec<Label>), LabelsError> {
    let damaged = |error: NetworkError| match error {
        NetworkError::Foreign(_) => LabelsError::Foreign,
        NetworkError::Damaged(what) => LabelsError::Damaged(what),
        version @ NetworkError::Version(_) => LabelsError::Version(version),
        NetworkError::Shape(_) => LabelsError::Damaged("the header makes no sense"),
    };
    let body = weights::open(bytes, MAGIC, HEADER).map_err(damaged)?;
    let size = body[4];
    let cells = match Rules::official(size) {
        Ok(rules) if size <= 5 => rules.cells(),
        _ => return Err(LabelsError::Size(size)),
    };
    let count = u64::from_le_bytes(body[5..HEADER].try_into().expect("eight bytes"));
    let length = usize::try_from(count)
        .ok()
        .and_then(|count| count.checked_mul(LABEL));
    let length = length.and_then(|length| length.checked_add(HEADER));
    let length = length.ok_or(LabelsError::Damaged("the file has the wrong length"))?;
    weights::check(bytes, length).map_err(damaged)?;
    let labels = body[HEADER..].chunks_exact(LABEL);
    let labels: Option<Vec<Label>> = labels
        .map(|bytes| Label::from_bytes(bytes, cells))
        .collect();
    Ok((size, labels.ok_or(LabelsError::Damaged("a label is none"))?))
}
