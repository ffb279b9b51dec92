//! A game that quixotic does not have, from one file: agents play it and every question
//! is answered. The tests of the command and of the server do the same from their side.

use std::sync::Arc;

use crate::tictactoe::TICTACTOE;
use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{LONGEST, Match, Starts};
use quixotic_catalog::{AnyGame, Catalog, OutcomeWord, Setup};
use quixotic_game::Budget;

fn open() -> Arc<dyn AnyGame> {
    let catalog = Catalog::standard().with(TICTACTOE);
    let id = catalog.read("tictactoe").unwrap();
    catalog.open(&id, &Setup::default()).unwrap()
}

#[test]
fn it_is_listed_only_where_it_was_added() {
    assert!(Catalog::standard().read("tictactoe").is_err());
    assert_eq!(open().info().players, ["X", "O"]);
}

#[test]
fn it_is_a_draw_and_every_first_move_keeps_it() {
    let answer = open().probe("start", &Budget::UNLIMITED).unwrap();
    assert_eq!(answer.outcome, OutcomeWord::Draw);
    assert_eq!(answer.moves.len(), 9);
    assert!(
        answer
            .moves
            .iter()
            .all(|mv| mv.outcome == OutcomeWord::Draw)
    );
    // O has to take the centre after a corner.
    let corner = open().probe("X........", &Budget::UNLIMITED).unwrap();
    let holding = corner
        .moves
        .iter()
        .filter(|mv| mv.outcome == OutcomeWord::Draw);
    assert_eq!(holding.map(|mv| mv.mv.as_str()).collect::<Vec<_>>(), ["5"]);
    assert_eq!(
        open()
            .line("start", &Budget::UNLIMITED)
            .unwrap()
            .moves
            .len(),
        9
    );
}

#[test]
fn agents_play_it() {
    let play = |a: &str, b: &str| {
        let planned = Match {
            a: AgentSpec::parse(a).unwrap(),
            b: AgentSpec::parse(b).unwrap(),
            games: 40,
            seed: 1,
            starts: Starts::Alternate,
            longest: LONGEST,
        };
        open()
            .play_match(&planned, &Budget::UNLIMITED, &|| {})
            .unwrap()
            .score()
    };
    assert_eq!(play("perfect", "random").losses, 0);
    assert!(play("perfect", "random").wins > 20);
    assert_eq!(play("perfect", "minimax:9").draws, 40);
    assert_eq!(play("mcts:300", "random").losses, 0);
    let agents = [AgentSpec::Random, AgentSpec::Perfect];
    let rungs = open()
        .ladder(&agents, 0..50, 1, &Budget::UNLIMITED, &|_| {})
        .unwrap();
    assert!(rungs[0].errors > 0);
    assert_eq!(rungs[1].errors, 0);
}
