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

mod class;
mod error;
mod finder;
mod sample;
#[cfg(test)]
mod tests;

pub use error::{Finding, VerifyError};
pub use sample::{Sampled, verify_sample};

use std::collections::BTreeMap;

use quixotic_game::{Budget, Outcome, Value};
use quixotic_quixo::{Board, Class};
use rayon::prelude::*;

use class::{Children, Earlier, Lookup};
use finder::Finder;
use quixotic_tablebase::Database;
use quixotic_tablebase::internal::encoding::{Scale, WIN};
use quixotic_tablebase::internal::format::{ClassFile, PagePlace, blocks_per_page};

/// Pages that are read and verified together, to keep all threads busy.
const BATCH: usize = 64;

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

/// A database that was found right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Stored positions; mirror images are stored once.
    pub positions: u64,
    /// Classes.
    pub classes: usize,
    /// The levels that are here, ascending.
    pub levels: Vec<u8>,
    /// The signature of the database, from the values that were verified.
    pub signature: String,
}

/// Verifies all levels of a database that are completely here.
///
/// Stops at the first fault, or soon after the budget says so; the positions of the
/// budget are stored positions that were verified. Takes two classes in memory at a time.
///
/// ```
/// use quixotic_game::Budget;
/// use quixotic_quixo::Rules;
/// use quixotic_solver::verify;
/// use quixotic_tablebase::Database;
///
/// let database = Database::embedded(Rules::official(3)?).expect("3×3 is embedded");
/// let mut follow = |progress: quixotic_solver::Progress| eprintln!("{}", progress.class);
/// let verified = verify(&database, &Budget::UNLIMITED, &mut follow)?;
/// assert_eq!(verified.signature, database.stats()?.signature);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    database: &Database,
    budget: &Budget,
    report: &mut dyn FnMut(Progress),
) -> Result<Verified, VerifyError> {
    let levels = database.levels();
    if levels.is_empty() {
        return Err(VerifyError::Empty);
    }
    // From the full board down, so that a fault is found where it is and not
    // where it leads to.
    let classes = || {
        levels
            .iter()
            .rev()
            .flat_map(|&level| Class::of_level(level))
    };
    let positions = |class| database.index().layout(class).positions();
    let total = classes().map(positions).sum();
    let finder = &Finder::new(database.index(), database.rules());
    let lookup = Lookup {
        database,
        finder,
        budget,
    };
    let mut digests = BTreeMap::new();
    let mut done = 0;
    for class in classes() {
        budget.check(done)?;
        let digest = ClassCheck::new(lookup, class)?.run(&mut |positions| {
            done += positions;
            report(Progress { class, done, total });
        })?;
        digests.insert(class, digest);
    }
    Ok(Verified {
        positions: done,
        classes: digests.len(),
        levels,
        signature: signature(&digests),
    })
}

/// The signature of a database whose values have these hashes.
fn signature(digests: &BTreeMap<Class, blake3::Hash>) -> String {
    let mut signature = blake3::Hasher::new();
    for (class, digest) in digests {
        signature.update(&[class.mine, class.theirs]);
        signature.update(digest.as_bytes());
    }
    signature.finalize().to_hex().to_string()
}

/// Compares the byte stored for a board with the value that follows from the
/// rules; returns the byte if it is right.
fn check(
    lookup: Lookup<'_>,
    board: Board,
    stored: u8,
    ended: Option<Outcome>,
    follows: Value,
) -> Result<u8, Finding> {
    let scale = Scale::of(lookup.database.rules());
    let right = match stored {
        // A file that leaves the distances of wins out; finished games have one.
        WIN => ended.is_none() && follows.outcome() == Outcome::Win,
        _ => scale.decode(stored) == follows,
    };
    if right {
        return Ok(stored);
    }
    Err(Finding {
        rules: lookup.database.rules(),
        board,
        ended,
        stored: (stored != WIN).then(|| scale.decode(stored)),
        follows,
    })
}

/// A class that is being verified, with the classes of its children.
struct ClassCheck<'a> {
    lookup: Lookup<'a>,
    scale: Scale,
    earlier: Earlier,
    class: Class,
    file: &'a ClassFile,
    children: Children,
}

/// How many positions have each byte, mirror images included.
type Recount = [u64; 256];

impl<'a> ClassCheck<'a> {
    fn new(lookup: Lookup<'a>, class: Class) -> Result<ClassCheck<'a>, VerifyError> {
        Ok(ClassCheck {
            lookup,
            scale: Scale::of(lookup.database.rules()),
            earlier: Earlier::new(lookup.database),
            class,
            file: lookup.database.class_file(class)?,
            children: Children::load(lookup, class)?,
        })
    }

    /// Checks all positions and what the tail of the file says about them;
    /// returns the hash of the values.
    fn run(&self, report: &mut dyn FnMut(u64)) -> Result<blake3::Hash, VerifyError> {
        let pages: Vec<PagePlace> = self.file.pages().collect();
        let mut content = blake3::Hasher::new();
        let mut recount = [0; 256];
        let database = self.lookup.database;
        for batch in pages.chunks(BATCH) {
            self.lookup.budget.check(0)?;
            let read = |&place: &PagePlace| database.read_page(self.file, place);
            let mut values: Vec<Vec<u8>> = batch.par_iter().map(read).collect::<Result<_, _>>()?;
            let pages = batch.par_iter().zip(&mut values);
            let recounts: Vec<Result<Recount, Finding>> = pages
                .map(|(&place, values)| self.check_page(place, values))
                .collect();
            for of_page in recounts {
                for (count, of_page) in recount.iter_mut().zip(of_page?) {
                    *count += of_page;
                }
            }
            for values in &values {
                content.update(values);
            }
            report(values.iter().map(|values| values.len() as u64).sum());
        }
        self.check_tail(&recount, content.finalize())
    }

    /// Checks the values of a page, and puts the distances of wins in that the
    /// file leaves out.
    fn check_page(&self, place: PagePlace, values: &mut [u8]) -> Result<Recount, Finding> {
        let group = &self.file.layout().groups[place.group];
        let first = place.page * blocks_per_page(group);
        let mut recount = [0; 256];
        for (block, values) in values.chunks_mut(group.lanes).enumerate() {
            let finder = self.lookup.finder;
            let ring = finder.ring(self.lookup.database.index(), group, first + block);
            let images = finder.images(ring);
            for (value, board) in values
                .iter_mut()
                .zip(self.lookup.boards(group, first + block))
            {
                *value = self.check_position(board, *value)?;
                recount[usize::from(*value)] += images;
            }
        }
        Ok(recount)
    }

    /// The byte of a board, distance included, if the stored one is right.
    fn check_position(&self, board: Board, stored: u8) -> Result<u8, Finding> {
        let ended = self.lookup.quixo().ended_on(board);
        match ended {
            Some(outcome) => check(self.lookup, board, stored, ended, Value::ended(outcome)),
            None => {
                let least = self.children.least(self.lookup, board);
                let follows = self.scale.decode(least).one_ply_earlier();
                check(self.lookup, board, stored, ended, follows)?;
                // What is not stored as a win has been compared just now.
                Ok(match stored {
                    WIN => self.earlier.byte(least).unwrap_or(stored),
                    _ => stored,
                })
            }
        }
    }

    fn check_tail(
        &self,
        recount: &Recount,
        digest: blake3::Hash,
    ) -> Result<blake3::Hash, VerifyError> {
        let path = || self.file.path().to_owned();
        for (value, &counted) in (0..=u8::MAX).zip(recount) {
            let stored = self.file.census().get(value);
            if counted != stored {
                return Err(VerifyError::Census {
                    path: path(),
                    class: self.class,
                    value: self.scale.decode(value),
                    stored,
                    counted,
                });
            }
        }
        if digest != self.file.digest() {
            return Err(VerifyError::Digest { path: path() });
        }
        Ok(digest)
    }
}
