//! The games, one file or folder each.

mod numerical;
mod numerical_numbers;
mod quixo;
mod ultimate;
mod ultimate_numbers;

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
