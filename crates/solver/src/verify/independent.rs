//! The independent verification of a whole database: every position by itself, from
//! its children as the rules make them, without any code of the solver.

use std::collections::BTreeMap;

use quixotic_game::{Budget, Value};
use quixotic_quixo::{Board, Class};
use rayon::prelude::*;

use super::class::{Children, Earlier, Lookup};
use super::finder::Finder;
use super::{Finding, Progress, VerifyError, faults_of, signature};
use quixotic_tablebase::Database;
use quixotic_tablebase::internal::encoding::{Scale, WIN};
use quixotic_tablebase::internal::format::{Census, ClassFile, PagePlace, blocks_per_page};

/// Pages that are read and verified together, to keep all threads busy.
const BATCH: usize = 64;

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
/// budget are stored positions that were verified. Takes two classes in memory at a time, and up to
/// four where files leave out the distances of wins.
///
/// ```
/// use quixotic_game::Budget;
/// use quixotic_quixo::Rules;
/// use quixotic_solver::verify_independently;
/// use quixotic_tablebase::Database;
///
/// let database = Database::embedded(Rules::official(3)?).expect("3×3 is embedded");
/// let mut follow = |progress: quixotic_solver::Progress| eprintln!("{}", progress.class);
/// let verified = verify_independently(&database, &Budget::UNLIMITED, &mut follow)?;
/// assert_eq!(verified.signature, database.stats()?.signature);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_independently(
    database: &Database,
    budget: &Budget,
    report: &mut dyn FnMut(Progress),
) -> Result<Verified, VerifyError> {
    let independent = Independent::new(database)?;
    let classes = independent.classes();
    let positions = |&class| database.index().layout(class).positions();
    let total = classes.iter().map(positions).sum();
    let mut digests = BTreeMap::new();
    let mut done = 0;
    for class in classes {
        budget.check(done)?;
        let mut report = |positions| {
            done += positions;
            report(Progress { class, done, total });
        };
        let verified = independent.verify(database, class, budget, &mut report)?;
        digests.insert(class, verified.digest);
    }
    Ok(Verified {
        positions: done,
        classes: digests.len(),
        levels: independent.levels,
        signature: signature(&digests),
    })
}

/// The independent verification of single classes of a database, in any order.
pub struct Independent {
    levels: Vec<u8>,
    finder: Finder,
}

/// A class that was found right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedClass {
    /// Stored positions; mirror images are stored once.
    pub positions: u64,
    /// The hash of their values.
    pub digest: blake3::Hash,
}

impl Independent {
    /// Gets ready for all levels of a database that are completely here.
    pub fn new(database: &Database) -> Result<Independent, VerifyError> {
        let levels = database.levels();
        if levels.is_empty() {
            return Err(VerifyError::Empty);
        }
        let finder = Finder::new(database.index(), database.rules());
        Ok(Independent { levels, finder })
    }

    /// The classes, from the full board down, so that a fault is found where it is and not where
    /// it leads to.
    pub fn classes(&self) -> Vec<Class> {
        let levels = self.levels.iter().rev();
        levels.flat_map(|&level| Class::of_level(level)).collect()
    }

    /// Verifies a class of the same database; takes two others in memory, and for a moment up to four
    /// where files leave out the distances of wins.
    pub fn verify(
        &self,
        database: &Database,
        class: Class,
        budget: &Budget,
        report: &mut dyn FnMut(u64),
    ) -> Result<VerifiedClass, VerifyError> {
        let lookup = Lookup {
            database,
            finder: &self.finder,
            budget,
        };
        let positions = database.index().layout(class).positions();
        let digest = ClassCheck::new(lookup, class)?.run(report)?;
        Ok(VerifiedClass { positions, digest })
    }
}

/// A class that is being verified, with the classes of its children.
struct ClassCheck<'a> {
    lookup: Lookup<'a>,
    scale: Scale,
    earlier: Earlier,
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
        let quixo = self.lookup.quixo();
        let ended = quixo.ended_on(board);
        let (byte, follows) = match ended {
            Some(outcome) => (stored, Value::ended(outcome)),
            None => {
                let least = self.children.least(self.lookup, board);
                let follows = self.scale.decode(least).one_ply_earlier();
                let follows = self.scale.counted(follows);
                // What is not stored as a win without a distance is compared below.
                let byte = match stored {
                    WIN => self.earlier.win(least),
                    _ => stored,
                };
                (byte, follows)
            }
        };
        let found = Finding::new(quixo.rules(), board, stored, ended, follows);
        if !found.is_right() {
            return Err(found);
        }
        Ok(byte)
    }

    fn check_tail(
        &self,
        recount: &Recount,
        digest: blake3::Hash,
    ) -> Result<blake3::Hash, VerifyError> {
        let counted = Census::from(*recount);
        match faults_of(self.file, self.scale, &counted, digest).next() {
            Some(fault) => Err(fault),
            None => Ok(digest),
        }
    }
}
