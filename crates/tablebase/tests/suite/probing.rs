//! What holds of values whatever they are: mirror images and colours do not
//! matter, moves lead where their values say, and any number of threads may ask.

use std::sync::LazyLock;
use std::thread;

use proptest::prelude::*;
use quixotic_game::{Budget, Game, Outcome, Rng, Value};
use quixotic_quixo::{Board, Symmetry};
use quixotic_tablebase::Database;

use crate::databases;

static EMBEDDED: LazyLock<[Database; 2]> = LazyLock::new(|| [3, 4].map(databases::embedded));

fn any_embedded_board() -> impl Strategy<Value = (&'static Database, Board)> {
    (0..2_usize).prop_flat_map(|which| {
        let database = &EMBEDDED[which];
        (
            Just(database),
            databases::any_board(database.rules().size()),
        )
    })
}

fn value(database: &Database, board: Board) -> Value {
    database.probe(board).expect("it is whole")
}

proptest! {
    #[test]
    fn mirror_images_have_the_same_value((database, board) in any_embedded_board()) {
        let expected = value(database, board);
        for symmetry in Symmetry::all() {
            let image = board.turned(symmetry, database.rules().size());
            prop_assert_eq!(value(database, image), expected);
        }
    }

    #[test]
    fn other_colours_have_the_same_value((database, board) in any_embedded_board()) {
        let text = |to_move| {
            let position = quixotic_quixo::Position { board, to_move };
            database.quixo().format_position(&position)
        };
        let swapped: String = text(quixotic_game::Player::X)
            .chars()
            .map(|c| match c {
                'X' => 'O',
                'O' => 'X',
                other => other,
            })
            .collect();
        prop_assert_eq!(&swapped, &text(quixotic_game::Player::O));
        let position = database.quixo().parse_position(&swapped).expect("a position");
        prop_assert_eq!(value(database, position.board), value(database, board));
    }

    #[test]
    fn moves_are_the_legal_ones_and_the_best_comes_first(
        (database, board) in any_embedded_board(),
    ) {
        let moves = database.moves(board).expect("it is whole");
        let mut found: Vec<_> = moves.iter().map(|mv| (mv.mv, mv.board)).collect();
        let mut legal: Vec<_> = database.quixo().children(board).collect();
        found.sort_unstable();
        legal.sort_unstable();
        prop_assert_eq!(found, legal);
        prop_assert!(moves.is_sorted_by(|a, b| a.value >= b.value));
        match moves.first() {
            Some(best) => prop_assert_eq!(best.value, value(database, board)),
            None => prop_assert_eq!(value(database, board).distance(), Some(0)),
        }
    }

    #[test]
    fn a_line_lasts_as_long_as_the_value_says((database, board) in any_embedded_board()) {
        let line = database.line(board, &Budget::UNLIMITED).expect("it is whole");
        let start = value(database, board);
        match start.distance() {
            Some(plies) => {
                prop_assert_eq!(line.len(), usize::from(plies));
                let end = line.last().map_or(board, |mv| mv.board);
                prop_assert!(database.quixo().ended_on(end).is_some());
            }
            None => prop_assert!(line.iter().all(|mv| mv.value.outcome() == Outcome::Draw)),
        }
    }
}

/// Boards spread over all classes, always the same.
fn some_boards() -> Vec<Board> {
    let mut rng = Rng::new(1);
    let mut random = || rng.word() >> 48;
    let board = |_| {
        let mine = random() & random();
        Board::new(mine, random() & !mine).expect("disjoint sets")
    };
    (0..4000).map(board).collect()
}

#[test]
fn threads_get_the_same_answers() {
    let boards = some_boards();
    let alone = databases::embedded(4);
    let expected: Vec<Value> = boards.iter().map(|&board| value(&alone, board)).collect();
    assert!(
        expected
            .iter()
            .any(|value| value.outcome() == Outcome::Draw)
    );
    // A database of their own, so that they also race to open the files.
    let directory = databases::unpacked(4, 0);
    let shared = databases::open(directory.path(), 4);
    thread::scope(|scope| {
        for first in 0..8 {
            let (boards, expected, shared) = (&boards, &expected, &shared);
            scope.spawn(move || {
                for at in (0..boards.len()).map(|at| (at + first * 500) % boards.len()) {
                    assert_eq!(value(shared, boards[at]), expected[at]);
                }
            });
        }
    });
    drop(directory);
}

#[test]
fn what_is_not_solved_is_said_to_be_missing() {
    let directory = databases::unpacked(3, 5);
    let database = databases::open(directory.path(), 3);
    let missing = database
        .probe(Board::EMPTY)
        .expect_err("level 0 is not there");
    assert_eq!(
        missing.to_string(),
        "not in this database: levels 5–9 are here"
    );
    let there = Board::new(0b011_010_001, 0b000_001_010).expect("disjoint sets");
    assert_eq!(there.marked().count_ones(), 6);
    assert_eq!(value(&database, there), value(&EMBEDDED[0], there));
}
