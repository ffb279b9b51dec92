//! Checks certificates: files that prove a theorem about a game to whoever knows its rules.
//!
//! This crate shares no code with the programs that made the certificates, not even the rules, and has no
//! dependencies. Each part is meant to be read in one sitting, from the rules to the check:
//!
//! - [`numerical`]: the second player wins Numerical Tic-Tac-Toe on the 4×4 board.
//! - [`ultimate`]: X cannot force a win of Ultimate Tic-Tac-Toe by some ply.
//!
//! The formats are described in docs/format.md.

mod bytes;
pub mod numerical;
pub mod ultimate;

use std::fmt;

/// What a certificate proves, in one sentence, and how much work that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The theorem.
    pub sentence: String,
    /// Positions that were looked at.
    pub positions: u64,
}

/// Why a file proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// It does not begin as a certificate does.
    Foreign,
    /// It is a certificate about Numerical and does not hold.
    Numerical(numerical::Error),
    /// It is a certificate about Ultimate and does not hold.
    Ultimate(ultimate::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Foreign => write!(f, "this is not a certificate"),
            Error::Numerical(error) => error.fmt(f),
            Error::Ultimate(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// Checks a certificate of any kind.
pub fn check(bytes: &[u8]) -> Result<Theorem, Error> {
    if bytes.starts_with(numerical::MAGIC) {
        let report = numerical::check(bytes).map_err(Error::Numerical)?;
        Ok(Theorem {
            sentence: report.to_string(),
            positions: report.positions,
        })
    } else if bytes.starts_with(ultimate::MAGIC) {
        let report = ultimate::check(bytes, &|| true).map_err(Error::Ultimate)?;
        Ok(Theorem {
            sentence: format!("Ultimate Tic-Tac-Toe: {report}."),
            positions: report.positions,
        })
    } else {
        Err(Error::Foreign)
    }
}
