//! A course of 4×4 against the values of all moves and the card itself, and the shipped one of 5×5.

use quixotic_agents::rules::{Card, Layout};
use quixotic_game::{Budget, Game as _, Outcome};
use quixotic_quixo::{Move, Quixo, Rules};
use quixotic_research::course::{find, write};
use quixotic_tablebase::Database;

const SHIPPED: &str = include_str!("../../../../web/site/puzzles/course-quixo5.txt");

#[test]
fn a_rule_solves_its_positions_and_those_before_it_do_not() {
    let rules = Rules::official(4).unwrap();
    let database = Database::embedded(rules).unwrap();
    let quixo = database.quixo();
    let (card, layout) = (Card::of(rules).unwrap(), Layout::new(quixo));
    let search = || find(&database, &card, 3, 5, &Budget::UNLIMITED, &mut |_| ()).unwrap();
    let found = search();
    let taught = found.iter().filter(|lessons| !lessons.is_empty()).count();
    assert!(taught >= 4, "{taught} rules");
    for (rule, lessons) in found.iter().enumerate() {
        for lesson in lessons {
            let board = lesson.position.board;
            let (value, moves) = database.probe_with_moves(board).unwrap();
            let outcome = |mv: Move| {
                let made = moves.iter().find(|made| made.mv == mv);
                made.expect("it is legal").value.outcome()
            };
            let is_right = |&mv: &Move| outcome(mv) == value.outcome();
            let all: Vec<Move> = quixo.children(board).map(|(mv, _)| mv).collect();
            let explained = card.explain(&layout, board);
            let before = match rule {
                0 => &all,
                _ => &explained.steps[rule - 1].moves,
            };
            assert!(!before.iter().all(is_right), "{rule}: {board:?}");
            assert!(explained.steps[rule].moves.iter().all(is_right));
            assert!(lesson.right.iter().all(is_right));
            assert_eq!(
                lesson.right.len(),
                all.iter().copied().filter(|mv| is_right(mv)).count()
            );
            assert_ne!(value.outcome(), Outcome::Loss);
        }
    }
    assert_eq!(
        write(quixo, &card, &search(), 2),
        write(quixo, &card, &found, 2)
    );
}

#[test]
fn the_shipped_course_is_that_of_the_card() {
    let rules = Rules::official(5).unwrap();
    let quixo = Quixo::new(rules);
    let (card, layout) = (Card::of(rules).unwrap(), Layout::new(&quixo));
    let heading = write(&quixo, &card, &[], 0);
    assert!(SHIPPED.contains(&heading), "make it again: {heading}");
    for line in SHIPPED.lines().filter(|line| !line.starts_with(['#', '='])) {
        let [_, rule, board, mover, right] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let position = quixo.parse_position(&format!("{board} {mover}")).unwrap();
        let right: Vec<&str> = right
            .as_bytes()
            .chunks(3)
            .map(|mv| str::from_utf8(mv).unwrap())
            .collect();
        let explained = card.explain(&layout, position.board);
        let left = |at: usize| {
            let moves = &explained.steps[at].moves;
            moves
                .iter()
                .all(|&mv| right.contains(&&*quixo.format_move(mv)))
        };
        let place = card
            .rules()
            .iter()
            .position(|found| found.name == rule)
            .unwrap();
        assert!(left(place), "{line}");
        assert!(place == 0 || !left(place - 1), "{line}");
    }
}
