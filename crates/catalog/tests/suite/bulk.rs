//! Arrays, many positions at once, parts of matches, and agents from outside, for all games.

use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{Match, Starts};
use quixotic_catalog::{
    AnyGame, Catalog, Error, Known, RandomGames, RandomPlay, Setup, TextAgent, Wanted,
};
use quixotic_game::{Budget, Outcome, Player, Stop};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::tictactoe;

fn open(name: &str) -> Arc<dyn AnyGame> {
    let catalog = Catalog::standard().with(tictactoe::TICTACTOE);
    let id = catalog.read(name).unwrap();
    catalog.open(&id, &Setup::default()).unwrap()
}

const GAMES: [&str; 8] = [
    "quixo3",
    "quixo4",
    "quixo5",
    "numerical3",
    "numerical4",
    "ultimate",
    "ultimate --rules won-closed",
    "tictactoe",
];

fn played(game: &dyn AnyGame, games: u32, longest: u32) -> RandomGames {
    let planned = RandomPlay {
        games,
        longest,
        seed: 5,
    };
    let done = AtomicU64::new(0);
    let count = || {
        done.fetch_add(1, Ordering::Relaxed);
    };
    let played = game
        .play_many(&planned, &Budget::UNLIMITED, &count)
        .unwrap();
    assert_eq!(done.into_inner(), u64::from(games));
    played
}

#[test]
fn arrays_and_actions_tell_a_whole_game() {
    for name in GAMES {
        let game = open(name);
        let actions = game.actions();
        let width: usize = game.shape().iter().product();
        let played = played(&*game, 30, 200);
        let mut plies = played.positions.chunks(width).zip(&played.actions);
        for (length, outcome) in played.lengths.iter().zip(&played.outcomes) {
            let mut position = game.start();
            for (numbers, &action) in plies.by_ref().take(*length as usize) {
                assert_eq!(game.encode(&position).unwrap(), numbers, "{name}");
                let to_move = game.status(&position).unwrap().to_move;
                assert_eq!(game.decode(numbers, Some(to_move)).unwrap(), position);
                position = game.play(&position, &actions[usize::from(action)]).unwrap();
            }
            let end = game.status(&position).unwrap();
            assert!(end.is_over, "{name} {position}");
            assert_eq!(Outcome::of_winner(end.winner, Player::X), *outcome);
        }
        assert!(plies.next().is_none());
    }
}

#[test]
fn many_are_what_they_are_one_by_one() {
    for name in ["quixo3", "quixo4", "numerical3", "tictactoe"] {
        let game = open(name);
        let width: usize = game.shape().iter().product();
        let positions = played(&*game, 20, 200).positions;
        let many = |wanted| {
            let found = game.probe_many(&positions, wanted, &Budget::UNLIMITED, &|_| {});
            found.unwrap()
        };
        let (values, outcomes) = (many(Wanted::Values), many(Wanted::Outcomes));
        for (numbers, (value, outcome)) in positions.chunks(width).zip(values.iter().zip(&outcomes))
        {
            let position = game.decode(numbers, None).unwrap();
            let answer = game.probe(&position, &Budget::UNLIMITED).unwrap();
            assert_eq!(
                answer.outcome.outcome(),
                value.outcome(),
                "{name} {position}"
            );
            assert_eq!(answer.distance, value.distance(), "{name} {position}");
            assert_eq!(value.outcome(), outcome.outcome());
        }
    }
}

#[test]
fn moves_of_many_are_what_they_are_one_by_one() {
    for name in ["quixo3", "quixo4", "quixo5", "numerical3", "tictactoe"] {
        let game = open(name);
        let (width, actions): (usize, _) = (game.shape().iter().product(), game.actions());
        let mut positions = played(&*game, 5, 200).positions;
        // The embedded levels of 5×5, and those after them.
        positions.truncate(60 * width);
        let found = game.probe_many_with_moves(&positions, &Budget::UNLIMITED, &|_| {});
        for (numbers, found) in positions.chunks(width).zip(found.unwrap()) {
            let position = game.decode(numbers, None).unwrap();
            let answer = game.probe(&position, &Budget::UNLIMITED).unwrap();
            let known = (found.known.outcome(), found.known.distance());
            assert_eq!(
                known,
                (answer.outcome.outcome(), answer.distance),
                "{name} {position}"
            );
            let answered = found.moves.iter();
            let answered =
                answered.map(|&(number, outcome)| (&*actions[usize::from(number)], outcome));
            let one_by_one = answer.moves.iter();
            let one_by_one = one_by_one.map(|mv| (&*mv.mv, mv.outcome.outcome()));
            let answered: BTreeMap<_, _> = answered.collect();
            assert_eq!(answered, one_by_one.collect(), "{name} {position}");
        }
    }
}

#[test]
fn what_is_not_here_is_open() {
    let game = open("quixo5");
    let full: Vec<i8> = (0..25).map(|cell| 1 - 2 * (cell / 2 % 2)).collect();
    let deep = [vec![0; 25], full].concat();
    let known = game.probe_many(&deep, Wanted::Values, &Budget::UNLIMITED, &|_| {});
    let known = known.unwrap();
    assert_eq!(known[0].outcome(), Some(Outcome::Draw));
    let position = game.decode(&deep[25..], None).unwrap();
    let alone = game.probe(&position, &Budget::UNLIMITED).unwrap();
    assert_eq!(known[1].outcome(), alone.outcome.outcome());
    assert!(matches!(known[1], Known::Open | Known::Value(_)));
}

#[test]
fn errors_name_the_place_of_a_bad_array() {
    let game = open("quixo3");
    let ask = |numbers: &[i8]| {
        let known = game.probe_many(numbers, Wanted::Values, &Budget::UNLIMITED, &|_| {});
        known.unwrap_err().to_string()
    };
    let mut numbers = vec![0; 27];
    numbers[20] = 3;
    assert!(ask(&numbers).starts_with("position 2: 3 is not a cell of a board"));
    assert!(ask(&numbers[1..]).contains("are no positions of 9 each"));
}

#[test]
fn a_flag_ends_work_on_many() {
    let stop = Stop::new();
    stop.stop();
    let budget = Budget::UNLIMITED.with_stop(&stop);
    let game = open("quixo4");
    let probed = game.probe_many(&[0; 16], Wanted::Values, &budget, &|_| {});
    assert!(matches!(probed, Err(Error::Stopped { .. })));
    let planned = RandomPlay {
        games: u32::MAX,
        longest: 10,
        seed: 0,
    };
    let played = game.play_many(&planned, &budget, &|| {});
    assert!(matches!(played, Err(Error::Stopped { .. })));
}

/// Plays a list of moves.
fn scripted(moves: &[&'static str]) -> Box<TextAgent<'static>> {
    let mut moves = Vec::from(moves).into_iter();
    Box::new(move |position, _| {
        let mv = moves.next().map(str::to_owned);
        mv.ok_or_else(|| Error::Unknown(format!("nothing is known of {position}")))
    })
}

#[test]
fn guests_play_by_the_rules() {
    let game = open("tictactoe");
    let play = |x: &[&'static str], o: &[&'static str]| {
        let (mut x, mut o) = (scripted(x), scripted(o));
        game.play_guests([&mut *x, &mut *o], 200, &Budget::UNLIMITED)
    };
    let record = play(&["1", "2", "3"], &["4", "5"]).unwrap();
    assert_eq!(record.winner, Some(Player::X));
    assert_eq!(record.moves.concat(), "14253");
    let illegal = play(&["1"], &["1"]).unwrap_err();
    assert_eq!(
        illegal.to_string(),
        "1 is not legal here: that cell is taken"
    );
    let out_of_moves = play(&["1"], &[]).unwrap_err();
    assert!(out_of_moves.to_string().contains("nothing is known of X"));
}

#[test]
fn guests_climb_the_ladder_of_the_agents() {
    let game = open("quixo3");
    let budget = Budget::UNLIMITED;
    let ladder = game.draw_ladder(40, 1, &budget).unwrap();
    let mut perfect = game.agent(&"perfect".parse().unwrap(), 0).unwrap();
    let rung = ladder("guest", &mut *perfect, &budget).unwrap();
    assert_eq!(
        (&*rung.agent, rung.positions, rung.errors),
        ("guest", 40, 0)
    );
}

#[test]
fn parts_of_a_match_are_its_games() {
    for name in ["quixo4", "numerical3", "ultimate"] {
        let game = open(name);
        let planned = Match {
            a: AgentSpec::Random,
            b: AgentSpec::Minimax { depth: 1 },
            games: 7,
            seed: 5,
            starts: Starts::Alternate,
            longest: 200,
        };
        let moves = |numbers| {
            let played = game.play_part(&planned, numbers, &Budget::UNLIMITED, &|| {});
            let games = played.unwrap().games.into_iter();
            games.map(|game| game.record.moves).collect::<Vec<_>>()
        };
        let whole = game.play_match(&planned, &Budget::UNLIMITED, &|| {});
        let whole = whole.unwrap().games.into_iter();
        let whole: Vec<_> = whole.map(|game| game.record.moves).collect();
        assert_eq!([moves(0..3), moves(3..3), moves(3..7)].concat(), whole);
    }
}

#[test]
fn estimates_are_shares_and_sure_where_the_rules_tell() {
    let game = open("quixo5");
    let judge = |position: &str| {
        let numbers = game.encode(position).unwrap();
        let judged = game.estimate_many(&numbers, &Budget::UNLIMITED, &|_| {});
        let judged = judged.unwrap()[0];
        [judged.win, judged.draw, judged.loss]
    };
    assert_eq!(judge("XXXX1/5/5/5/OOOO1 X"), [1.0, 0.0, 0.0]);
    assert_eq!(judge("XXXXX/5/5/5/OOOO1 O"), [0.0, 0.0, 1.0]);
    let start = judge("start");
    assert!(start[1] > 0.9 && (start.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let stopped = Stop::new();
    stopped.stop();
    let budget = Budget::UNLIMITED.with_stop(&stopped);
    let judged = game.estimate_many(&[0; 25], &budget, &|_| {});
    assert!(matches!(judged, Err(Error::Stopped { .. })));
    let judged = open("tictactoe").estimate_many(&[0; 9], &Budget::UNLIMITED, &|_| {});
    assert!(matches!(judged, Err(Error::Bad(_))));
}
