//! The perfect player: it loses nothing, and its opening is what the solver finds.

use std::time::{Duration, Instant};

use crate::late_positions::Random;
use quixotic_game::{Budget, Game, Outcome, Player, Stop, Stopped};
use quixotic_numerical::{
    Judge, Keys, Move, Numerical, Perfect, Position, Rules, Strategy, Verdict, derive_opening,
    opening_positions,
};

const OPENING: &str = include_str!("../../data/opening4.txt");

const UNLIMITED: &Budget = &Budget::UNLIMITED;

fn choose(perfect: &Perfect, position: &Position) -> Move {
    let chosen = perfect.choose(position, UNLIMITED).unwrap();
    chosen.expect("the game is not over")
}

/// A game of the perfect player against random moves.
fn play(game: &Numerical, perfect: &Perfect, side: Player, random: &mut Random) -> Verdict {
    let mut position = game.start();
    loop {
        if let Some(verdict) = game.ended_as(&position) {
            return verdict;
        }
        let moves = game.moves(&position);
        let mv = match position.to_move() == side {
            true => choose(perfect, &position),
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
        choose(&perfect, &game.start());
    }
}

/// In a 3×3 game that is no win for anybody it at least ties.
#[test]
fn it_never_loses_a_tied_game() {
    let rules = Rules::standard(3).unwrap().with_target(9).unwrap();
    let game = Numerical::new(rules);
    let judge = Judge::new(&game, Keys::Exact);
    assert_eq!(judge.verdict(&game.start(), UNLIMITED), Ok(Verdict::Tie));
    let perfect = Perfect::new(&game);
    for seed in 0..20 {
        for side in [Player::X, Player::O] {
            let verdict = play(&game, &perfect, side, &mut Random::new(seed));
            assert!(
                verdict.outcome(side) >= Outcome::Draw,
                "{side}, game {seed}"
            );
        }
    }
}

/// A position of the usual 4×4 game whose search takes seconds.
const SLOW: &str = ".,.,.,./.,.,7,./.,.,.,./2,.,.,.";

#[test]
fn the_opening_is_known_without_a_search_and_what_is_not_known_in_time_is_stopped() {
    let game = usual();
    let perfect = Perfect::new(&game);
    let spent = &Budget::UNLIMITED.with_time(Duration::ZERO);
    let mut position = game.start();
    for text in ["c3=7", ""] {
        assert_eq!(perfect.verdict(&position, spent), Ok(Verdict::Second));
        let mv = match text {
            "" => choose(&perfect, &position),
            text => game.parse_move(text).unwrap(),
        };
        position = game.play(&position, mv);
    }
    assert_eq!(position.rounds(), 2);
    assert_eq!(perfect.verdict(&position, spent), Ok(Verdict::Second));
    // Every first move is in the book as well, so all of them are known at once.
    let start = perfect.probe(&game.start(), spent);
    assert_eq!(
        (start.verdict, start.stopped),
        (Some(Verdict::Second), None)
    );
    assert_eq!(start.moves.len(), 128);
    let moves = perfect.moves(&game.start(), spent).unwrap();
    assert!(moves.iter().all(|judged| judged.verdict == Verdict::Second));
    // Another reply would have to be searched.
    let other = game.parse_position(SLOW).unwrap();
    assert_eq!(perfect.verdict(&other, spent), Err(Stopped::Time));
    assert_eq!(perfect.choose(&other, spent), Err(Stopped::Time));
    let few = &Budget::UNLIMITED.with_positions(50);
    assert_eq!(perfect.verdict(&other, few), Err(Stopped::Positions));
    let visited = perfect.judge().solver(Player::X).visited();
    assert!(visited < 100, "{visited}");
}

/// Nothing wrong is remembered of a search that was stopped, and nothing is forgotten.
#[test]
fn who_asks_again_goes_on_from_there() {
    let game = usual();
    let late = game
        .parse_position(".,2,9,16/8,.,.,7/.,.,11,./5,.,.,.")
        .unwrap();
    let verdict = Judge::new(&game, Keys::default()).verdict(&late, UNLIMITED);
    for spent in [
        || Budget::UNLIMITED.with_time(Duration::from_micros(200)),
        || Budget::UNLIMITED.with_positions(500),
    ] {
        let judge = Judge::new(&game, Keys::default());
        let mut tries = 1;
        let found = loop {
            match judge.verdict(&late, &spent()) {
                Err(_) => tries += 1,
                found => break found,
            }
        };
        assert!(tries > 1, "the search is too short for this test");
        assert_eq!(found, verdict);
    }
}

#[test]
fn a_probe_that_is_stopped_tells_what_it_has() {
    let game = usual();
    let perfect = Perfect::new(&game);
    // One of the replies is in the book, the others have to be searched.
    let position = game
        .parse_position(".,.,.,./.,.,7,./.,.,.,./.,.,.,.")
        .unwrap();
    let reply = choose(&perfect, &position);
    let found = perfect.probe(&position, &Budget::UNLIMITED.with_time(Duration::ZERO));
    assert_eq!(found.verdict, Some(Verdict::Second));
    assert_eq!(found.stopped, Some(Stopped::Time));
    assert_eq!(found.moves.len(), 15 * 8);
    assert_eq!(found.moves[0], (reply, Some(Verdict::Second)));
    assert!(
        found.moves[1..]
            .iter()
            .any(|(_, verdict)| verdict.is_none())
    );
}

#[test]
fn a_flag_stops_all_threads_within_a_fraction_of_a_second() {
    let game = usual();
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        let (judge, stop) = (Judge::new(&game, Keys::Exact), Stop::new());
        let budget = Budget::UNLIMITED.with_stop(&stop);
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let found = pool.install(|| judge.verdict(&game.start(), &budget));
                (found, Instant::now())
            });
            std::thread::sleep(Duration::from_millis(200));
            let asked_at = Instant::now();
            stop.stop();
            let (found, ended) = search.join().unwrap();
            assert_eq!(found, Err(Stopped::Asked));
            let took = ended.saturating_duration_since(asked_at);
            assert!(
                took < Duration::from_millis(500),
                "{threads} threads: {took:?}"
            );
        });
    }
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
    assert_eq!(judge.verdict(&game.start(), UNLIMITED), Ok(Verdict::Second));
    let early = opening(&game)
        .into_iter()
        .filter(|(position, _)| position.rounds() < 2);
    for (position, line) in early {
        let derived = derive_opening(&judge, &position, UNLIMITED);
        assert_eq!(derived.as_deref(), Ok(line));
    }
}

#[test]
#[ignore = "takes some minutes; run it with `cargo test --release -p quixotic-numerical --test suite perfect -- --ignored`"]
fn the_solver_finds_the_whole_opening() {
    let game = usual();
    let judge = Judge::new(&game, Keys::Merged);
    for (position, line) in opening(&game) {
        let derived = derive_opening(&judge, &position, UNLIMITED);
        assert_eq!(derived.as_deref(), Ok(line));
    }
}

/// Whatever the first player does, the second has a reply at once until seven cells are free.
#[test]
fn the_second_player_replies_without_a_search() {
    let game = usual();
    let perfect = Perfect::new(&game);
    let spent = &Budget::UNLIMITED.with_time(Duration::ZERO);
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let mut position = game.start();
        while position.rounds() <= 7 && !game.is_over(&position) {
            assert_eq!(perfect.verdict(&position, spent), Ok(Verdict::Second));
            let mv = match position.to_move() {
                Player::X => {
                    let moves = game.moves(&position);
                    moves[random.below(moves.len())]
                }
                Player::O => match perfect.choose(&position, spent).unwrap() {
                    Some(mv) => mv,
                    None => panic!("the game is not over"),
                },
            };
            position = game.play(&position, mv);
        }
        let verdict = Judge::new(&game, Keys::Exact).verdict(&position, UNLIMITED);
        assert_eq!(verdict, Ok(Verdict::Second), "game {seed}");
    }
}

/// Both players can complete a line, and the first is to move.
#[test]
fn the_strategy_says_nothing_of_positions_that_it_avoids() {
    let game = usual();
    let position = game
        .parse_position("15,4,.,13/5,.,10,./.,.,.,./8,.,.,.")
        .unwrap();
    let perfect = Perfect::new(&game);
    assert_eq!(perfect.verdict(&position, UNLIMITED), Ok(Verdict::First));
    assert_eq!(
        choose(&perfect, &position),
        game.parse_move("b2=3").unwrap()
    );
    let found = perfect.probe(&position, UNLIMITED);
    assert_eq!(found.verdict, Some(Verdict::First));
}

#[test]
#[ignore = "takes two minutes"]
fn the_shipped_strategy_is_what_the_search_finds() {
    let found = Strategy::find(UNLIMITED, &mut |_| ()).unwrap();
    let shipped: &[u8] = include_bytes!("../../data/numerical4.qxr");
    assert_eq!(found.to_bytes(), shipped);
}
