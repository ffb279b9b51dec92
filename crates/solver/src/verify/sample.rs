//! Verification of a random sample, for databases that take hours to verify whole.
//!
//! The children of a random position lie anywhere in the database, and a page has
//! to be decompressed for each. So all questions about a sample are collected,
//! sorted by place and answered in one pass over the files, which takes minutes
//! however large the sample is.
//!
//! The first pass reads the positions and their children. Where the distances of
//! wins are left out, a second one reads the children's children, for the losses
//! in the sample: these need to know how long their moves take to lose.

use std::iter;
use std::sync::atomic::{AtomicU8, Ordering};

use quixotic_game::{Budget, Outcome, Rng, Value};
use quixotic_quixo::{Board, Class};
use rayon::prelude::*;

use super::class::{Earlier, Lookup};
use super::finder::{Finder, join, ring_counts};
use super::{Finding, Progress, VerifyError, levels_with_children};
use quixotic_tablebase::internal::encoding::{LOST, Scale, WIN, WON};
use quixotic_tablebase::internal::format::{PagePlace, blocks_per_page, pages};
use quixotic_tablebase::internal::index::{GridMap, Group};
use quixotic_tablebase::{Database, ProbeError, Stats, WinDistances};

/// Positions that are sampled together: what is asked about them takes some
/// gigabytes of memory.
const CHUNK: u64 = 1 << 20;

/// A sample that was found right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// Positions in the sample.
    pub positions: u64,
    /// Stored positions in the database.
    pub of: u64,
    /// The signature of the database, from what its files say.
    pub signature: String,
}

/// Verifies that many random stored positions, chosen by a seed: that each value
/// follows from the values of the children. Counts and hashes in the files are
/// taken as they are.
///
/// ```
/// use quixotic_game::Budget;
/// use quixotic_quixo::Rules;
/// use quixotic_solver::verify_sample;
/// use quixotic_tablebase::Database;
///
/// let database = Database::embedded(Rules::official(4)?).expect("4×4 is embedded");
/// let sampled = verify_sample(&database, 1000, 1, &Budget::UNLIMITED, &mut |_| {})?;
/// assert_eq!(sampled.positions, 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_sample(
    database: &Database,
    positions: u64,
    seed: u64,
    budget: &Budget,
    report: &mut dyn FnMut(Progress),
) -> Result<Sampled, VerifyError> {
    let stats = database.stats()?;
    let finder = &Finder::new(database.index(), database.rules());
    let lookup = Lookup {
        database,
        finder,
        budget,
    };
    let numbers = Numbers::new(lookup)?;
    let mut done = 0;
    let passes = positions.div_ceil(CHUNK) * if is_thin(database, &stats)? { 2 } else { 1 };
    let mut follow = |class, positions| {
        done += positions;
        let total = passes * numbers.total;
        report(Progress { class, done, total });
    };
    let mut random = Rng::new(seed);
    let mut left = positions;
    while left > 0 {
        budget.check(positions - left)?;
        let chunk = left.min(CHUNK);
        let boards: Vec<Board> = (0..chunk)
            .map(|_| numbers.board(lookup, random.below(numbers.total as usize) as u64))
            .collect();
        check_boards(lookup, &numbers, &boards, &mut follow)?;
        left -= chunk;
    }
    Ok(Sampled {
        positions,
        of: numbers.total,
        signature: stats.signature,
    })
}

/// Whether a file leaves the distances of wins out.
fn is_thin(database: &Database, stats: &Stats) -> Result<bool, ProbeError> {
    for row in &stats.by_class {
        if database.class_file(row.class)?.win_distances() == WinDistances::LeftOut {
            return Ok(true);
        }
    }
    Ok(false)
}

fn check_boards(
    lookup: Lookup<'_>,
    numbers: &Numbers,
    boards: &[Board],
    report: &mut dyn FnMut(Class, u64),
) -> Result<(), VerifyError> {
    let found = look_up(lookup, numbers, boards, report)?;
    match found.into_iter().find(|found| !found.is_right()) {
        Some(wrong) => Err(wrong.into()),
        None => Ok(()),
    }
}

/// What is stored about positions, and what follows from their children, whether or not
/// that is the same.
pub(super) fn findings(lookup: Lookup<'_>, boards: &[Board]) -> Result<Vec<Finding>, VerifyError> {
    let numbers = Numbers::new(lookup)?;
    look_up(lookup, &numbers, boards, &mut |_, _| {})
}

fn look_up(
    lookup: Lookup<'_>,
    numbers: &Numbers,
    boards: &[Board],
    report: &mut dyn FnMut(Class, u64),
) -> Result<Vec<Finding>, VerifyError> {
    let quixo = lookup.quixo();
    let children = |board: Board| quixo.children(board).map(|(_, child)| child);
    let number = |board| numbers.of(lookup, board);
    // Each position asks for itself, and as another owner for its children.
    let questions = boards.par_iter().enumerate().flat_map_iter(|(at, &board)| {
        let of_children = children(board).map(move |child| (child, boards.len() + at));
        let asked = iter::once((board, at)).chain(of_children);
        // Nothing more is asked once the budget is used up, which is an error below.
        let goes_on = lookup.budget.check(0).is_ok();
        asked
            .take_while(move |_| goes_on)
            .map(|(board, owner)| Question::new(number(board), owner))
    });
    let answers = numbers.least(lookup, questions.collect(), 2 * boards.len(), report)?;
    let (stored, least) = answers.split_at(boards.len());
    let mut least = least.to_vec();

    // All moves lose, but how soon is left out of the files.
    let unknown: Vec<(usize, Board)> = (0..boards.len())
        .filter(|&at| least[at] == WIN)
        .flat_map(|at| children(boards[at]).map(move |child| (at, child)))
        .collect();
    if !unknown.is_empty() {
        let questions = unknown.par_iter().enumerate();
        let questions = questions.flat_map_iter(|(owner, &(_, child))| {
            let goes_on = lookup.budget.check(0).is_ok();
            children(child)
                .take_while(move |_| goes_on)
                .map(move |reply| Question::new(number(reply), owner))
        });
        let replies = numbers.least(lookup, questions.collect(), unknown.len(), report)?;
        let earlier = Earlier::new(lookup.database);
        for &(at, _) in &unknown {
            least[at] = u8::MAX;
        }
        for (&(at, child), reply) in unknown.iter().zip(replies) {
            let byte = match quixo.ended_on(child) {
                Some(Outcome::Loss) => LOST,
                Some(_) => WON,
                None => earlier.win(reply),
            };
            least[at] = least[at].min(byte);
        }
    }

    let scale = Scale::of(lookup.database.rules());
    let found = boards.iter().zip(stored).zip(least);
    let found = found.map(|((&board, &stored), least)| {
        let ended = quixo.ended_on(board);
        let follows = match ended {
            Some(outcome) => Value::ended(outcome),
            None => scale.counted(scale.decode(least).one_ply_earlier()),
        };
        Finding::new(quixo.rules(), board, stored, ended, follows)
    });
    Ok(found.collect())
}

/// A question in one word, so that very many fit into memory and are sorted fast:
/// the number of a stored position, and below it who wants to know its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Question(u64);

impl Question {
    /// Bits for the one who asks. The 106,121,327,526 positions of 5×5 need the
    /// other 37.
    const OWNER: u32 = 27;

    fn new(number: u64, owner: usize) -> Question {
        debug_assert!(owner >> Question::OWNER == 0 && number >> (64 - Question::OWNER) == 0);
        Question(number << Question::OWNER | owner as u64)
    }

    fn number(self) -> u64 {
        self.0 >> Question::OWNER
    }

    fn owner(self) -> usize {
        (self.0 & ((1 << Question::OWNER) - 1)) as usize
    }
}

/// All stored positions of the database in one row, in stored order.
struct Numbers {
    classes: Vec<ClassNumbers>,
    /// Where a class is in the row, by class.
    starts: GridMap<Option<usize>, Class>,
    total: u64,
}

struct ClassNumbers {
    class: Class,
    start: u64,
    /// The groups with the number of their first position, in the class.
    groups: Vec<(u64, Group)>,
}

impl Numbers {
    fn new(lookup: Lookup<'_>) -> Result<Numbers, VerifyError> {
        let database = lookup.database;
        let levels = levels_with_children(database)?;
        let mut numbers = Numbers {
            classes: Vec::new(),
            starts: GridMap::new(database.rules().cells(), |_| None),
            total: 0,
        };
        for class in Class::within(database.rules().cells()) {
            if levels.contains(&class.level()) {
                let mut end = 0;
                let groups = database.index().layout(class).groups.into_iter();
                let groups = groups.map(|group| {
                    let start = end;
                    end += group.positions() as u64;
                    (start, group)
                });
                numbers.starts[class] = Some(numbers.classes.len());
                numbers.classes.push(ClassNumbers {
                    class,
                    start: numbers.total,
                    groups: groups.collect(),
                });
                numbers.total += end;
            }
        }
        Ok(numbers)
    }

    /// The number of a board, or of an image of it that is stored.
    fn of(&self, lookup: Lookup<'_>, board: Board) -> u64 {
        let class = self.starts[Class::of(board)].expect("children are on complete levels");
        let class = &self.classes[class];
        let ring = ring_counts(lookup.finder.ring_part(board));
        let group = class
            .groups
            .binary_search_by_key(&ring, |(_, group)| group.ring);
        let (start, group) = &class.groups[group.expect("every ring of a class has a group")];
        let place = lookup.finder.find(board);
        class.start + start + (place.block * group.lanes + place.lane) as u64
    }

    /// The board with a number.
    fn board(&self, lookup: Lookup<'_>, number: u64) -> Board {
        let class = self.classes.partition_point(|class| class.start <= number) - 1;
        let class = &self.classes[class];
        let number = number - class.start;
        let group = class.groups.partition_point(|(start, _)| *start <= number) - 1;
        let (start, group) = &class.groups[group];
        let number = (number - start) as usize;
        let block = number / group.lanes;
        let ring = lookup.finder.ring(lookup.database.index(), group, block);
        join(ring, lookup.finder.cores(group.core)[number % group.lanes])
    }

    /// The least byte among those that each of the owners asks for; 255 for one
    /// that asks for none.
    fn least(
        &self,
        lookup: Lookup<'_>,
        mut questions: Vec<Question>,
        owners: usize,
        report: &mut dyn FnMut(Class, u64),
    ) -> Result<Vec<u8>, VerifyError> {
        lookup.budget.check(0)?;
        questions.par_sort_unstable();
        questions.dedup();
        let least: Vec<AtomicU8> = (0..owners).map(|_| AtomicU8::new(u8::MAX)).collect();
        for class in &self.classes {
            let file = lookup.database.class_file(class.class)?;
            for (number, (start, group)) in class.groups.iter().enumerate() {
                let start = class.start + start;
                let positions = (blocks_per_page(group) * group.lanes) as u64;
                let answer = |page: usize| {
                    let first = start + page as u64 * positions;
                    let last = (first + positions).min(start + group.positions() as u64);
                    let from = questions.partition_point(|question| question.number() < first);
                    let asked = &questions[from..];
                    let asked =
                        &asked[..asked.partition_point(|question| question.number() < last)];
                    if !asked.is_empty() {
                        lookup.budget.check(0)?;
                        let group = number;
                        let place = PagePlace { group, page };
                        let values = lookup.database.read_page(file, place)?;
                        for question in asked {
                            let value = values[(question.number() - first) as usize];
                            least[question.owner()].fetch_min(value, Ordering::Relaxed);
                        }
                    }
                    Ok::<(), VerifyError>(())
                };
                let all = (0..pages(group)).into_par_iter();
                all.try_for_each(answer)?;
                report(class.class, group.positions() as u64);
            }
        }
        Ok(least.into_iter().map(AtomicU8::into_inner).collect())
    }
}
