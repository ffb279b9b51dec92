//! What is proved.

use std::fmt;

use crate::{Move, Symmetry};

/// With this first move, the centre of the centre field, X's strategy wins …
const WINNING: Move = Move::new(4, 4);
/// … by this ply.
const WIN: u8 = 43;

/// X cannot force a win by some ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// X cannot win by this ply.
    pub by: u8,
    /// The first move that is left out of account, and its images under symmetry with it.
    pub spared: Option<Move>,
}

impl Claim {
    /// The claim of all first moves.
    pub const fn of_all(by: u8) -> Claim {
        Claim { by, spared: None }
    }

    /// The strongest claim that is known to be true.
    pub fn strongest(spared: Option<Move>) -> Claim {
        let by = match spared {
            Some(WINNING) => WIN,
            // X makes the odd plies.
            _ => WIN - 2,
        };
        Claim { by, spared }
    }

    /// Whether X's strategy refutes it.
    pub fn is_refuted(&self) -> bool {
        self.by >= WIN && self.is_about(WINNING)
    }

    /// Whether it says something about the games with this first move.
    pub fn is_about(&self, first: Move) -> bool {
        let mut images = images(first);
        images.all(|image| Some(image) != self.spared)
    }
}

fn images(mv: Move) -> impl Iterator<Item = Move> {
    Symmetry::all().map(move |symmetry| mv.turned(symmetry))
}

impl fmt::Display for Claim {
    /// `X cannot force a win by ply 43 after any first move but 44`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "X cannot force a win by ply {}", self.by)?;
        let Some(spared) = self.spared else {
            return Ok(());
        };
        write!(f, " after any first move but {spared}")?;
        if images(spared).any(|image| image != spared) {
            f.write_str(" and its images")?;
        }
        Ok(())
    }
}
