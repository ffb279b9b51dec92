//! The run: all classes from the full board down, each pair written before the
//! next is begun. Starting a run and resuming one are the same thing: pairs whose
//! files are there are not solved again.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use quixotic_quixo::Rules;
use rayon::prelude::*;
use thiserror::Error;

use super::base::base;
use super::pair::{Effort, solve_pair};
use super::tables::Tables;
use super::values::Values;
use crate::format::{
    ClassFile, FileError, Problem, TEMPORARY, blocks_per_page, class_path, write_class,
};
use crate::index::{Class, Index};
use crate::kernel::Kernel;

/// What to solve, and with what.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The rules of the game.
    pub rules: Rules,
    /// Where the database goes; created if need be.
    pub directory: PathBuf,
    /// The last level to solve: 0 for the whole game.
    pub until: u8,
    /// Bytes of memory that the run may take.
    pub memory: u64,
    /// The version of the kernel.
    pub kernel: Kernel,
}

/// What a run reports while it goes on.
#[derive(Clone, Debug)]
pub enum Event {
    /// Tables are being computed.
    Preparing,
    /// The run begins: that many positions are to be stored, and so many are
    /// there from an earlier run.
    Started {
        /// Positions of all levels asked for.
        total: u64,
        /// Positions found in finished files.
        found: u64,
    },
    /// A pair of classes is begun.
    Pair {
        /// The class of the pair with more tiles of the mover.
        class: Class,
        /// Positions of the pair.
        positions: u64,
    },
    /// A sweep over a class of the pair has ended.
    Sweep {
        /// What the pair has taken so far.
        effort: Effort,
    },
    /// A pair is solved and written.
    Solved {
        /// The class of the pair with more tiles of the mover.
        class: Class,
        /// Positions of the pair.
        positions: u64,
        /// How much work it was.
        effort: Effort,
        /// Bytes of its files.
        bytes: u64,
    },
}

/// Why a run cannot begin or go on. Nothing that was finished is lost.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The rules need larger tables than there are.
    #[error("a board of size {0} is too large to solve: sizes are 3 to {max}", max = Index::MAX_SIZE)]
    Size(u8),
    /// There is no such level.
    #[error("there is no level {0}: levels are 0 to {1}")]
    Level(u8, u8),
    /// The directory cannot be used.
    #[error("cannot use {}: {error}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// Another process works on the same database.
    #[error("another process is solving in {}", .0.display())]
    Locked(PathBuf),
    /// The largest pair does not fit into the memory allowed.
    #[error("{class} needs {needed} MiB of memory, but only {allowed} MiB are allowed")]
    Memory {
        /// The class.
        class: Class,
        /// What it takes.
        needed: u64,
        /// What was allowed.
        allowed: u64,
    },
    /// The disk is too small.
    #[error("{} has {free} MiB free, but {needed} MiB may be needed", path.display())]
    Space {
        /// The directory.
        path: PathBuf,
        /// What may be needed.
        needed: u64,
        /// What there is.
        free: u64,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

const MIB: u64 = 1 << 20;

/// Solves a game, or goes on with a run that was interrupted.
pub fn solve(options: &SolveOptions, report: &mut dyn FnMut(Event)) -> Result<(), SolveError> {
    let size = options.rules.size();
    if size > Index::MAX_SIZE {
        return Err(SolveError::Size(size));
    }
    let levels = options.rules.cells();
    if options.until > levels {
        return Err(SolveError::Level(options.until, levels));
    }
    let _lock = lock(&options.directory)?;
    report(Event::Preparing);
    let index = Index::new(options.rules);
    let pairs: Vec<Pair> = (options.until..=levels)
        .rev()
        .flat_map(|level| Class::of_total(level).filter(|class| class.mine >= class.theirs))
        .map(|class| Pair::new(&index, class))
        .collect();
    let mut missing = Vec::new();
    for pair in &pairs {
        if !pair.is_finished(options, &index)? {
            missing.push(pair);
        }
    }
    let positions = |pairs: &mut dyn Iterator<Item = &Pair>| pairs.map(|pair| pair.positions).sum();
    let total: u64 = positions(&mut pairs.iter());
    let to_do: u64 = positions(&mut missing.iter().copied());
    report(Event::Started {
        total,
        found: total - to_do,
    });
    if missing.is_empty() {
        return Ok(());
    }
    check_space(&options.directory, to_do)?;
    let tables = Tables::new(options.rules, index, options.kernel);
    for pair in &missing {
        pair.check_memory(&tables, options.memory)?;
    }
    let mut kept = Kept::new(options.memory);
    for pair in missing {
        check_space(&options.directory, pair.positions)?;
        pair.solve(options, &tables, &mut kept, report)?;
    }
    Ok(())
}

/// Classes that are still in memory. Each is needed once more, by the pair on the
/// level below; those that fit are kept, to save reading them again.
struct Kept {
    classes: HashMap<Class, Values>,
    /// Positions that may still be kept.
    room: u64,
}

impl Kept {
    /// The part of the allowed memory that may go to kept classes.
    const SHARE: u64 = 16;

    fn new(memory: u64) -> Kept {
        Kept {
            classes: HashMap::new(),
            room: memory / Kept::SHARE,
        }
    }

    fn keep(&mut self, values: Values) {
        if let Some(room) = self.room.checked_sub(values.layout().positions()) {
            self.room = room;
            self.classes.insert(values.class, values);
        }
    }

    fn take(&mut self, class: Class) -> Option<Values> {
        let values = self.classes.remove(&class)?;
        self.room += values.layout().positions();
        Some(values)
    }
}

/// A pair of classes that is solved together.
struct Pair {
    class: Class,
    positions: u64,
}

impl Pair {
    fn new(index: &Index, class: Class) -> Pair {
        let mut pair = Pair {
            class,
            positions: 0,
        };
        let of_class = |class| index.layout(class).positions();
        pair.positions = pair.classes().into_iter().map(of_class).sum();
        pair
    }

    /// The classes of the pair: one if it is its own partner.
    fn classes(&self) -> Vec<Class> {
        let mut classes = vec![self.class, self.class.swapped()];
        classes.dedup();
        classes
    }

    /// Whether the files of the pair are there; an error if one is there and no
    /// good, so that nothing is overwritten without asking.
    fn is_finished(&self, options: &SolveOptions, index: &Index) -> Result<bool, SolveError> {
        for class in self.classes() {
            let path = class_path(&options.directory, class);
            match ClassFile::open(&path, options.rules, index, class) {
                Ok(_) => {}
                Err(error) if error.is_missing() => return Ok(false),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }

    fn check_memory(&self, tables: &Tables, allowed: u64) -> Result<(), SolveError> {
        let above = |class: Class| tables.index.layout(class.after_empty()).positions();
        let above = self.classes().into_iter().map(above).max().unwrap_or(0);
        // Bases and values of the pair; while the bases are computed, there is a
        // class of the level above instead of the values. A class that is its own
        // partner copies one group at a time.
        let groups = &tables.index.layout(self.class).groups;
        let largest = groups.iter().map(|group| group.len() as u64).max();
        let needed = tables.bytes()
            + allowed / Kept::SHARE
            + self.positions
            + above.max(self.positions + largest.unwrap_or(0));
        if needed > allowed {
            return Err(SolveError::Memory {
                class: self.class,
                needed: needed.div_ceil(MIB),
                allowed: allowed / MIB,
            });
        }
        Ok(())
    }

    fn solve(
        &self,
        options: &SolveOptions,
        tables: &Tables,
        kept: &mut Kept,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), SolveError> {
        report(Event::Pair {
            class: self.class,
            positions: self.positions,
        });
        let mut bases = Vec::new();
        for class in self.classes() {
            let above = match kept.take(class.after_empty()) {
                Some(above) => Some(above),
                None => load_above(options, tables, class)?,
            };
            bases.push(base(tables, class, above.as_ref()));
        }
        let (values, effort) = solve_pair(tables, bases, &mut |effort| {
            report(Event::Sweep { effort });
        });
        let mut bytes = 0;
        for values in values {
            let path = class_path(&options.directory, values.class);
            bytes += write_class(&path, options.rules, tables, &values)?;
            kept.keep(values);
        }
        report(Event::Solved {
            class: self.class,
            positions: self.positions,
            effort,
            bytes,
        });
        Ok(())
    }
}

/// The class that moves which take an empty tile lead to; `None` on a full board.
fn load_above(
    options: &SolveOptions,
    tables: &Tables,
    class: Class,
) -> Result<Option<Values>, FileError> {
    if class.total() == options.rules.cells() {
        return Ok(None);
    }
    let above = class.after_empty();
    let path = class_path(&options.directory, above);
    let file = ClassFile::open(&path, options.rules, &tables.index, above)?;
    load(tables, above, &file).map(Some)
}

/// Reads a whole class into memory, and checks it against its hash.
fn load(tables: &Tables, class: Class, file: &ClassFile) -> Result<Values, FileError> {
    let mut content = blake3::Hasher::new();
    let mut number = 0;
    let mut failed = None;
    let values = Values::new(&tables.index, class, |group| {
        let mut bytes = Values::room(group);
        let read = bytes[..group.len()]
            .par_chunks_mut(blocks_per_page(group) * group.lanes)
            .enumerate()
            .try_for_each(|(page, values)| {
                file.read_page(&tables.index, tables.kernel, number, page, values)
            });
        failed = failed.take().or(read.err());
        content.update_rayon(&bytes[..group.len()]);
        number += 1;
        bytes
    });
    match failed {
        Some(error) => Err(error),
        None if content.finalize() != file.digest() => Err(FileError::new(
            file.path(),
            Problem::Corrupt("the values do not match their hash".into()),
        )),
        None => Ok(values),
    }
}

/// Takes the directory for this process, and clears what an interrupted run left
/// unfinished.
fn lock(directory: &Path) -> Result<File, SolveError> {
    let unusable = |error| SolveError::Directory {
        path: directory.to_owned(),
        error,
    };
    fs::create_dir_all(directory).map_err(unusable)?;
    let lock = File::create(directory.join("lock")).map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(SolveError::Locked(directory.to_owned())),
        Err(TryLockError::Error(error)) => return Err(unusable(error)),
    }
    for entry in fs::read_dir(directory).map_err(unusable)? {
        let path = entry.map_err(unusable)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == TEMPORARY)
        {
            fs::remove_file(&path).map_err(unusable)?;
        }
    }
    Ok(lock)
}

/// Checks that the files of that many positions fit on the disk.
fn check_space(directory: &Path, positions: u64) -> Result<(), SolveError> {
    // The largest classes of 5×5 take less than 2 bits for a position; small
    // ones have more overhead, but are small.
    let needed = (positions / 4 + MIB) / MIB;
    let free = free_space(directory).map_err(|error| SolveError::Directory {
        path: directory.to_owned(),
        error,
    })?;
    if free / MIB < needed {
        return Err(SolveError::Space {
            path: directory.to_owned(),
            needed,
            free: free / MIB,
        });
    }
    Ok(())
}

#[cfg(unix)]
fn free_space(directory: &Path) -> io::Result<u64> {
    let status = rustix::fs::statvfs(directory)?;
    Ok(status.f_bavail * status.f_frsize)
}

/// Unknown here: a full disk will be reported when it is met.
#[cfg(not(unix))]
fn free_space(_: &Path) -> io::Result<u64> {
    Ok(u64::MAX)
}
