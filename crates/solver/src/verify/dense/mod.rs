//! Verification of every position with the kernel of the solver: what is wrong in the
//! files is found, whatever made it wrong.
//!
//! The check is that of [`verify`](super), the same for every position, and a class is
//! evaluated as the solver does it, block by block. So it finds bits that flipped, in
//! memory or on disk, races, and files that do not belong together, and takes a small
//! part of the time that the independent verification takes. It does not find an error
//! of the rules or of index, links and kernel that left the same traces in the
//! database; that is what the independent verification is for, and its sample.
//!
//! # What a finding means
//! A position is named if its stored byte contradicts the stored bytes of its children.
//! A single wrong byte contradicts its children, and may contradict the positions before
//! it, too. Where distances of wins are left out, they are worked out from stored losses;
//! so a wrong loss may contradict positions two plies before it as well, and no more. A
//! stored win without a move to a loss is named, and counts as a win beyond all distances.
//!
//! What is named is looked up once more, by the independent way.

mod blank_moves;
mod check;
mod classes;
mod journal;
mod pair;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::PathBuf;

use quixotic_game::Budget;
use quixotic_quixo::{Board, Class, Rules};
use quixotic_tablebase::internal::index::Index;
use quixotic_tablebase::{Database, FileError, Kernel, ProbeError};

use super::class::Lookup;
use super::finder::Finder;
use super::sample::findings;
use super::{Finding, VerifyError, levels_with_children, signature};
use crate::bytes::MIB;
use crate::heap::give_back_freed_blocks;
use crate::sweep::{Tables, Way};
use classes::Classes;
use journal::Journal;
use pair::{Found, Pair, Step};

/// How a database is verified.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Bytes of memory that the run may take.
    pub memory: u64,
    /// The version of the kernel.
    pub kernel: Kernel,
    /// Wrong positions that are named at most; all are counted.
    pub findings: usize,
    /// Where it is noted which classes are verified, so that a run that was interrupted
    /// goes on; `None` if it is not. If no file can be made there it is not, either.
    pub journal: Option<PathBuf>,
    /// Whether what is noted there is forgotten.
    pub fresh: bool,
}

/// What a verification reports while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerifyEvent {
    /// The verification begins.
    Started {
        /// Stored positions there are.
        total: u64,
        /// Stored positions that an earlier run has found right.
        found: u64,
        /// Whether a later run will go on with this one if it is interrupted.
        resumable: bool,
    },
    /// A class is being read and compared with the level above.
    Above(Class),
    /// A class is being compared with its partner.
    Checking(Class),
    /// A pair of classes is done.
    Done {
        /// Stored positions of the pair.
        positions: u64,
    },
}

/// What a verification has found.
#[derive(Debug)]
pub struct Verification {
    /// Stored positions there are; mirror images are stored once.
    pub positions: u64,
    /// Stored positions that were compared with what follows from their moves, by this
    /// run or, with files that are the same, by one before it.
    pub checked: u64,
    /// Classes.
    pub classes: usize,
    /// The levels that are here, ascending.
    pub levels: Vec<u8>,
    /// Positions that contradict their moves.
    pub mismatches: u64,
    /// The first of them.
    pub findings: Vec<Finding>,
    /// Wrong counts and hashes in files.
    pub faults: Vec<VerifyError>,
    /// Files that cannot be read, for which classes were left out: all if it is a header
    /// or tail, else those that need a page that is damaged.
    pub unreadable: Vec<FileError>,
    /// The signature of the database, from the values that were verified; `None` if
    /// some could not be read.
    pub signature: Option<String>,
}

impl Verification {
    /// Whether all was read and nothing is wrong.
    pub fn is_right(&self) -> bool {
        self.mismatches == 0 && self.faults.is_empty() && self.unreadable.is_empty()
    }
}

/// Verifies all levels of a database that are completely here.
///
/// Goes on after a fault, but does not begin if the header or tail of a file is no good;
/// stops soon after the budget says so. The positions of the budget are stored positions
/// that were verified.
///
/// ```
/// use quixotic_game::Budget;
/// use quixotic_quixo::Rules;
/// use quixotic_solver::{VerifyOptions, verify};
/// use quixotic_tablebase::{Database, Kernel};
///
/// let database = Database::embedded(Rules::official(3)?).expect("3×3 is embedded");
/// let options = VerifyOptions {
///     memory: 1 << 30,
///     kernel: Kernel::detect(),
///     findings: 100,
///     journal: None,
///     fresh: false,
/// };
/// let found = verify(&database, &options, &Budget::UNLIMITED, &mut |_| {})?;
/// assert!(found.is_right());
/// assert_eq!(found.signature, Some(database.stats()?.signature));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    database: &Database,
    options: &VerifyOptions,
    budget: &Budget,
    report: &mut dyn FnMut(VerifyEvent),
) -> Result<Verification, VerifyError> {
    let levels = levels_with_children(database)?;
    let classes = Classes { database, budget };
    let mut journal = Journal::open(options.journal.as_deref(), options.fresh);
    let mut run = Run::new(database, levels);
    run.open_files(classes)?;
    if !run.found.unreadable.is_empty() {
        return run.end(classes);
    }
    let mut to_do = Vec::new();
    for pair in pairs(&run.found.levels) {
        match classes.hash_of_pair(pair.0, options.kernel) {
            Ok(hash) if journal.has(pair.0, hash) => run.take_over(classes, pair)?,
            hash => to_do.push((pair, hash.ok())),
        }
    }
    report(VerifyEvent::Started {
        total: run.found.positions,
        found: run.found.checked,
        resumable: journal.is_kept(),
    });
    if !to_do.is_empty() {
        let rules = database.rules();
        let index = Index::new(rules);
        let pairs = to_do.iter().map(|&(pair, _)| pair);
        check_memory(&index, rules, pairs, options.memory)?;
        give_back_freed_blocks();
        let kernel = options.kernel;
        let tables = Tables::new(rules, index, kernel, Way::Forward, budget)?;
        let mut done = 0;
        for (pair, hash) in to_do {
            budget.check(done)?;
            let positions = pair.positions(&tables.index);
            let most = options.findings - run.boards.len();
            let mut step = |step| match step {
                Step::Above(class) => report(VerifyEvent::Above(class)),
                Step::Check(class) => report(VerifyEvent::Checking(class)),
            };
            let found = pair.verify(classes, &tables, most, &mut step);
            let is_right = run.take(positions, found)?;
            if let (true, Some(hash)) = (is_right, hash) {
                journal.add(pair.0, hash);
            }
            done += positions;
            report(VerifyEvent::Done { positions });
        }
    }
    let found = run.end(classes)?;
    // What could not be read can be tried again, without the rest.
    if found.unreadable.is_empty() {
        journal.remove();
    }
    Ok(found)
}

/// Memory for the program, its threads and compressed pages.
const BESIDE: u64 = 192 * MIB;

/// Looks whether the pair that takes the most fits into the memory.
fn check_memory(
    index: &Index,
    rules: Rules,
    pairs: impl Iterator<Item = Pair>,
    allowed: u64,
) -> Result<(), VerifyError> {
    let needs = pairs.map(|pair| (pair.bytes(index, rules), pair.0));
    let most = needs.max_by_key(|&(bytes, _)| bytes);
    let beside = Tables::bytes(index) + BESIDE;
    let needed = most.map(|(bytes, class)| (bytes + beside, class));
    match needed {
        Some((needed, class)) if needed > allowed => Err(VerifyError::Memory {
            class,
            needed: needed.div_ceil(MIB),
            allowed: allowed / MIB,
        }),
        _ => Ok(()),
    }
}

/// All pairs of the levels, which ascend, from the full board down, so that a fault is
/// found where it is before it is found where it leads to.
fn pairs(levels: &[u8]) -> Vec<Pair> {
    let classes = levels
        .iter()
        .rev()
        .flat_map(|&level| Class::of_level(level));
    let more = classes.filter(|class| class.mine >= class.theirs);
    more.map(Pair).collect()
}

/// A verification that goes on.
struct Run {
    found: Verification,
    /// The positions that will be named.
    boards: Vec<Board>,
    digests: BTreeMap<Class, blake3::Hash>,
}

impl Run {
    fn new(database: &Database, levels: Vec<u8>) -> Run {
        let mut run = Run {
            found: Verification {
                positions: 0,
                checked: 0,
                classes: levels.iter().map(|&level| usize::from(level) + 1).sum(),
                levels,
                mismatches: 0,
                findings: Vec::new(),
                faults: Vec::new(),
                unreadable: Vec::new(),
                signature: None,
            },
            boards: Vec::new(),
            digests: BTreeMap::new(),
        };
        let pairs = pairs(&run.found.levels).into_iter();
        run.found.positions = pairs.map(|pair| pair.positions(database.index())).sum();
        run
    }

    /// Opens all files, which shows whether a header or tail is no good before hours are
    /// spent on the others.
    fn open_files(&mut self, classes: Classes<'_>) -> Result<(), VerifyError> {
        for class in pairs(&self.found.levels)
            .into_iter()
            .flat_map(Pair::classes)
        {
            match classes.file(class) {
                Ok(_) => {}
                Err(ProbeError::File(error)) => self.found.unreadable.push(error),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Takes a pair over that an earlier run has found right: its hashes are those in
    /// its files.
    fn take_over(&mut self, classes: Classes<'_>, pair: Pair) -> Result<(), VerifyError> {
        for class in pair.classes() {
            self.digests.insert(class, classes.file(class)?.digest());
        }
        self.found.checked += pair.positions(classes.database.index());
        Ok(())
    }

    /// Takes in what was found about a pair; tells whether it is right.
    fn take(
        &mut self,
        positions: u64,
        found: Result<Found, VerifyError>,
    ) -> Result<bool, VerifyError> {
        let found = match found {
            Ok(found) => found,
            Err(VerifyError::Read(ProbeError::File(error))) => {
                // Other pairs may need the same file.
                let mut others = self.found.unreadable.iter();
                if others.all(|other| other.path() != error.path()) {
                    self.found.unreadable.push(error);
                }
                return Ok(false);
            }
            Err(error) => return Err(error),
        };
        let is_right = found.is_right();
        self.boards.extend(found.boards);
        self.found.checked += positions;
        self.found.mismatches += found.mismatches;
        self.found.faults.extend(found.faults);
        self.digests.extend(found.digests);
        Ok(is_right)
    }

    /// Names what is wrong, all at once: a pass over the files finds what is stored.
    fn end(self, classes: Classes<'_>) -> Result<Verification, VerifyError> {
        let mut found = self.found;
        if !self.boards.is_empty() {
            let database = classes.database;
            let lookup = Lookup {
                database,
                finder: &Finder::new(database.index(), database.rules()),
                budget: classes.budget,
            };
            found.findings = findings(lookup, &self.boards)?;
        }
        let complete = self.digests.len() == found.classes;
        found.signature = complete.then(|| signature(&self.digests));
        Ok(found)
    }
}
