//! The games, one file or folder each.

mod numerical;
mod quixo;
mod ultimate;

use crate::Kind;

/// All games, in the order in which they are listed.
pub(crate) const KINDS: [Kind; 6] = [
    quixo::QUIXO3,
    quixo::QUIXO4,
    quixo::QUIXO5,
    numerical::NUMERICAL3,
    numerical::NUMERICAL4,
    ultimate::ULTIMATE,
];
