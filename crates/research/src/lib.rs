//! What the papers ask of a solved game: positions worth showing ([`notable`]), the
//! smallest that are decided ([`smallest`]), the first moves ([`opening`]), and how often
//! a random move is good enough ([`chance`]).
//!
//! All questions stop soon after their budget says so. What is found becomes pages,
//! pictures and JSON ([`NotablePositions`], [`results`], [`report`], [`figure`]): text,
//! which whoever asked writes to files.

pub mod arena;
pub mod chance;
pub mod figure;
pub mod golden;
mod line;
pub mod notable;
mod notable_page;
pub mod numerical;
pub mod opening;
mod orbits;
mod page;
mod picture;
pub mod puzzles;
pub mod reachable;
pub mod report;
pub mod results;
mod scan;
pub mod smallest;
pub mod table;
pub mod text;
pub mod ultimate;
pub mod variants;
mod words;

pub use notable_page::NotablePositions;

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
