//! What the papers ask of a solved game: positions worth showing ([`notable`]), the
//! smallest that are decided ([`smallest`]), the first moves ([`opening`]), and how often
//! a random move is good enough ([`chance`]).
//!
//! All questions stop soon after their budget says so.

pub mod chance;
pub mod notable;
pub mod opening;
mod scan;
pub mod smallest;

use quixotic_game::Stopped;
use quixotic_tablebase::{FileError, ProbeError};
use thiserror::Error;

/// Why a question has no answer.
#[derive(Debug, Error)]
pub enum SurveyError {
    /// The database has no answer.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The budget is used up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<FileError> for SurveyError {
    fn from(error: FileError) -> SurveyError {
        SurveyError::Probe(error.into())
    }
}
