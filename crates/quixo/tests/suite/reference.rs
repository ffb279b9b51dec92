//! The two reference solvers agree with each other, with the definition of a
//! value, and with what is published.
//!
//! The 4×4 tests take minutes and are left out by default:
//! `cargo test --release -p quixotic-quixo --test suite reference -- --ignored`

use quixotic_game::{Outcome, Value};
use quixotic_quixo::reference::{Bijection, Induction, ValueCounts, ValueIteration};
use quixotic_quixo::{Board, Class, Quixo, Rules, Symmetry, Ternary};

use crate::boards;

fn official(size: u8) -> Rules {
    Rules::official(size).expect("a supported size")
}

/// The value of a board by definition, from the values of its children.
fn defined_value(quixo: &Quixo, board: Board, value: impl Fn(Board) -> Value) -> Value {
    match quixo.ended_on(board) {
        Some(Outcome::Win) => Value::win(0),
        Some(Outcome::Loss) => Value::loss(0),
        Some(Outcome::Draw) | None => quixo
            .children(board)
            .map(|(_, child)| value(child).one_ply_earlier())
            .max()
            .expect("a game that is not over has moves"),
    }
}

#[test]
fn values_on_3x3_follow_from_the_children() {
    for rules in boards::every_rules(3) {
        let quixo = Quixo::new(rules);
        let solved = ValueIteration::solve(rules);
        for board in Ternary::new(rules).boards() {
            let expected = defined_value(&quixo, board, |child| solved.value(child));
            assert_eq!(solved.value(board), expected, "{rules}, {board:?}");
        }
    }
}

fn solvers_agree(rules: Rules) {
    let induction = Induction::solve(rules);
    let iteration = ValueIteration::solve(rules);
    for board in Ternary::new(rules).boards() {
        let value = induction.value(board);
        assert_eq!(value, Some(iteration.value(board)), "{rules}, {board:?}");
    }
    assert_eq!(induction.counts(), iteration.counts());
}

#[test]
fn solvers_agree_on_3x3() {
    boards::every_rules(3).for_each(solvers_agree);
}

#[test]
#[ignore = "minutes"]
fn solvers_agree_on_4x4_with_every_rule() {
    boards::every_rules(4).for_each(solvers_agree);
}

#[test]
fn the_first_player_wins_3x3_in_7() {
    let solved = Induction::solve(official(3));
    assert_eq!(solved.value(Board::EMPTY), Some(Value::win(7)));
    assert_eq!(solved.counts().outcome(Outcome::Draw), 0);
}

/// Figures of our own, so that a change that moves them is noticed.
#[test]
fn counts_of_3x3() {
    let expected: Vec<(Value, u64)> = vec![
        (Value::loss(0), 4123),
        (Value::loss(1), 14),
        (Value::loss(2), 2009),
        (Value::loss(4), 708),
        (Value::loss(6), 77),
        (Value::loss(8), 4),
        (Value::win(7), 29),
        (Value::win(5), 275),
        (Value::win(3), 650),
        (Value::win(1), 7359),
        (Value::win(0), 4435),
    ];
    let counts = Induction::solve(official(3)).counts();
    assert_eq!(counts.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn symmetry_leaves_values_alone() {
    for rules in boards::every_rules(3) {
        let solved = Induction::solve(rules);
        for board in Ternary::new(rules).boards() {
            for symmetry in Symmetry::all() {
                let turned = board.turned(symmetry, 3);
                assert_eq!(solved.value(turned), solved.value(board), "{rules}");
            }
        }
    }
}

#[test]
fn classes_are_solved_one_pair_at_a_time() {
    let rules = official(3);
    let whole = Induction::solve(rules);
    let mut partial = Induction::new(rules);
    assert_eq!(partial.value(Board::EMPTY), None);
    for marked in (5..=9).rev() {
        partial.solve_level(marked);
    }
    let class = Class { mine: 1, theirs: 3 };
    partial.solve_pair(class);
    for solved in [class, class.swapped()] {
        assert!(partial.class_counts(solved).is_some());
        assert_eq!(partial.class_counts(solved), whole.class_counts(solved));
    }
    assert_eq!(partial.class_counts(Class { mine: 2, theirs: 2 }), None);
    partial.forget(class);
    assert_eq!(partial.class_counts(class), None);
}

#[test]
#[should_panic(expected = "solved first")]
fn a_pair_needs_the_classes_it_leads_to() {
    Induction::new(official(3)).solve_pair(Class { mine: 4, theirs: 4 });
}

/// Solving 5×5 class by class, as far as it is cheap: a full class, and one with
/// an empty cell that depends on two full ones.
#[test]
fn values_in_near_full_classes_of_5x5_follow_from_the_children() {
    let rules = official(5);
    let quixo = Quixo::new(rules);
    let bijection = Bijection::new(rules);
    let mut induction = Induction::new(rules);
    for (mine, theirs) in [(5, 20), (6, 19), (5, 19)] {
        let class = Class { mine, theirs };
        induction.solve_pair(class);
        let value = |board| induction.value(board).expect("a solved class");
        for class in [class, class.swapped()] {
            for index in (0..bijection.size(class)).step_by(7) {
                let board = bijection.board(class, index);
                let expected = defined_value(&quixo, board, value);
                assert_eq!(value(board), expected, "{class:?}, {board:?}");
            }
        }
    }
    let counts = induction.counts();
    assert!(
        counts.get(Value::loss(2)) > 0,
        "there was something to solve"
    );
}

/// Table 3 of the paper.
#[test]
#[ignore = "more than a minute"]
fn distances_of_4x4_are_the_published_ones() {
    let solved = Induction::solve(official(4));
    let counts = solved.counts();
    let (mut wins, mut losses) = (0, 0);
    for line in include_str!("../golden/quixo-4x4-distances.csv")
        .lines()
        .skip(1)
    {
        let figures: Vec<u64> = line.split(',').map(|n| n.parse().expect(line)).collect();
        let [plies, win, loss] = figures[..] else {
            panic!("three columns: {line}");
        };
        let plies = plies as u16;
        assert_eq!(counts.get(Value::win(plies)), win, "wins in {plies}");
        assert_eq!(counts.get(Value::loss(plies)), loss, "losses in {plies}");
        wins += win;
        losses += loss;
    }
    assert_eq!(published_totals(&counts), (wins, losses));
    assert_eq!(solved.value(Board::EMPTY), Some(Value::win(21)));
}

fn published_totals(counts: &ValueCounts) -> (u64, u64) {
    let of = |outcome| counts.outcome(outcome);
    assert_eq!(
        of(Outcome::Win) + of(Outcome::Loss) + of(Outcome::Draw),
        3_u64.pow(16)
    );
    (of(Outcome::Win), of(Outcome::Loss))
}
