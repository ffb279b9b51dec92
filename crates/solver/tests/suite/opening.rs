//! Openings, as `examples/embed.rs` makes them for the program.

use quixotic_quixo::{Class, Ternary};
use quixotic_tablebase::Database;
use quixotic_tablebase::store::Bundle;

use crate::databases;

#[allow(dead_code, reason = "the example's own main and what only that needs")]
#[path = "../../examples/embed.rs"]
mod embed;

#[test]
fn an_opening_of_a_thin_database_has_all_distances() {
    let rules = databases::official(4);
    let (directory, _) = databases::solved_thin(rules, 0);
    let made = embed::opening(directory.path(), rules, 5).expect("the database is whole");
    let made = Bundle::new("opening", made.leak(), rules).expect("a bundle");
    let made = Database::from_store(made, rules).expect("a database");
    assert_eq!(made.levels(), [0, 1, 2, 3, 4, 5]);
    let whole = Database::embedded(rules).expect("with all distances");
    let boards = Ternary::new(rules).boards();
    for board in boards.filter(|&board| Class::of(board).level() <= 5) {
        let [made, whole] = [&made, &whole].map(|database| database.probe(board).expect("a value"));
        assert_eq!(made, whole, "{board:?}");
    }
    // Nothing is left behind.
    let mut left = std::fs::read_dir(directory.path()).expect("a directory");
    assert!(left.all(|entry| entry.is_ok_and(|entry| !entry.path().is_dir())));
}
