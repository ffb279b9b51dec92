//! The perfect player: it loses nothing, and its opening is what the solver finds.

use std::time::{Duration, Instant};

mod late_positions;

use late_positions::Random;
use quixotic_game::{Game, Player};
use quixotic_numerical::{
    Judge, Keys, Late, Numerical, Perfect, Position, Rules, Verdict, derive_opening,
    opening_positions,
};

const OPENING: &str = include_str!("../data/opening4.txt");

/// A game of the perfect player against random moves.
fn play(game: &Numerical, perfect: &Perfect, side: Player, random: &mut Random) -> Verdict {
    let mut position = game.start();
    loop {
        if let Some(verdict) = game.ended_as(&position) {
            return verdict;
        }
        let moves = game.moves(&position);
        let mv = match position.to_move() == side {
            true => perfect.choose(&position).unwrap(),
            false => moves[random.below(moves.len())],
        };
        assert_eq!(game.check(&position, mv), Ok(()));
        position = game.play(&position, mv);
    }
}

#[test]
fn it_wins_3x3_as_the_first_and_4x4_as_the_second_player() {
    for (size, side) in [(3, Player::X), (4, Player::O)] {
        let game = Numerical::new(Rules::standard(size).unwrap());
        let perfect = Perfect::new(&game);
        for seed in 0..20 {
            let verdict = play(&game, &perfect, side, &mut Random::new(seed));
            assert_eq!(verdict, Verdict::win(side), "{size}×{size}, game {seed}");
        }
        assert!(perfect.choose(&game.start()).is_some());
    }
}

/// In a 3×3 game that is no win for anybody it at least ties.
#[test]
fn it_never_loses_a_tied_game() {
    let rules = Rules::standard(3).unwrap().with_target(9).unwrap();
    let game = Numerical::new(rules);
    assert_eq!(
        Judge::new(&game, Keys::Exact).verdict(&game.start()),
        Verdict::Tie
    );
    let perfect = Perfect::new(&game);
    for seed in 0..20 {
        for side in [Player::X, Player::O] {
            let verdict = play(&game, &perfect, side, &mut Random::new(seed));
            assert!(verdict.worth(side) >= 0, "{side}, game {seed}");
        }
    }
}

#[test]
fn the_opening_is_known_without_a_search_and_what_is_not_known_in_time_is_late() {
    let game = usual();
    let perfect = Perfect::new(&game);
    let now = || Some(Instant::now());
    let mut position = game.start();
    for text in ["c3=7", ""] {
        assert_eq!(perfect.verdict_until(&position, now()), Ok(Verdict::Second));
        let mv = match text {
            "" => perfect.choose(&position).unwrap(),
            text => game.parse_move(text).unwrap(),
        };
        position = game.play(&position, mv);
    }
    assert_eq!(position.rounds(), 2);
    assert_eq!(perfect.verdict_until(&position, now()), Ok(Verdict::Second));
    // Another reply would have to be searched.
    let other = ".,.,.,./.,.,7,./.,.,.,./2,.,.,.";
    let other = game.parse_position(other).unwrap();
    assert_eq!(perfect.verdict_until(&other, now()), Err(Late));
    assert_eq!(perfect.choose_until(&other, now()), Err(Late));
    // Nothing wrong is remembered of a search that was stopped.
    let late = ".,2,9,16/8,.,.,7/.,.,11,./5,.,.,.";
    let late = game.parse_position(late).unwrap();
    let verdict = Judge::new(&game, Keys::default()).verdict(&late);
    let judge = Judge::new(&game, Keys::default());
    let mut found = Err(Late);
    while found == Err(Late) {
        let soon = Instant::now() + Duration::from_micros(200);
        found = judge.verdict_until(&late, Some(soon));
    }
    assert_eq!(found, Ok(verdict));
}

/// The lines of the opening as positions and the text of each.
fn opening(game: &Numerical) -> Vec<(Position, &'static str)> {
    let lines = OPENING.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let (position, _) = line.split_once(' ').unwrap();
        (game.parse_position(position).unwrap(), line)
    };
    lines.map(read).collect()
}

fn usual() -> Numerical {
    Numerical::new(Rules::standard(4).unwrap())
}

#[test]
fn the_opening_has_all_its_positions() {
    let game = usual();
    let (_, start) = opening(&game)[0];
    let (_, first) = start.split_once(' ').unwrap();
    let first = game.parse_move(first).unwrap();
    let positions: Vec<Position> = opening(&game).into_iter().map(|(one, _)| one).collect();
    assert_eq!(positions, opening_positions(&game, first));
}

/// This answers question two as well: the second player wins.
#[test]
fn the_solver_finds_the_replies_to_the_first_moves() {
    let game = usual();
    let judge = Judge::new(&game, Keys::Merged);
    assert_eq!(judge.verdict(&game.start()), Verdict::Second);
    let early = opening(&game)
        .into_iter()
        .filter(|(position, _)| position.rounds() < 2);
    for (position, line) in early {
        assert_eq!(derive_opening(&judge, &position), line);
    }
}

#[test]
#[ignore = "takes some minutes; run it with `cargo test --release -p quixotic-numerical --test perfect -- --ignored`"]
fn the_solver_finds_the_whole_opening() {
    let game = usual();
    let judge = Judge::new(&game, Keys::Merged);
    for (position, line) in opening(&game) {
        assert_eq!(derive_opening(&judge, &position), line);
    }
}
