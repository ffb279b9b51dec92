//! A tile of one's own is worth no less than a blank one, and that no less than one of the opponent's: the values that the
//! solver finds keep this order of boards. A win comes no later on a better board, and a loss no sooner.
//!
//! docs/paper.md has the proof, `crates/quixo/tests/suite/monotone.rs` the same of the rules. All of 4×4 and a million pairs of
//! 5×5 are left out by default; the latter need a database of 5×5, whose directory QUIXO5_DB names:
//! `QUIXO5_DB=DIR cargo test --release -p quixotic-solver --test suite monotone -- --ignored`

use std::env;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use quixotic_game::{Outcome, Rng, Symmetry, Value};
use quixotic_quixo::{Board, Class, Rules, Ternary};
use quixotic_tablebase::store::Bundle;
use quixotic_tablebase::{Database, ProbeError};

use crate::databases;

/// The rank of no value.
const UNKNOWN: u8 = 127;

/// A number for each value, in the same order.
fn rank(value: Value) -> u8 {
    let plies = || {
        let plies = value.distance().expect("no game takes that long");
        u8::try_from(plies).expect("no game of 4×4 takes that long")
    };
    match value.outcome() {
        Outcome::Loss => plies(),
        Outcome::Draw => 128,
        Outcome::Win => u8::MAX - plies(),
    }
}

/// Every board against every board with one cell raised.
fn values_keep_the_order(rules: Rules) {
    let (_directory, database) = databases::solved(rules, 0);
    let ternary = Ternary::new(rules);
    let mut ranks = vec![UNKNOWN; ternary.count()];
    let mut boards = ternary.boards();
    loop {
        let is_unknown = |&board: &Board| ranks[ternary.index(board)] == UNKNOWN;
        let some: Vec<Board> = (boards.by_ref().filter(is_unknown).take(1 << 16)).collect();
        if some.is_empty() {
            break;
        }
        let values = database.probe_many(&some).expect("it is whole");
        for (&board, value) in some.iter().zip(values) {
            for symmetry in Symmetry::all() {
                let image = board.turned(symmetry, rules.size());
                ranks[ternary.index(image)] = rank(value);
            }
        }
    }
    let mut steps = 0;
    for cell in 0..u32::from(rules.cells()) {
        // A cell is a digit of the number of a board: 0 is blank, 1 mine, 2 theirs.
        let of_digit = 3_usize.pow(cell);
        for boards in ranks.chunks_exact(3 * of_digit) {
            let (blank, marked) = boards.split_at(of_digit);
            let (mine, theirs) = marked.split_at(of_digit);
            for [worse, better] in [[theirs, blank], [blank, mine]] {
                let mut pairs = worse.iter().zip(better);
                assert!(pairs.all(|(worse, better)| worse <= better), "{rules}");
                steps += worse.len();
            }
        }
    }
    // Two of the three states of a cell can be raised.
    assert_eq!(steps, ternary.count() / 3 * 2 * usize::from(rules.cells()));
}

#[test]
fn on_3x3_with_every_rule() {
    databases::every_rules(3).for_each(values_keep_the_order);
}

#[test]
#[ignore = "a quarter of a minute of CPU time"]
fn on_4x4_with_every_rule() {
    databases::every_rules(4).for_each(values_keep_the_order);
}

/// A random board of 5×5 with so many tiles, and one that is better in one to three cells.
fn pair(tiles: usize, rng: &mut Rng) -> (Board, Board) {
    let mut cells: Vec<u8> = (0..25).collect();
    let (mut mine, mut theirs) = (0, 0);
    for _ in 0..tiles {
        let tile = 1 << cells.swap_remove(rng.below(cells.len()));
        *[&mut mine, &mut theirs][rng.below(2)] |= tile;
    }
    let worse = Board::new(mine, theirs).expect("a cell has one symbol");
    for _ in 0..=rng.below(3) {
        let tile = 1 << rng.below(25);
        let to_mine = rng.below(2) == 0 || theirs & tile == 0;
        theirs &= !tile;
        mine |= if to_mine { tile } else { 0 };
    }
    let better = Board::new(mine, theirs).expect("a cell has one symbol");
    (worse, better)
}

/// Random pairs of boards on some levels of 5×5 on which the game is not over, by their values or outcomes.
fn random_pairs_keep_the_order<T: Copy + Debug + Ord>(
    database: &Database,
    levels: RangeInclusive<u8>,
    count: usize,
    ask: impl Fn(&Database, &[Board]) -> Result<Vec<T>, ProbeError>,
) {
    let mut rng = Rng::new(30);
    let mut boards = Vec::new();
    while boards.len() < 2 * count {
        let (least, most) = (usize::from(*levels.start()), usize::from(*levels.end()));
        let (worse, better) = pair(least + rng.below(most - least + 1), &mut rng);
        let goes_on = |&board: &Board| database.quixo().ended_on(board).is_none();
        let fits = |board| levels.contains(&Class::of(board).level()) && goes_on(&board);
        if worse != better && fits(worse) && fits(better) {
            boards.extend([worse, better]);
        }
    }
    let mut order: Vec<usize> = (0..boards.len()).collect();
    order.sort_by_cached_key(|&number| database.page_order(boards[number]));
    let sorted: Vec<Board> = order.iter().map(|&number| boards[number]).collect();
    let found = ask(database, &sorted).expect("these levels are here");
    let mut values: Vec<(usize, T)> = order.into_iter().zip(found).collect();
    values.sort_unstable_by_key(|&(number, _)| number);
    let mut differ = 0;
    for (boards, values) in boards.chunks(2).zip(values.chunks(2)) {
        let [worse, better] = [values[0].1, values[1].1];
        assert!(worse <= better, "{boards:?}: {worse:?} and {better:?}");
        differ += usize::from(worse < better);
    }
    assert!(differ > count / 10, "{differ} of {count} pairs differ");
}

#[test]
fn on_the_first_levels_of_5x5() {
    let rules = databases::official(5);
    let opening = Bundle::embedded(rules).expect("the first levels of 5×5 are embedded");
    let database = Database::from_store(opening, rules).expect("a database");
    random_pairs_keep_the_order(&database, 0..=7, 20_000, Database::probe_many);
}

#[test]
fn on_the_last_levels_of_5x5() {
    let (_directory, database) = databases::solved(databases::official(5), 24);
    random_pairs_keep_the_order(&database, 24..=25, 100_000, Database::probe_many);
}

/// On all levels that a database has: those from one of them to the last, if it is not whole.
#[test]
#[ignore = "minutes, and a database of 5×5"]
fn on_a_database_of_5x5() {
    let Some(directory) = env::var_os("QUIXO5_DB") else {
        eprintln!("QUIXO5_DB names no database of 5×5");
        return;
    };
    let database = databases::open(directory.as_ref(), databases::official(5));
    let first = *database.levels().first().expect("a level");
    random_pairs_keep_the_order(&database, first..=25, 1_000_000, Database::outcomes_many);
    random_pairs_keep_the_order(&database, first..=25, 100_000, Database::probe_many);
}
