//! The embedded databases agree with what is published.

use quixotic_game::Value;
use quixotic_quixo::Board;

use crate::databases;

/// The numbers in a table with a header line.
fn rows(table: &str) -> impl Iterator<Item = Vec<u64>> {
    let numbers = |line: &str| {
        line.split(',')
            .map(|n| n.parse().expect("a number"))
            .collect()
    };
    table.lines().skip(1).map(numbers)
}

/// Table 3 of the paper.
#[test]
fn distances_of_4x4_are_the_published_ones() {
    let stats = databases::embedded(4).stats().expect("it is whole");
    let found = stats
        .by_distance
        .iter()
        .map(|row| vec![u64::from(row.plies), row.win, row.loss]);
    let published = include_str!("../../../quixo/tests/golden/quixo-4x4-distances.csv");
    assert_eq!(
        found.collect::<Vec<_>>(),
        rows(published).collect::<Vec<_>>()
    );
}

/// Table 2 of the paper.
#[test]
fn totals_of_4x4_are_the_published_ones() {
    let stats = databases::embedded(4).stats().expect("it is whole");
    assert_eq!(
        (stats.win, stats.loss, stats.draw),
        (26_434_489, 15_003_736, 1_608_496)
    );
    assert_eq!(stats.positions(), 3_u64.pow(16));
}

#[test]
fn the_first_player_wins_4x4_in_21_and_3x3_in_7() {
    for (size, plies) in [(4, 21), (3, 7)] {
        let value = databases::embedded(size).probe(Board::EMPTY);
        assert_eq!(value.expect("it is whole"), Value::win(plies));
    }
}

/// 3×3 is small enough for the count of all boards to be known beforehand.
#[test]
fn all_boards_of_3x3_are_counted() {
    let stats = databases::embedded(3).stats().expect("it is whole");
    assert_eq!(stats.positions(), 3_u64.pow(9));
    assert_eq!(stats.draw, 0);
}
