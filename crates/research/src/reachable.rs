//! How many positions can occur in play: text, JSON and comma-separated values.

use std::io::{self, Write};

use quixotic_quixo::Class;
use serde::Serialize;

use crate::table::Table;
use crate::text::{self, count, percent};

/// How many of the positions of a class can occur.
#[derive(Clone, Copy, Debug)]
pub struct ReachableClass {
    /// The class.
    pub class: Class,
    /// All of its positions.
    pub positions: u64,
    /// Those that can occur.
    pub reachable: u64,
}

/// Writes the counts by level, and what they come to.
pub fn write_levels(out: &mut dyn Write, game: &str, classes: &[ReachableClass]) -> io::Result<()> {
    writeln!(
        out,
        "Positions that can occur in play, by number of tiles\n"
    )?;
    let mut table = Table::of_numbers(&["tiles", "positions", "can occur", "share"]);
    let sums = |level: Option<u8>| {
        let of_level = classes
            .iter()
            .filter(|row| level.is_none_or(|level| row.class.level() == level));
        of_level.fold((0, 0), |(positions, reachable), row| {
            (positions + row.positions, reachable + row.reachable)
        })
    };
    let levels = classes.iter().map(|row| row.class.level()).max();
    for level in 0..=levels.unwrap_or(0) {
        let (positions, reachable) = sums(Some(level));
        table.row([
            level.to_string(),
            count(positions),
            count(reachable),
            percent(reachable, positions),
        ]);
    }
    table.write(out)?;
    let (positions, reachable) = sums(None);
    writeln!(
        out,
        "\nIn {game}, {} of {} positions can occur, {}.",
        count(reachable),
        count(positions),
        percent(reachable, positions)
    )
}

/// The counts by class.
pub fn csv(game: &str, classes: &[ReachableClass]) -> String {
    let rows = classes.iter().map(|row| {
        let Class { mine, theirs } = row.class;
        let numbers = [mine.into(), theirs.into(), row.reachable];
        let numbers = numbers.into_iter().map(|number: u64| number.to_string());
        std::iter::once(game.to_owned()).chain(numbers)
    });
    text::csv(&["game", "mover", "other", "reachable"], rows)
}

/// How many positions can occur in play.
#[derive(Debug, Serialize)]
pub struct ReachableJson {
    game: &'static str,
    positions: u64,
    reachable: u64,
    by_class: Vec<ReachableClassJson>,
}

#[derive(Debug, Serialize)]
struct ReachableClassJson {
    mover: u8,
    other: u8,
    positions: u64,
    reachable: u64,
}

impl ReachableJson {
    /// The counts of a game by class.
    pub fn new(game: &'static str, classes: &[ReachableClass]) -> ReachableJson {
        let by_class = classes.iter().map(|row| ReachableClassJson {
            mover: row.class.mine,
            other: row.class.theirs,
            positions: row.positions,
            reachable: row.reachable,
        });
        ReachableJson {
            game,
            positions: classes.iter().map(|row| row.positions).sum(),
            reachable: classes.iter().map(|row| row.reachable).sum(),
            by_class: by_class.collect(),
        }
    }
}
