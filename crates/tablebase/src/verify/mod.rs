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
//! [`Database::probe`], whose page cache and its lock are made for single
//! questions.

mod class;
mod error;
mod finder;
#[cfg(test)]
mod tests;

pub use error::{Finding, VerifyError};

use std::collections::BTreeMap;

use quixotic_game::Value;
use quixotic_quixo::{Board, Quixo, Taken};
use rayon::prelude::*;

use crate::database::Database;
use crate::encoding::Scale;
use crate::format::{ClassFile, blocks_per_page, pages};
use crate::index::{Class, Counts};
use class::LoadedClass;
use finder::Finder;

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
/// Stops at the first fault. Takes two classes in memory at a time.
///
/// ```
/// use quixotic_quixo::Rules;
/// use quixotic_tablebase::{Database, verify};
///
/// let database = Database::embedded(Rules::official(3)?).expect("3×3 is embedded");
/// let verified = verify(&database, &mut |progress| eprintln!("{}", progress.class))?;
/// assert_eq!(verified.signature, database.stats()?.signature);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    database: &Database,
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
            .flat_map(|&level| Counts::of_total(level))
    };
    let positions = |class| database.index().layout(class).positions();
    let total = classes().map(positions).sum();
    let finder = Finder::new(database.index(), database.rules());
    let mut digests = BTreeMap::new();
    let mut done = 0;
    for class in classes() {
        let digest = ClassCheck::new(database, &finder, class)?.run(&mut |positions| {
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

/// A class that is being verified, with the classes of its children.
struct ClassCheck<'a> {
    database: &'a Database,
    quixo: &'a Quixo,
    finder: &'a Finder,
    scale: Scale,
    class: Class,
    file: &'a ClassFile,
    /// After moves that take an own tile.
    own: LoadedClass,
    /// After moves that take an empty tile; `None` on a full board.
    empty: Option<LoadedClass>,
}

/// A page: the number of its group in the layout, and its number in the group.
type Page = (usize, usize);

/// How many positions have each byte, mirror images included.
type Recount = [u64; 256];

impl<'a> ClassCheck<'a> {
    fn new(
        database: &'a Database,
        finder: &'a Finder,
        class: Class,
    ) -> Result<ClassCheck<'a>, VerifyError> {
        let has_empty = class.total() < database.rules().cells();
        let above = has_empty.then(|| LoadedClass::load(database, class.after_empty()));
        Ok(ClassCheck {
            database,
            quixo: database.quixo(),
            finder,
            scale: Scale::of(database.rules()),
            class,
            file: database.class(class)?,
            own: LoadedClass::load(database, class.swapped())?,
            empty: above.transpose()?,
        })
    }

    /// Checks all positions and what the tail of the file says about them;
    /// returns the hash of the values.
    fn run(&self, report: &mut dyn FnMut(u64)) -> Result<blake3::Hash, VerifyError> {
        let groups = self.file.layout().groups.iter().enumerate();
        let pages: Vec<Page> = groups
            .flat_map(|(number, group)| (0..pages(group)).map(move |page| (number, page)))
            .collect();
        let mut content = blake3::Hasher::new();
        let mut recount = [0; 256];
        for batch in pages.chunks(BATCH) {
            let read = |&(number, page): &Page| self.database.page(self.file, number, page);
            let values: Vec<Vec<u8>> = batch.par_iter().map(read).collect::<Result<_, _>>()?;
            for values in &values {
                content.update(values);
            }
            let pages = batch.par_iter().zip(&values);
            let recounts: Vec<Result<Recount, Finding>> = pages
                .map(|(&page, values)| self.check_page(page, values))
                .collect();
            for of_page in recounts {
                for (count, of_page) in recount.iter_mut().zip(of_page?) {
                    *count += of_page;
                }
            }
            report(values.iter().map(|values| values.len() as u64).sum());
        }
        self.check_tail(&recount, content.finalize())
    }

    fn check_page(&self, (number, page): Page, values: &[u8]) -> Result<Recount, Finding> {
        let group = &self.file.layout().groups[number];
        let first = page * blocks_per_page(group);
        let mut recount = [0; 256];
        for (block, values) in values.chunks(group.lanes).enumerate() {
            let ring = self
                .finder
                .ring(self.database.index(), group, first + block);
            let images = self.finder.images(ring);
            for (&value, &core) in values.iter().zip(self.finder.cores(group.core)) {
                self.check_position(finder::join(ring, core), value)?;
                recount[usize::from(value)] += images;
            }
        }
        Ok(recount)
    }

    fn check_position(&self, board: Board, stored: u8) -> Result<(), Finding> {
        let stored = self.scale.decode(stored);
        let ended = self.quixo.ended(board);
        let follows = match ended {
            Some(outcome) => Value::ended(outcome),
            None => self.value_from_children(board),
        };
        if stored == follows {
            return Ok(());
        }
        Err(Finding {
            rules: self.quixo.rules(),
            board,
            ended,
            stored,
            follows,
        })
    }

    /// The value of a position in which the game is not over.
    fn value_from_children(&self, board: Board) -> Value {
        let own = self.quixo.children_taking(board, Taken::Own);
        let own = own.map(|(_, child)| self.own.value(self.finder, child));
        let empty = self.empty.iter().flat_map(|above| {
            let children = self.quixo.children_taking(board, Taken::Empty);
            children.map(|(_, child)| above.value(self.finder, child))
        });
        // Greater bytes are better for the player to move, so the least is what
        // the mover wants to leave behind. She has a move: if no border tile
        // were empty or her own, the border would hold lines of the other's.
        let best = own.chain(empty).min().expect("a move");
        self.scale.decode(best).one_ply_earlier()
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
