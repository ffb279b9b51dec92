//! Openings, as `examples/embed.rs` makes them for the program.

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
    let whole = Bundle::embedded(rules).expect("it is embedded, with all distances");
    let first = whole.files().filter(|(class, _)| class.level() <= 5);
    assert!(made.files().eq(first));
    // Nothing is left behind.
    let mut left = std::fs::read_dir(directory.path()).expect("a directory");
    assert!(left.all(|entry| entry.is_ok_and(|entry| !entry.path().is_dir())));
}
