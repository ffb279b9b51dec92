//! Reachable positions, counted in two independent ways: class by class backward
//! through the index (`count_reachable`) and by the plain search forward over all
//! boards (`quixotic_quixo::Reachable`). Both have to give data/reachable.csv.

use std::collections::BTreeMap;
use std::fmt::Write;

use quixotic_quixo::{DoubleLine, Quixo, Reachable, Rules, Ternary};
use quixotic_tablebase::{Class, count_reachable, reachable_by_class, reachable_positions};

/// The file says what it is in comments and a heading, then a line for each class.
const SHIPPED: &str = include_str!("../data/reachable.csv");

fn official(size: u8) -> Rules {
    Rules::official(size).expect("a supported size")
}

/// The counts by class, by the plain search.
fn plain_search(rules: Rules) -> Vec<(Class, u64)> {
    let reachable = Reachable::search(&Quixo::new(rules));
    let mut by_class: BTreeMap<Class, u64> = BTreeMap::new();
    for board in Ternary::new(rules).boards() {
        let count = |tiles: u64| tiles.count_ones() as u8;
        let class = Class::new(count(board.mine()), count(board.theirs()));
        *by_class.entry(class).or_default() += u64::from(reachable.contains(board));
    }
    by_class.into_iter().collect()
}

/// If it fails, the text in the message is what the file should be.
#[test]
fn the_shipped_figures_are_those_of_the_index() {
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
    assert!(SHIPPED == expected, "data/reachable.csv is not\n{expected}");
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
}

/// A line of 3 on 4×4 ends games early: positions are missing that the official
/// rules reach, and none is added.
#[test]
fn a_shorter_line_reaches_less() {
    let short = count_reachable(official(4).with_line(3).expect("a valid line"));
    let full = reachable_by_class(official(4)).expect("4×4 is shipped");
    assert!(
        short
            .iter()
            .zip(&full)
            .all(|(short, full)| short.1 <= full.1)
    );
    assert!(
        short
            .iter()
            .zip(&full)
            .any(|(short, full)| short.1 < full.1)
    );
}

#[test]
fn figures_are_shipped_for_the_official_small_boards() {
    assert_eq!(reachable_positions(official(3)), Some(16_021));
    // The paper prints nine fewer, see docs/results/reachability.md.
    assert_eq!(reachable_positions(official(4)), Some(41_252_115));
    assert_eq!(reachable_positions(official(5)), None);
    let short = official(4).with_line(3).expect("a valid line");
    assert_eq!(reachable_positions(short), None);
}
