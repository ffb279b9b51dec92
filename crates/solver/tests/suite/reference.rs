//! The fast solver agrees with the reference solver on every board.
//!
//! The other rules on the whole of 4×4 take minutes and are left out by default:
//! `cargo test --release -p quixotic-solver --test suite reference -- --ignored`

use quixotic_quixo::reference::Induction;
use quixotic_quixo::{Board, Rules, Ternary};
use quixotic_tablebase::Database;

use crate::databases;

/// All boards with at least `until` symbols.
fn boards(rules: Rules, until: u8) -> impl Iterator<Item = Board> {
    let marked = |board: &Board| board.marked().count_ones();
    let all = Ternary::new(rules).boards();
    all.filter(move |board| marked(board) >= u32::from(until))
}

fn agrees_with_the_reference(database: &Database, until: u8) {
    let rules = database.rules();
    let mut reference = Induction::new(rules);
    for level in (until..=rules.cells()).rev() {
        reference.solve_level(level);
    }
    for board in boards(rules, until) {
        let value = database.probe(board).expect("it is whole");
        assert_eq!(Some(value), reference.value(board), "{rules}, {board:?}");
    }
}

fn solver_agrees_with_the_reference(rules: Rules, until: u8) {
    let (_directory, database) = databases::solved(rules, until);
    agrees_with_the_reference(&database, until);
}

#[test]
fn on_3x3_with_every_rule() {
    for rules in databases::every_rules(3) {
        solver_agrees_with_the_reference(rules, 0);
    }
}

#[test]
fn on_the_embedded_3x3() {
    agrees_with_the_reference(&databases::embedded(3), 0);
}

#[test]
fn on_4x4_with_every_rule_down_to_level_14() {
    for rules in databases::every_rules(4) {
        solver_agrees_with_the_reference(rules, 14);
    }
}

#[test]
#[ignore = "three quarters of a minute"]
fn on_the_embedded_4x4() {
    agrees_with_the_reference(&databases::embedded(4), 0);
}

#[test]
#[ignore = "minutes"]
fn on_4x4_with_every_rule() {
    for rules in databases::every_rules(4) {
        solver_agrees_with_the_reference(rules, 0);
    }
}
