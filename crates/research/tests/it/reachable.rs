//! `reachable` against the counts that ship with the program and that `stats` shows.

use serde_json::Value;

use crate::command::{json, quixotic as research};
use crate::quixotic;

/// The file says what it is in comments and a heading, then a line for each class.
const SHIPPED: &str = include_str!("../../../tablebase/data/reachable.csv");

#[test]
fn the_csv_is_what_ships_with_the_program() {
    for game in ["quixo3", "quixo4"] {
        let csv = research(&["reachable", game, "--csv"]).succeeds().stdout;
        let is_of_game = |line: &&str| line.starts_with("game,") || line.starts_with(game);
        let shipped: String = SHIPPED.split_inclusive('\n').filter(is_of_game).collect();
        assert_eq!(csv, shipped);
    }
}

#[test]
fn the_json_adds_up_to_what_stats_says() {
    let found = json(&["reachable", "quixo4", "--json", "--quiet"]);
    let stats: Value = serde_json::from_str(&quixotic(&["stats", "quixo4", "--json"])).unwrap();
    let by_class = found["by_class"].as_array().unwrap();
    let outcomes = stats["by_class"].as_array().unwrap();
    assert_eq!(by_class.len(), outcomes.len());
    for (class, outcomes) in by_class.iter().zip(outcomes) {
        assert_eq!(class["mover"], outcomes["mover"]);
        assert_eq!(class["other"], outcomes["other"]);
        let of = |outcome: &str| outcomes[outcome].as_u64().unwrap();
        assert_eq!(class["positions"], of("win") + of("loss") + of("draw"));
    }
    for field in ["positions", "reachable"] {
        let sum: u64 = by_class
            .iter()
            .map(|row| row[field].as_u64().unwrap())
            .sum();
        assert_eq!(found[field], sum);
        assert_eq!(found[field], stats[field]);
    }
}
