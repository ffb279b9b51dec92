//! 5×5 as far as it is cheap: the outcomes are the published ones, and every kernel
//! writes the same files.
//!
//! The tables alone take seconds, so each run is made once. Down to level 22 it takes
//! minutes and is left out by default:
//! `cargo test --release -p quixotic-solver --test suite quixo5 -- --ignored`

use quixotic_game::Budget;
use quixotic_quixo::Class;
use quixotic_solver::{SolveOptions, solve};
use quixotic_tablebase::{ClassStats, Database, Kernel};

use crate::databases;

/// The classes of the levels from `until` up with their wins, losses and draws,
/// in ascending order.
fn published(until: u8) -> Vec<(Class, [u64; 3])> {
    let table = include_str!("../../../tablebase/tests/golden/quixo-5x5-classes.csv");
    let rows = table.lines().skip(1).map(|line| {
        let numbers: Vec<u64> = line.split(',').map(|n| n.parse().expect(line)).collect();
        match numbers[..] {
            [mine, theirs, win, loss, draw] => {
                (Class::new(mine as u8, theirs as u8), [win, loss, draw])
            }
            _ => panic!("five columns: {line}"),
        }
    });
    let mut rows: Vec<_> = rows.filter(|(class, _)| class.level() >= until).collect();
    rows.sort_unstable();
    rows
}

fn outcomes_are_the_published_ones(database: &Database, until: u8) {
    assert_eq!(database.levels(), (until..=25).collect::<Vec<_>>());
    let stats = database.stats().expect("it is whole");
    let of_class = |row: &ClassStats| (row.class, [row.win, row.loss, row.draw]);
    let found: Vec<_> = stats.by_class.iter().map(of_class).collect();
    assert_eq!(found, published(until));
}

#[test]
fn down_to_level_24() {
    let (_directory, database) = databases::solved(databases::official(5), 24);
    outcomes_are_the_published_ones(&database, 24);
}

#[test]
#[ignore = "half a minute"]
fn down_to_level_24_with_every_kernel() {
    let rules = databases::official(5);
    let (directory, _) = databases::solved(rules, 24);
    let detected = databases::class_files(directory.path());
    assert_eq!(detected.len(), 25 + 26);
    let mut others = Kernel::available();
    others.pop();
    for kernel in others {
        let directory = databases::directory();
        let options = SolveOptions {
            kernel,
            ..databases::options(directory.path(), rules, 24)
        };
        solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can be solved");
        for (name, file) in databases::class_files(directory.path()) {
            assert!(detected[&name] == file, "{kernel:?}, {name}");
        }
    }
}

#[test]
#[ignore = "minutes, 2 GB of memory"]
fn down_to_level_22() {
    let (_directory, database) = databases::solved(databases::official(5), 22);
    outcomes_are_the_published_ones(&database, 22);
}
