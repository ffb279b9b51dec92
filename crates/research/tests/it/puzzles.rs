//! Puzzles of 4×4, and the shipped ones of 5×5.

use std::collections::HashSet;

use quixotic_game::{Budget, Game as _, Outcome};
use quixotic_quixo::{Quixo, Rules};
use quixotic_research::puzzles::{Puzzle, Theme, Wanted, fault, find, read, write};
use quixotic_tablebase::Database;

const SHIPPED: &str = include_str!("../../../../web/site/puzzles/quixo5.txt");

#[test]
fn a_puzzle_has_one_right_answer_among_the_values_of_all_moves() {
    let rules = Rules::official(4).unwrap();
    let database = Database::embedded(rules).unwrap();
    let quixo = database.quixo();
    let wanted = Wanted { count: 40, seed: 3 };
    let found = find(&database, wanted, &Budget::UNLIMITED, &mut |_| ()).unwrap();
    assert!(found.len() >= 30, "{}", found.len());
    let themes: HashSet<Theme> = found.iter().map(|puzzle| puzzle.theme).collect();
    assert!(themes.len() >= 4, "{themes:?}");
    for puzzle in &found {
        let (value, moves) = database.probe_with_moves(puzzle.position.board).unwrap();
        let best = match puzzle.theme {
            Theme::Fast => moves[0].value,
            _ => value,
        };
        let mut right: Vec<_> = moves
            .iter()
            .filter(|found| match puzzle.theme {
                Theme::Fast => found.value == best,
                Theme::Escape => found.value.outcome() != Outcome::Loss,
                _ => found.value.outcome() == value.outcome(),
            })
            .map(|found| quixo.format_move(found.mv))
            .collect();
        let name = |mv: &_| quixo.format_move(*mv);
        let mut solutions: Vec<String> = puzzle.solutions().iter().map(name).collect();
        right.sort();
        solutions.sort();
        let text = puzzle.write(quixo);
        assert_eq!(solutions, right, "{text}");
        assert_eq!(puzzle.plies, value.distance(), "{text}");
        assert!((1..=5).contains(&puzzle.grade), "{text}");
        assert_eq!(
            fault(&database, puzzle, &Budget::UNLIMITED).unwrap(),
            None,
            "{text}"
        );
        assert_eq!(&Puzzle::read(quixo, &text).unwrap(), puzzle);
    }
    let again = find(&database, wanted, &Budget::UNLIMITED, &mut |_| ()).unwrap();
    assert_eq!(write(quixo, 3, &again), write(quixo, 3, &found));
}

#[test]
fn the_shipped_puzzles_of_5x5_can_be_read() {
    let quixo = Quixo::new(Rules::official(5).unwrap());
    let all = read(&quixo, SHIPPED).unwrap();
    assert_eq!(write(&quixo, 1, &all), SHIPPED);
    for line in [
        "",
        "win 1",
        "win 9 - - 5/5/5/5/5 X a1R",
        "lose 1 - - 5/5/5/5/5 X a1R",
        "win 1 - - 5/5/5/5/5 X c3R",
    ] {
        assert!(Puzzle::read(&quixo, line).is_err(), "{line}");
    }
}
