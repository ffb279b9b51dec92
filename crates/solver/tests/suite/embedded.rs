//! The databases in the program are what the solver makes, byte by byte.

use std::fs;

use quixotic_quixo::Class;
use quixotic_tablebase::internal::format::class_path;
use quixotic_tablebase::store::Bundle;

use crate::databases;

fn embedded_is_freshly_solved(size: u8, embedded: &[u8]) {
    let rules = databases::official(size);
    let (directory, _) = databases::solved(rules, 0);
    let read = |class| {
        (
            class,
            fs::read(class_path(directory.path(), class)).expect("a file"),
        )
    };
    let files = Class::within(rules.cells()).map(read).collect();
    let packed = Bundle::pack(&files, rules);
    // Not `assert_eq`, which would print a megabyte.
    assert!(
        packed == embedded,
        "data/quixo{size}.qxb is not what the solver makes"
    );
}

#[test]
fn quixo3() {
    embedded_is_freshly_solved(3, include_bytes!("../../../tablebase/data/quixo3.qxb"));
}

#[test]
fn quixo4() {
    embedded_is_freshly_solved(4, include_bytes!("../../../tablebase/data/quixo4.qxb"));
}

#[test]
fn only_official_rules_of_small_boards_are_embedded() {
    use quixotic_tablebase::Database;
    for size in 3..=5 {
        for rules in databases::every_rules(size) {
            let embedded = Database::embedded(rules).is_some();
            assert_eq!(embedded, size < 5 && rules.is_official(), "{rules}");
        }
    }
}
