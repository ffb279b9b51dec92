//! An audit: random pages against the hash tree, and positions in them against their children,
//! for who does not want to have all of a database to believe it.
//!
//! The values of the positions are those of the page that was checked; their children are asked
//! like any others, many at once, since the database may be far away. Positions of one block have
//! children in few pages, so some of a block cost little more than one.

use quixotic_game::{Budget, Outcome, Rng, Value};
use quixotic_quixo::{Board, Class};

use super::class::Lookup;
use super::finder::Finder;
use super::{Finding, VerifyError, levels_with_children};
use quixotic_tablebase::internal::encoding::{Scale, WIN};
use quixotic_tablebase::internal::format::{ClassFile, PagePlace, blocks_per_page, pages, root};
use quixotic_tablebase::{Database, Kernel};

/// Positions that are checked in each page, all of one block.
const POSITIONS: usize = 8;

/// Pages that are read at once.
const BATCH: usize = 16;

/// Pages that were found right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audited {
    /// Pages that were checked.
    pub pages: u64,
    /// Pages in the database.
    pub of: u64,
    /// Positions in them that were checked against their children.
    pub positions: u64,
    /// The root of the hash tree that the pages were checked against, if there is one.
    pub root: Option<blake3::Hash>,
}

/// The root of the hash tree of a database, if it is an archive that has one.
pub fn hash_root(database: &Database) -> Result<Option<blake3::Hash>, VerifyError> {
    let levels = levels_with_children(database)?;
    let classes = Class::within(database.rules().cells());
    let classes = classes.filter(|class| levels.contains(&class.level()));
    let hashes = classes.map(|class| database.store().hash(class));
    let hashes: Option<Vec<blake3::Hash>> = hashes.collect();
    Ok(hashes.map(|hashes| root(&hashes)))
}

/// Checks so many random pages, chosen by a seed; `report` hears how many are done.
///
/// ```
/// use quixotic_game::Budget;
/// use quixotic_quixo::Rules;
/// use quixotic_solver::verify_pages;
/// use quixotic_tablebase::Database;
///
/// let database = Database::embedded(Rules::official(4)?).expect("4×4 is embedded");
/// let audited = verify_pages(&database, 10, 1, &Budget::UNLIMITED, &mut |_| {})?;
/// assert_eq!(audited.pages, 10);
/// // The database in the program is no archive.
/// assert_eq!(audited.root, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_pages(
    database: &Database,
    wanted: u64,
    seed: u64,
    budget: &Budget,
    report: &mut dyn FnMut(u64),
) -> Result<Audited, VerifyError> {
    let root = hash_root(database)?;
    let finder = &Finder::new(database.index(), database.rules());
    let lookup = Lookup {
        database,
        finder,
        budget,
    };
    let all = Pages::new(database)?;
    let mut random = Rng::new(seed);
    let (mut left, mut positions) = (wanted as usize, 0);
    while left > 0 {
        budget.check(wanted - left as u64)?;
        let batch: Vec<(Class, PagePlace)> = (0..left.min(BATCH))
            .map(|_| all.page(random.below(all.count)))
            .collect();
        positions += check(lookup, &batch, &mut random)?;
        left -= batch.len();
        report(wanted - left as u64);
    }
    Ok(Audited {
        pages: wanted,
        of: all.count as u64,
        positions,
        root,
    })
}

/// All pages of a database in one row.
struct Pages {
    /// Each class with the number of its first page.
    classes: Vec<(usize, Class, Vec<usize>)>,
    count: usize,
}

impl Pages {
    fn new(database: &Database) -> Result<Pages, VerifyError> {
        let levels = levels_with_children(database)?;
        let (mut classes, mut count) = (Vec::new(), 0);
        for class in Class::within(database.rules().cells()) {
            if levels.contains(&class.level()) {
                let groups = database.index().layout(class).groups;
                let groups: Vec<usize> = groups.iter().map(pages).collect();
                let of_class: usize = groups.iter().sum();
                classes.push((count, class, groups));
                count += of_class;
            }
        }
        Ok(Pages { classes, count })
    }

    fn page(&self, number: usize) -> (Class, PagePlace) {
        let class = self.classes.partition_point(|(start, ..)| *start <= number) - 1;
        let (start, class, groups) = &self.classes[class];
        let (mut group, mut page) = (0, number - start);
        while page >= groups[group] {
            page -= groups[group];
            group += 1;
        }
        (*class, PagePlace { group, page })
    }
}

/// Checks some pages, and some positions in each; returns how many positions.
fn check(
    lookup: Lookup<'_>,
    batch: &[(Class, PagePlace)],
    random: &mut Rng,
) -> Result<u64, VerifyError> {
    let database = lookup.database;
    let files = batch.iter().map(|(class, _)| database.class_file(*class));
    let files: Vec<&ClassFile> = files.collect::<Result<_, _>>()?;
    let places: Vec<(&ClassFile, PagePlace)> = files
        .iter()
        .zip(batch)
        .map(|(&file, &(_, place))| (file, place))
        .collect();
    let packed = database.packed_pages(&places)?;
    let hashes: Option<Vec<blake3::Hash>> = batch
        .iter()
        .map(|(class, _)| database.store().hash(*class))
        .collect();
    if let Some(hashes) = hashes {
        let reads = places
            .iter()
            .flat_map(|(file, place)| file.hash_reads(*place));
        let read = database.store().read_many(&reads.collect::<Vec<_>>())?;
        let of_page = read.chunks_exact(2);
        for (((file, place), hash), (read, page)) in
            places.iter().zip(hashes).zip(of_page.zip(&packed))
        {
            file.check_hashes(*place, hash, [&read[0], &read[1]], page)?;
        }
    }
    let (mut boards, mut stored) = (Vec::new(), Vec::new());
    for ((file, place), page) in places.iter().zip(&packed) {
        let mut values = vec![0; file.page_len(*place)];
        let index = database.index();
        file.decode_page(index, Kernel::Portable, *place, page, &mut values)?;
        let group = &file.layout().groups[place.group];
        let block = random.below(values.len() / group.lanes);
        let of_block: Vec<Board> = lookup
            .boards(group, place.page * blocks_per_page(group) + block)
            .collect();
        for _ in 0..POSITIONS.min(group.lanes) {
            let lane = random.below(group.lanes);
            boards.push(of_block[lane]);
            stored.push(values[block * group.lanes + lane]);
        }
    }
    lookup.budget.check(0)?;
    check_boards(lookup, &boards, &stored)?;
    Ok(boards.len() as u64)
}

/// Checks that what is stored for boards follows from their children.
fn check_boards(lookup: Lookup<'_>, boards: &[Board], stored: &[u8]) -> Result<(), VerifyError> {
    let quixo = lookup.quixo();
    let children = |board: Board| quixo.children(board).map(|(_, child)| child);
    let of_boards: Vec<Vec<Board>> = boards
        .iter()
        .map(|&board| children(board).collect())
        .collect();
    // How soon a win is won is known from its children alone; that one of them is lost is enough.
    let (wins, others): (Vec<usize>, Vec<usize>) =
        (0..boards.len()).partition(|&number| stored[number] == WIN);
    let all = |numbers: &[usize]| -> Vec<Board> {
        let children = numbers.iter().flat_map(|&number| &of_boards[number]);
        children.copied().collect()
    };
    let mut outcomes = lookup.database.outcomes_many(&all(&wins))?.into_iter();
    let mut values = lookup.database.probe_many(&all(&others))?.into_iter();
    for number in 0..boards.len() {
        let ended = quixo.ended_on(boards[number]);
        let of_board = of_boards[number].len();
        let of_children = match stored[number] == WIN {
            true => {
                let any_lost = outcomes
                    .by_ref()
                    .take(of_board)
                    .fold(false, |any, outcome| any | (outcome == Outcome::Loss));
                any_lost.then_some(Value::win(1))
            }
            false => {
                let values = values.by_ref().take(of_board);
                values.map(Value::one_ply_earlier).max()
            }
        };
        let follows = match (ended, of_children) {
            (Some(outcome), _) => Value::ended(outcome),
            (None, Some(value)) => Scale::of(quixo.rules()).counted(value),
            (None, None) => Value::DRAW,
        };
        let found = Finding::new(
            quixo.rules(),
            boards[number],
            stored[number],
            ended,
            follows,
        );
        if !found.is_right() {
            return Err(found.into());
        }
    }
    Ok(())
}
