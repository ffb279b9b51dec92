//! The published results: Graham's and Markowsky's for 3×3, and those of *Numerical
//! Tic-Tac-Toe on the 4×4 Board*.

use quixotic_game::{Budget, Game, Player};
use quixotic_numerical::reference::AlphaBeta;
use quixotic_numerical::{
    Hand, Judge, Keys, Numerical, Position, Question, Rules, Solver, Verdict, line, mirror, splits,
};

fn verdict(rules: Rules, keys: Keys) -> Verdict {
    let judge = Judge::new(&Numerical::new(rules), keys);
    judge.verdict(&Position::START, &Budget::UNLIMITED).unwrap()
}

#[test]
fn the_first_player_wins_3x3_under_all_126_splits() {
    let mut solved = 0;
    for first in splits(3) {
        // Both images are solved: that they agree is a result here.
        let images = [first, mirror(3, first)];
        let different = if images[0] == images[1] { 1 } else { 2 };
        for &first in &images[..different] {
            let rules = Rules::split(3, first).unwrap();
            assert_eq!(verdict(rules, Keys::Merged), Verdict::First, "{first}");
            assert_eq!(verdict(rules, Keys::Exact), Verdict::First, "{first}");
            solved += 1;
        }
    }
    assert_eq!(solved, 126);
}

/// The paper's own search, from the empty board.
#[test]
fn the_papers_search_gives_the_same_answers_on_3x3() {
    let hand = |text: &str| text.parse::<Hand>().unwrap();
    let games = [
        Rules::standard(3),
        Rules::split(3, hand("1,2,3,4,5")),
        Rules::standard(3).and_then(|rules| rules.with_target(12)),
        Rules::hands_to(3, hand("1-5"), hand("1-4"), 9),
    ];
    for rules in games {
        let game = Numerical::new(rules.unwrap());
        for asker in [Player::X, Player::O] {
            for by_round in [7, 9] {
                let question = Question { asker, by_round };
                let expected = AlphaBeta::new(&game, &game.start(), question).answer();
                let solver = Solver::new(&game, question, Keys::Exact);
                let answer = solver.ask(&game.start(), &Budget::UNLIMITED);
                assert_eq!(
                    answer.unwrap().yes,
                    expected,
                    "{} {question:?}",
                    game.rules()
                );
            }
        }
    }
}

/// Question two, and both with exact keys, are part of the test of the opening and of
/// the one below.
#[test]
fn the_first_player_cannot_force_a_win_on_4x4() {
    let game = Numerical::new(Rules::standard(4).unwrap());
    let solver = Solver::new(&game, Question::of(game.rules(), Player::X), Keys::Merged);
    let answer = solver.ask(&game.start(), &Budget::UNLIMITED).unwrap();
    assert!(!answer.yes);
    assert_eq!(answer.depths.len(), 17);
    assert_eq!((answer.depths[0].visited, answer.depths[0].yes), (1, 0));
    // A player who keeps to the answer prevents the win.
    let end = line(&game, &[&solver], &game.start(), &Budget::UNLIMITED).unwrap();
    let end = end
        .into_iter()
        .fold(game.start(), |position, mv| game.play(&position, mv));
    assert_ne!(game.ended_as(&end).unwrap(), Verdict::First);
}

#[test]
#[ignore = "takes half a minute of CPU; run it with `cargo test -p quixotic-numerical --test suite solutions -- --ignored`"]
fn exact_keys_give_the_same_answers_on_4x4() {
    assert_eq!(
        verdict(Rules::standard(4).unwrap(), Keys::Exact),
        Verdict::Second
    );
}
