//! The games, one file or folder each.

mod quixo;

use crate::Kind;

/// All games, in the order in which they are listed.
pub(crate) const KINDS: [Kind; 3] = [quixo::QUIXO3, quixo::QUIXO4, quixo::QUIXO5];
