//! The notable positions: the functions against a look at every board of 3×3, and
//! every position of docs/results/quixo4-notable.md against the rules and the values that
//! can be probed.

use std::collections::BTreeSet;

use quixotic_game::{Budget, Game, Outcome, Value};
use quixotic_quixo::{Board, Quixo, Rules, Symmetry, Ternary};
use quixotic_research::notable::{
    always_coming_back, images, ways_back, with_value, without_predecessor,
};
use quixotic_tablebase::Database;

use crate::command::quixotic as research;

const PAGE: &str = include_str!("../../../../docs/results/quixo4-notable.md");

fn embedded(size: u8) -> Database {
    let rules = Rules::official(size).expect("a supported size");
    Database::embedded(rules).expect("3×3 and 4×4 are embedded")
}

fn value(database: &Database, board: Board) -> Value {
    database.probe(board).expect("all levels are embedded")
}

fn least_image(size: u8, board: Board) -> Board {
    let images = Symmetry::all().map(|symmetry| board.turned(symmetry, size));
    images.min().expect("there are eight")
}

/// Whether the other player has a tile on the border of a board of that size.
fn other_is_on_border(size: u8, board: Board) -> bool {
    let last = size - 1;
    (0..size * size)
        .filter(|cell| {
            [cell / size, cell % size]
                .iter()
                .any(|&at| at == 0 || at == last)
        })
        .any(|cell| board.theirs() >> cell & 1 == 1)
}

fn looks_ordinary_without_predecessor(quixo: &Quixo, board: Board) -> bool {
    quixo.ended_on(board).is_none()
        && other_is_on_border(quixo.rules().size(), board)
        && quixo.predecessors(board).count() == 0
}

/// Said in moves: after each that keeps the draw, a reply leads to the same orbit.
fn can_always_come_back(database: &Database, board: Board) -> bool {
    let (quixo, size) = (database.quixo(), database.rules().size());
    let orbit = least_image(size, board);
    let mut drawing = quixo
        .children(board)
        .filter(|&(_, after)| value(database, after) == Value::DRAW);
    value(database, board) == Value::DRAW
        && drawing.all(|(_, after)| {
            let mut replies = quixo.children(after);
            replies.any(|(_, reply)| least_image(size, reply) == orbit)
        })
}

/// The orbits of all boards that have a property, by a look at every board.
fn orbits_of(database: &Database, property: impl Fn(Board) -> bool) -> Vec<Board> {
    let size = database.rules().size();
    let boards = Ternary::new(database.rules()).boards();
    let chosen = boards.filter(|&board| property(board));
    let orbits: BTreeSet<Board> = chosen.map(|board| least_image(size, board)).collect();
    orbits.into_iter().collect()
}

fn count(database: &Database, orbits: &[Board]) -> (usize, usize) {
    let sizes = orbits
        .iter()
        .map(|&board| images(database.rules(), board).len());
    (orbits.len(), sizes.sum())
}

#[test]
fn all_are_found_on_3x3() {
    let database = embedded(3);
    for wanted in [Value::loss(1), Value::loss(4), Value::win(7), Value::DRAW] {
        let expected = orbits_of(&database, |board| value(&database, board) == wanted);
        assert_eq!(
            with_value(&database, wanted, &Budget::UNLIMITED).unwrap(),
            expected,
            "{wanted}"
        );
    }
    assert_eq!(
        without_predecessor(&database, &Budget::UNLIMITED).unwrap(),
        orbits_of(&database, |board| {
            looks_ordinary_without_predecessor(database.quixo(), board)
        })
    );
}

/// 3×3 has none, so two classes of 4×4 are looked at, a sparse and a full one.
#[test]
fn all_draws_that_come_back_are_found_in_two_classes_of_4x4() {
    let database = embedded(4);
    let is_in = |tiles: u32, board: Board| {
        board.mine().count_ones() == tiles && board.theirs().count_ones() == tiles
    };
    let found = always_coming_back(&database, &Budget::UNLIMITED).unwrap();
    for (tiles, expected) in [(4, 3), (8, 26)] {
        let mut found = found.clone();
        found.retain(|&board| is_in(tiles, board));
        let all = orbits_of(&database, |board| {
            is_in(tiles, board)
                && board == least_image(4, board)
                && can_always_come_back(&database, board)
        });
        assert_eq!(found, all);
        assert_eq!(found.len(), expected);
    }
    assert_eq!(
        always_coming_back(&embedded(3), &Budget::UNLIMITED).unwrap(),
        []
    );
}

#[test]
fn as_many_are_found_on_4x4_as_the_paper_has() {
    let database = embedded(4);
    let orbits = |value| {
        count(
            &database,
            &with_value(&database, value, &Budget::UNLIMITED).unwrap(),
        )
    };
    assert_eq!(orbits(Value::loss(1)), (94, 528));
    assert_eq!(orbits(Value::loss(22)), (1, 8));
    assert_eq!(orbits(Value::loss(24)), (0, 0));
    assert_eq!(orbits(Value::win(21)).1, 57);
}

/// The positions of a section of the page: what is in backquotes or alone on a
/// line and reads as a position.
fn section(quixo: &Quixo, title: &str) -> Vec<Board> {
    let heading = format!("## {title}\n");
    let (_, rest) = PAGE.split_once(&heading).expect("the section is there");
    let section = rest.split("\n## ").next().expect("some text");
    let texts = section.split(['`', '\n']);
    let positions = texts.filter_map(|text| quixo.parse_position(text).ok());
    positions.map(|position| position.board).collect()
}

#[test]
fn no_move_leads_to_the_positions_without_predecessor() {
    let database = embedded(4);
    let quixo = database.quixo();
    let shown = section(quixo, "No move leads here");
    assert_eq!(shown.len(), 2);
    for board in shown {
        assert!(
            looks_ordinary_without_predecessor(quixo, board),
            "{board:?}"
        );
        assert_eq!(board.mine().count_ones(), board.theirs().count_ones());
    }
}

#[test]
fn all_moves_complete_a_line_of_o_where_x_loses_in_1() {
    let database = embedded(4);
    let quixo = database.quixo();
    let shown = section(quixo, "X loses in 1 ply");
    for &board in &shown {
        assert_eq!(quixo.ended_on(board), None);
        // O is to move after X's move.
        let mut children = quixo.children(board);
        assert!(children.all(|(_, after)| quixo.ended_on(after) == Some(Outcome::Win)));
    }
    let orbits: BTreeSet<Board> = shown.iter().map(|&board| least_image(4, board)).collect();
    let orbits: Vec<Board> = orbits.into_iter().collect();
    assert_eq!(count(&database, &orbits), (94, 528));
}

/// The paper says it is unique; the census of the database says there are eight.
#[test]
fn the_longest_loss_is_unique_up_to_symmetry() {
    let database = embedded(4);
    let shown: BTreeSet<Board> = section(database.quixo(), "X loses in 22 plies")
        .into_iter()
        .collect();
    assert_eq!(shown.len(), 8);
    assert!(
        shown
            .iter()
            .all(|&board| value(&database, board) == Value::loss(22))
    );
    let orbits: BTreeSet<Board> = shown.iter().map(|&board| least_image(4, board)).collect();
    assert_eq!(orbits.len(), 1);
    let stats = database.stats().unwrap();
    let last = stats.by_distance.last().expect("some distances");
    assert_eq!((last.plies, last.win, last.loss), (22, 0, 8));
}

#[test]
fn o_can_come_back_in_the_draws_that_are_shown() {
    let database = embedded(4);
    let quixo = database.quixo();
    let shown = section(quixo, "A draw in which O can always come back");
    assert_eq!(shown.len(), 2);
    for board in shown {
        assert!(can_always_come_back(&database, board), "{board:?}");
        // The page lists the moves that keep the draw, each with its way back.
        let ways = ways_back(&database, board).unwrap().expect("it comes back");
        let moves = database.moves(board).unwrap();
        let drawing = moves.iter().filter(|found| found.value == Value::DRAW);
        assert_eq!(ways.len(), drawing.count());
        for way in ways {
            let (mv, reply) = (quixo.format_move(way.mv), quixo.format_move(way.reply));
            assert!(PAGE.contains(&format!("- {mv}, then {reply}\n")));
            let after = quixo.play_on(board, way.mv);
            assert_eq!(value(&database, after), Value::DRAW);
            assert!(quixo.is_legal(after, way.reply));
            let back = quixo.play_on(after, way.reply);
            assert_eq!(least_image(4, back), least_image(4, board));
        }
    }
}

#[test]
fn nobody_comes_back_where_the_game_is_decided() {
    assert_eq!(ways_back(&embedded(4), Board::EMPTY).unwrap(), None);
}

#[test]
fn the_page_about_3x3_is_the_one_in_the_documentation() {
    let page = research(&["notable", "numerical3", "--threads", "1"])
        .succeeds()
        .stdout;
    assert_eq!(page, include_str!("../../../../docs/results/numerical3.md"));
}
