//! Verification: every stored value follows from the values of the position's
//! children, by the rules alone.
//!
//! # What is checked
//! For every stored position, its children are made by the rules of
//! [`Quixo`] and their values are read from the database. Then
//! - a finished game is a win or loss in 0 plies, as the rules say, and no other
//!   position is one;
//! - a win in d has a child that is a loss, and the shortest such loss is in d−1;
//! - a loss in d has only children that are wins, and the longest is in d−1;
//! - a draw has no child that is a loss, and at least one that is a draw.
//!
//! A file may leave the distances of wins out. Then a win's distance is by
//! definition one more than that of its shortest child that is a loss; there has to
//! be one, and the rest is checked with these distances.
//!
//! The last three say that a value is the best of the children's values, each
//! seen one ply earlier. Also each class's census is counted again, and the hash
//! of its values is computed again.
//!
//! # Why that proves the values right
//! *Nothing is stored as better than it is*, by induction on the stored distance
//! d. A position with d = 0 is a finished game. A stored win in d has a move to a
//! stored loss in d−1, so it is truly won, in at most d. A stored loss in d has
//! only moves to stored wins in at most d−1, so it is truly lost, in at most d.
//! Distances fall with every step, so no win can rest on itself.
//!
//! *Nothing decided is missed, and distances are exact*, by induction on the true
//! distance e. A position truly won in e has a move to one truly lost in e−1,
//! which is stored so; hence it is stored as a win in at most e, and by the first
//! part in exactly e. A position truly lost in e has only moves to positions truly
//! won in at most e−1, one of them in e−1; all are stored so, hence it is stored
//! as a loss in e.
//!
//! What is left is stored as a draw and is one.
//!
//! Under some rules games take more plies than a byte counts. Values that say so have no
//! distance to fall with every step: a long win and a long loss could rest on each other.
//! All other decided values are proved as above. That long ones are decided at all rests on the
//! solver, which calls nothing decided before it is; that nothing decided is missed, draws
//! included, is proved for them too. No database of the official rules has any.
//!
//! A database of the levels from some level up is verified the same way: a move
//! never takes a symbol off the board, so all children are there.
//!
//! # What it shares with the rest
//! Reading pages, the meaning of a byte, and which ring and core a block and a
//! lane stand for: that is the file format. Nothing of the solver, and not the
//! index's way from a board to its place; the [`Finder`] has its own.
//!
//! Children are looked up in classes that were loaded whole, and not by
//! [`Database::probe`], whose page cache is made for single questions.

mod audit;
mod class;
mod dense;
mod error;
mod finder;
mod golden;
mod independent;
mod sample;
#[cfg(test)]
mod tests;

pub use audit::{Audited, hash_root, verify_pages};
pub use dense::{Verification, VerifyEvent, VerifyOptions, verify};
pub use error::{Finding, VerifyError};
pub use golden::Golden;
pub use independent::{Independent, Verified, VerifiedClass, verify_independently};
pub use sample::{Sampled, verify_sample};

use std::collections::BTreeMap;

use quixotic_quixo::Class;
use quixotic_tablebase::internal::encoding::Scale;
use quixotic_tablebase::internal::format::{Census, ClassFile};
use quixotic_tablebase::{Database, ProbeError};

/// How far the verification has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The class that is being verified.
    pub class: Class,
    /// Stored positions that have been found right.
    pub done: u64,
    /// Stored positions there are.
    pub total: u64,
}

/// The signature of a database whose values have these hashes.
pub fn signature(digests: &BTreeMap<Class, blake3::Hash>) -> String {
    let mut signature = blake3::Hasher::new();
    for (class, digest) in digests {
        signature.update(&[class.mine, class.theirs]);
        signature.update(digest.as_bytes());
    }
    signature.finalize().to_hex().to_string()
}

/// The levels that are here, ascending; an error if there is none, or one whose
/// children are missing.
fn levels_with_children(database: &Database) -> Result<Vec<u8>, VerifyError> {
    let levels = database.levels();
    if levels.is_empty() {
        return Err(VerifyError::Empty);
    }
    // The children of a level are on the next one.
    let top = database.rules().cells();
    let missing = |level: &&u8| **level < top && !levels.contains(&(*level + 1));
    match levels.iter().find(missing) {
        Some(&level) => Err(VerifyError::Read(ProbeError::NotSolved {
            level: level + 1,
            solved: levels,
        })),
        None => Ok(levels),
    }
}

/// What the tail of a class file says wrongly about values that were counted and hashed.
fn faults_of(
    file: &ClassFile,
    scale: Scale,
    counted: &Census,
    digest: blake3::Hash,
) -> impl Iterator<Item = VerifyError> {
    let path = || file.path().to_owned();
    let miscounted = (0..=u8::MAX).find(|&value| counted.get(value) != file.census().get(value));
    let census = miscounted.map(|value| VerifyError::Census {
        path: path(),
        class: file.class(),
        value: scale.decode(value),
        stored: file.census().get(value),
        counted: counted.get(value),
    });
    let digest = (digest != file.digest()).then(|| VerifyError::Digest { path: path() });
    census.into_iter().chain(digest)
}
