//! What can be wrong with a certificate.

use std::fmt;

use super::board::Move;

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// It does not begin as a certificate does.
    Foreign,
    /// It is of a version or for rules that are not known here.
    Unknown,
    /// Its checksum is wrong.
    Checksum,
    /// It ends too early, or goes on after its end, or holds a cell above 8 or a move above 80.
    Malformed,
    /// A part begins with moves that the rules do not allow.
    IllegalLine(Line),
    /// No part says what O does after this.
    Uncovered(Line),
    /// Parts disagree about O's move after this.
    TwoReplies(Line),
    /// O's answer is not a legal move.
    IllegalAnswer(Line),
    /// There is no answer for this position.
    Missing(Line),
    /// X wins in time.
    XWins(Line),
    /// A part holds answers for which there is no position; so begins the part.
    Spare(Line),
    /// The caller did not let the check go on.
    Stopped,
}

/// The moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line(pub(crate) Vec<Move>);

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mv) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            write!(f, "{gap}{}{}", mv / 9, mv % 9)?;
        }
        if self.0.is_empty() {
            f.write_str("the start")?;
        }
        Ok(())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Foreign => write!(f, "this is not a certificate"),
            Error::Unknown => write!(
                f,
                "the certificate has an unknown version or ruleset: use a newer version of this program"
            ),
            Error::Checksum => write!(f, "the checksum is wrong"),
            Error::Malformed => write!(f, "the file does not follow the format"),
            Error::IllegalLine(line) => write!(f, "a part begins with an illegal move: {line}"),
            Error::Uncovered(line) => write!(f, "no part covers {line}"),
            Error::TwoReplies(line) => write!(f, "parts disagree about O's move after {line}"),
            Error::IllegalAnswer(line) => write!(f, "O's answer is illegal after {line}"),
            Error::Missing(line) => write!(f, "an answer is missing after {line}"),
            Error::XWins(line) => write!(f, "X wins: {line}"),
            Error::Stopped => write!(f, "the check was stopped before its end"),
            Error::Spare(line) => write!(f, "answers are left over after {line}"),
        }
    }
}

impl std::error::Error for Error {}
