//! Reachable positions, counted in two independent ways: class by class backward
//! with the sweeps of the solver (`count_reachable`) and by the plain search forward
//! over all boards (`quixotic_quixo::Reachable`). Both have to give
//! data/reachable.csv.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use quixotic_game::{Budget, Rng};
use quixotic_quixo::{Board, Class, DoubleLine, Past, Quixo, Reachable, Rules, Ternary};
use quixotic_solver::{ReachError, ReachEvent, ReachOptions};
use quixotic_tablebase::{Kernel, reachable_by_class, reachable_positions};

/// The file says what it is in comments and a heading, then a line for each class.
const SHIPPED: &str = include_str!("../../../tablebase/data/reachable.csv");

fn official(size: u8) -> Rules {
    Rules::official(size).expect("a supported size")
}

fn options(rules: Rules) -> ReachOptions {
    ReachOptions {
        rules,
        until: rules.cells(),
        memory: 4 << 30,
        kernel: Kernel::detect(),
    }
}

fn counted(options: &ReachOptions) -> Vec<(Class, u64)> {
    quixotic_solver::count_reachable(options, &Budget::UNLIMITED, &mut |_| {})
        .expect("enough memory")
}

fn count_reachable(rules: Rules) -> Vec<(Class, u64)> {
    counted(&options(rules))
}

/// The counts by class, by the plain search.
fn plain_search(rules: Rules) -> Vec<(Class, u64)> {
    let reachable = Reachable::search(&Quixo::new(rules));
    let mut by_class: BTreeMap<Class, u64> = BTreeMap::new();
    for board in Ternary::new(rules).boards() {
        *by_class.entry(Class::of(board)).or_default() += u64::from(reachable.contains(board));
    }
    by_class.into_iter().collect()
}

/// If it fails, the text in the message is what the file should begin with.
#[test]
fn the_shipped_figures_of_the_small_boards_are_those_that_are_counted() {
    let mut rows = String::new();
    for size in [3, 4] {
        for (class, reachable) in count_reachable(official(size)) {
            let Class { mine, theirs } = class;
            writeln!(rows, "quixo{size},{mine},{theirs},{reachable}").expect("a string");
        }
    }
    let is_comment = |line: &&str| line.starts_with('#');
    let comments = SHIPPED.split_inclusive('\n').take_while(is_comment);
    let heading = "game,mover,other,reachable\n";
    let expected = comments.chain([heading, &rows]).collect::<String>();
    assert!(
        SHIPPED.starts_with(&expected),
        "data/reachable.csv does not begin with\n{expected}"
    );
}

#[test]
fn both_ways_agree_under_all_rules_of_3x3() {
    for double_line in [DoubleLine::OpponentWins, DoubleLine::MoverWins] {
        let rules = official(3).with_double_line(double_line);
        assert_eq!(count_reachable(rules), plain_search(rules), "{rules}");
    }
    assert_eq!(
        reachable_by_class(official(3)),
        Some(plain_search(official(3)))
    );
}

#[test]
fn both_ways_agree_on_4x4() {
    assert_eq!(
        reachable_by_class(official(4)),
        Some(plain_search(official(4)))
    );
    let short = official(4).with_line(3).expect("a valid line");
    let short = short.with_double_line(DoubleLine::MoverWins);
    assert_eq!(count_reachable(short), plain_search(short));
}

/// The first levels of 5×5, by a plain search over the boards with so few tiles:
/// moves never take tiles off the board.
#[test]
fn both_ways_agree_on_the_first_levels_of_5x5() {
    let until = 5;
    let quixo = Quixo::new(official(5));
    let mut seen = HashSet::from([Board::EMPTY]);
    let mut open = vec![Board::EMPTY];
    while let Some(board) = open.pop() {
        for (_, child) in quixo.children(board) {
            if Class::of(child).level() <= until && seen.insert(child) {
                open.push(child);
            }
        }
    }
    let mut expected: BTreeMap<Class, u64> = BTreeMap::new();
    for class in Class::within(until) {
        expected.insert(class, 0);
    }
    for board in seen {
        *expected.entry(Class::of(board)).or_default() += 1;
    }
    let first = ReachOptions {
        until,
        ..options(official(5))
    };
    let expected: Vec<(Class, u64)> = expected.into_iter().collect();
    assert_eq!(counted(&first), expected);
    let mut shipped = reachable_by_class(official(5)).expect("5×5 is shipped");
    shipped.retain(|(class, _)| class.level() <= until);
    assert_eq!(shipped, expected);
}

/// Random boards of 5×5, each asked backward for a game that leads to it: as many
/// can occur as the shipped counts say, give or take four standard deviations.
#[test]
fn random_boards_of_5x5_occur_as_often_as_counted() {
    const SAMPLE: u32 = 2000;
    let shipped = reachable_by_class(official(5)).expect("5×5 is shipped");
    let quixo = Quixo::new(official(5));
    let mut past = Past::of_any_moves(&quixo);
    let mut rng = Rng::new(5);
    // Where the most boards are that cannot occur, but for the first few levels.
    for level in [6, 8, 25] {
        let of_level = |&&(class, _): &&(Class, u64)| class.level() == level;
        let reachable: u64 = shipped.iter().filter(of_level).map(|row| row.1).sum();
        let boards: u64 = Class::of_level(level).map(|class| class.boards(25)).sum();
        let share = reachable as f64 / boards as f64;
        let found = (0..SAMPLE)
            .filter(|_| past.leads_to(random_board(level, &mut rng)))
            .count();
        let (sample, found) = (f64::from(SAMPLE), found as f64);
        let deviation = (sample * share * (1.0 - share)).sqrt();
        assert!(
            (found - sample * share).abs() < 4.0 * deviation,
            "level {level}: {found} of {sample}, not {:.1}",
            sample * share
        );
    }
}

/// A random board of 5×5 with that many tiles.
fn random_board(tiles: u8, rng: &mut Rng) -> Board {
    let mut free: Vec<u8> = (0..25).collect();
    let mut sides = [0, 0];
    for _ in 0..tiles {
        let cell = free.swap_remove(rng.below(free.len()));
        sides[rng.below(2)] |= 1 << cell;
    }
    Board::new(sides[0], sides[1]).expect("no cell is claimed twice")
}

#[test]
fn kernels_agree() {
    let portable = ReachOptions {
        kernel: Kernel::Portable,
        ..options(official(4))
    };
    assert_eq!(Some(counted(&portable)), reachable_by_class(official(4)));
}

#[test]
fn events_tell_all_stored_positions() {
    let (mut expected, mut counted, mut pairs) = (0, 0, Vec::new());
    let mut follow = |event| match event {
        ReachEvent::Preparing { total } => expected = total,
        ReachEvent::Pair { class } => pairs.push(class),
        ReachEvent::Sweep { effort } => assert!(effort.sweeps > 0),
        ReachEvent::Counted {
            class, positions, ..
        } => {
            assert_eq!(pairs.last(), Some(&class));
            counted += positions;
        }
    };
    quixotic_solver::count_reachable(&options(official(3)), &Budget::UNLIMITED, &mut follow)
        .expect("enough memory");
    assert_eq!((expected, counted), (2_862, 2_862));
    assert!(pairs.is_sorted_by_key(|class| class.level()));
    assert_eq!(pairs.len(), 30);
}

#[test]
fn too_little_memory_is_refused_before_anything_is_done() {
    let narrow = ReachOptions {
        memory: 6 << 30,
        ..options(official(5))
    };
    let refused = quixotic_solver::count_reachable(&narrow, &Budget::UNLIMITED, &mut |_| {
        panic!("it has begun")
    });
    assert!(matches!(
        refused,
        Err(ReachError::Memory {
            needed: 8192..16384,
            allowed: 6144,
            ..
        })
    ));
}

#[test]
fn classes_have_as_many_boards_as_there_are() {
    for size in [3, 4] {
        let mut boards: BTreeMap<Class, u64> = BTreeMap::new();
        for board in Ternary::new(official(size)).boards() {
            *boards.entry(Class::of(board)).or_default() += 1;
        }
        let cells = size * size;
        let reported = Class::within(cells).map(|class| (class, class.boards(cells)));
        assert_eq!(
            boards.into_iter().collect::<Vec<_>>(),
            reported.collect::<Vec<_>>()
        );
    }
}

/// A line of 3 on 4×4 ends games early: positions are missing that the official
/// rules reach, and none is added.
#[test]
fn a_shorter_line_reaches_less() {
    let short = count_reachable(official(4).with_line(3).expect("a valid line"));
    let full = reachable_by_class(official(4)).expect("4×4 is shipped");
    let pairs = || short.iter().zip(&full);
    assert!(pairs().all(|(short, full)| short.1 <= full.1));
    assert!(pairs().any(|(short, full)| short.1 < full.1));
}

#[test]
fn figures_are_shipped_for_the_official_boards() {
    assert_eq!(reachable_positions(official(3)), Some(16_021));
    // The paper prints nine fewer, see docs/results/reachability.md.
    assert_eq!(reachable_positions(official(4)), Some(41_252_115));
    assert_eq!(reachable_positions(official(5)), Some(839_642_644_434));
    let short = official(4).with_line(3).expect("a valid line");
    assert_eq!(reachable_positions(short), None);
}
