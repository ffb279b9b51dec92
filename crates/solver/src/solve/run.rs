//! The run: all classes from the full board down, each pair written before the
//! next is begun. Starting a run and resuming one are the same thing: pairs whose
//! files are there are not solved again.

use std::path::PathBuf;

use quixotic_game::{Budget, Moment, Stopped};
use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::{Kernel, WinDistances};

use super::base::{Start, start};
use super::directory::{check_space, lock, sync};
use super::kept::Kept;
use super::load::{self, load};
use super::losses::BaseLosses;
use super::memory::{Waits, check_class, room};
use super::pair::solve_pair;
use super::report::{Event, PairTimes, SolveError};
use crate::files::{ClassFiles, Prepared, Stay};
use crate::heap::give_back_freed_blocks;
use crate::packed::Packed;
use crate::sweep::{Tables, Way};
use quixotic_tablebase::internal::format::class_path;
use quixotic_tablebase::internal::index::Index;

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
    /// Whether the database tells how many plies a win takes. If not, its files
    /// are thinned once the level below is solved.
    pub win_distances: WinDistances,
    /// The version of the kernel.
    pub kernel: Kernel,
}

/// Solves a game, or goes on with a run that was interrupted.
///
/// Stops soon after the budget says so; the classes that were finished by then are kept.
/// The positions of the budget are stored positions that were solved.
pub fn solve(
    options: &SolveOptions,
    budget: &Budget,
    report: &mut dyn FnMut(Event),
) -> Result<(), SolveError> {
    let size = options.rules.size();
    if size > Index::MAX_SIZE {
        return Err(SolveError::Size(size));
    }
    let levels = options.rules.cells();
    if options.until > levels {
        return Err(SolveError::Level(options.until, levels));
    }
    give_back_freed_blocks();
    let _lock = lock(&options.directory, levels)?;
    report(Event::Preparing);
    let index = Index::new(options.rules);
    let files = options.files(&index, budget);
    let pairs = Pair::down_to(options.until, &files)?;
    let mut missing = Vec::new();
    for pair in &pairs {
        if pair.missing(&files)?.is_some() {
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
        return finish(options, &files, &pairs);
    }
    // What was asked for is refused before what the machine lacks.
    let room = room(options.rules, &index, &missing, options.memory)?;
    check_space(&options.directory, options.expected_bytes(to_do))?;
    let tables = Tables::new(options.rules, index, options.kernel, Way::Forward, budget)?;
    let files = options.files(&tables.index, budget);
    let mut kept = Kept::default();
    let mut solved = 0;
    for pair in missing {
        budget.check(solved)?;
        check_space(&options.directory, pair.expected_bytes())?;
        let waits = pair.waits(options.rules, &tables.index, room);
        kept.shrink(room.saturating_sub(pair.bytes(options.rules, &tables.index, waits)));
        pair.solve(options, &files, &tables, room, &mut kept, report)?;
        solved += pair.positions;
    }
    drop(kept);
    finish(options, &files, &pairs)
}

/// Leaves the distances of wins out where they still are, though nothing needs them
/// any more: a run was interrupted just before it did that, or kept them. Then looks
/// whether everything is there: a class that is in memory is not missed when it is
/// needed, so somebody may have removed its file without being noticed.
fn finish(
    options: &SolveOptions,
    files: &ClassFiles<'_>,
    solved: &[Pair],
) -> Result<(), SolveError> {
    if options.win_distances == WinDistances::LeftOut {
        for pair in solved {
            pair.thin_above(files, options.memory)?;
        }
    }
    for pair in solved {
        if let Some(class) = pair.missing(files)? {
            let path = class_path(&options.directory, class);
            return Err(SolveError::Removed(path));
        }
    }
    Ok(())
}

impl SolveOptions {
    pub(super) fn files<'a>(&'a self, index: &'a Index, budget: &'a Budget) -> ClassFiles<'a> {
        ClassFiles {
            directory: &self.directory,
            rules: self.rules,
            index,
            kernel: self.kernel,
            budget,
        }
    }

    /// How long files of a level that tell the distances of wins will be there.
    fn stay(&self, level: u8) -> Stay {
        match self.win_distances == WinDistances::LeftOut && level > self.until {
            true => Stay::Passing,
            false => Stay::Lasting,
        }
    }

    /// Space on the disk for the files of that many positions, with a margin: on
    /// 5×5 they take 1.6 bits for a position, or 0.8 without the distances of
    /// wins. These are left out only from levels that are solved to the end.
    fn expected_bytes(&self, positions: u64) -> u64 {
        match self.win_distances {
            WinDistances::Kept => positions / 4,
            WinDistances::LeftOut => positions / 6,
        }
    }
}

/// A pair of classes that is solved together.
pub(super) struct Pair {
    pub(super) class: Class,
    positions: u64,
    /// The most bytes that loading what is above each of its classes takes.
    pub(super) loading: Vec<u64>,
}

impl Pair {
    /// The pairs from the full board down to a level, in the order in which they are solved.
    pub(super) fn down_to(until: u8, files: &ClassFiles<'_>) -> Result<Vec<Pair>, SolveError> {
        (until..=files.rules.cells())
            .rev()
            .flat_map(|level| Class::of_level(level).filter(|class| class.mine >= class.theirs))
            .map(|class| Pair::new(files, class))
            .collect()
    }

    fn new(files: &ClassFiles<'_>, class: Class) -> Result<Pair, SolveError> {
        let mut pair = Pair {
            class,
            positions: 0,
            loading: Vec::new(),
        };
        for class in pair.classes() {
            pair.positions += files.index.layout(class).positions();
            let above = above(files.rules, class).map(|above| load::peak(files, above));
            pair.loading.push(above.transpose()?.unwrap_or(0));
        }
        Ok(pair)
    }

    /// The classes of the pair: one if it is its own partner.
    pub(super) fn classes(&self) -> Vec<Class> {
        let mut classes = vec![self.class, self.class.swapped()];
        classes.dedup();
        classes
    }

    /// The first class of the pair whose file is not there; an error if one is there
    /// and no good, so that nothing is overwritten without asking.
    fn missing(&self, files: &ClassFiles<'_>) -> Result<Option<Class>, SolveError> {
        let mut missing = None;
        for class in self.classes() {
            match files.open(class) {
                Ok(_) => {}
                Err(error) if error.is_missing() => missing = missing.or(Some(class)),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(missing)
    }

    /// Leaves the distances of wins out of the files above a pair that is solved:
    /// nothing needs them any more.
    fn thin_above(&self, files: &ClassFiles<'_>, memory: u64) -> Result<(), SolveError> {
        let above = |class| above(files.rules, class);
        for class in self.classes().into_iter().filter_map(above) {
            files.budget.check(0)?;
            let open = files.open_solved(class)?;
            if open.file.win_distances() == WinDistances::Kept {
                check_class(files.index, class, memory)?;
                let values = files.read(class, &open)?;
                files.check_digest(&open.file, &values)?;
                files.thin(&values, &open)?.publish()?;
            }
        }
        Ok(())
    }

    /// Space on the disk that solving the pair may take: about 3 bits for a
    /// position, and the thinned files above.
    fn expected_bytes(&self) -> u64 {
        self.positions / 2
    }

    fn solve(
        &self,
        options: &SolveOptions,
        files: &ClassFiles<'_>,
        tables: &Tables,
        room: u64,
        kept: &mut Kept,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), SolveError> {
        report(Event::Pair {
            class: self.class,
            positions: self.positions,
        });
        let mut times = PairTimes::default();
        let waits = self.waits(options.rules, &tables.index, room);
        let mut waiting: Option<Waiting> = None;
        let mut starts = Vec::new();
        let mut thinned: Vec<Prepared> = Vec::new();
        for class in self.classes() {
            let above = above(options.rules, class).map(|above| match kept.take(above) {
                Some(values) => Ok(values),
                None => load(files, tables, above),
            });
            let above = above.transpose()?;
            if let (Some(above), WinDistances::LeftOut) = (&above, options.win_distances) {
                let open = files.open_solved(above.class)?;
                thinned.push(files.thin(above, &open)?);
            }
            let begun = Moment::now();
            let start = start(tables, files.budget, class, above)?;
            if waits == Waits::Packed && waiting.is_none() && self.classes().len() == 2 {
                waiting = Some(Waiting::new(start, files.budget)?);
            } else {
                starts.push(start);
            }
            times.base += begun.elapsed();
        }
        if let Some(waiting) = waiting {
            starts.insert(0, waiting.go_on(tables, files.budget)?);
        }
        let taken: u64 = starts.iter().map(|start| start.losses.bytes()).sum();
        kept.shrink(room.saturating_sub(taken + self.sweep_bytes(&tables.index)));
        let begun = Moment::now();
        let (values, effort) = solve_pair(tables, starts, files.budget, &mut |effort| {
            report(Event::Sweep { effort });
        })?;
        times.sweeps = begun.elapsed();
        let mut bytes = 0;
        for values in values {
            bytes += files.write(&values, options.stay(self.class.level()))?;
            kept.keep(values);
        }
        sync(&options.directory)?;
        // Not before: until now the pair might have had to be solved again.
        for above in thinned {
            above.publish()?;
        }
        sync(&options.directory)?;
        report(Event::Solved {
            class: self.class,
            positions: self.positions,
            effort,
            times,
            bytes,
        });
        Ok(())
    }
}

/// The start of a class that waits, compressed.
struct Waiting {
    values: Packed,
    losses: BaseLosses,
}

impl Waiting {
    fn new(start: Start, budget: &Budget) -> Result<Waiting, Stopped> {
        Ok(Waiting {
            values: Packed::new(start.values, budget)?,
            losses: start.losses,
        })
    }

    fn go_on(self, tables: &Tables, budget: &Budget) -> Result<Start, Stopped> {
        Ok(Start {
            values: self.values.unpack(&tables.index, budget)?,
            losses: self.losses,
        })
    }
}

/// The class that moves which take an empty tile lead to; `None` on a full board.
pub(crate) fn above(rules: Rules, class: Class) -> Option<Class> {
    (class.level() < rules.cells()).then(|| class.after_empty())
}
