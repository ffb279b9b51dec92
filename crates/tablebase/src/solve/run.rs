//! The run: all classes from the full board down, each pair written before the
//! next is begun. Starting a run and resuming one are the same thing: pairs whose
//! files are there are not solved again.

use std::path::PathBuf;

use quixotic_quixo::Rules;
use rayon::prelude::*;

use super::base::base;
use super::directory::{check_space, lock, sync};
use super::kept::Kept;
use super::pair::solve_pair;
use super::report::{Event, SolveError};
use super::tables::Tables;
use crate::format::{ClassFile, FileError, Problem, blocks_per_page, class_path, write_class};
use crate::index::{Class, Index};
use crate::kernel::Kernel;
use crate::values::Values;

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

pub(super) const MIB: u64 = 1 << 20;

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
    let _lock = lock(&options.directory, levels)?;
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
    let spare = spare_memory(&index, &missing, options.memory)?;
    let tables = Tables::new(options.rules, index, options.kernel);
    let mut kept = Kept::new(spare);
    for pair in missing {
        check_space(&options.directory, pair.positions)?;
        pair.solve(options, &tables, &mut kept, report)?;
    }
    Ok(())
}

/// Memory that is left for keeping classes when the pair that takes the most is
/// solved; an error if there is not enough for that.
fn spare_memory(index: &Index, pairs: &[&Pair], allowed: u64) -> Result<u64, SolveError> {
    let tables = Tables::bytes(index);
    let largest = pairs.iter().max_by_key(|pair| pair.bytes(index));
    let needed = tables + largest.map_or(0, |pair| pair.bytes(index));
    match (allowed.checked_sub(needed), largest) {
        (None, Some(pair)) => Err(SolveError::Memory {
            class: pair.class,
            needed: needed.div_ceil(MIB),
            allowed: allowed / MIB,
        }),
        // Not all of it: compressed pages and the system want some too.
        (spare, _) => Ok(spare.unwrap_or(0) / 2),
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

    /// Memory that solving the pair takes, but for the tables.
    fn bytes(&self, index: &Index) -> u64 {
        let above = |class: Class| index.layout(class.after_empty()).positions();
        let above = self.classes().into_iter().map(above).max().unwrap_or(0);
        // Bases and values of the pair; while the bases are computed, there is a
        // class of the level above instead of the values. A class that is its own
        // partner copies one group at a time. Two flags for each block of the pair.
        let groups = index.layout(self.class).groups;
        let largest = groups.iter().map(|group| group.len() as u64).max();
        let blocks: u64 = groups.iter().map(|group| group.blocks as u64).sum();
        self.positions + above.max(self.positions + largest.unwrap_or(0)) + 4 * blocks
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
            let Tables { index, kernel, .. } = tables;
            bytes += write_class(&options.directory, options.rules, index, *kernel, &values)?;
            kept.keep(values);
        }
        sync(&options.directory)?;
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
