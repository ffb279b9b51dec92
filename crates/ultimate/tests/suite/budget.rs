//! Everything that takes long stops when its budget ends, and says why.

use std::thread;
use std::time::{Duration, Instant};

use quixotic_game::{Budget, Game as _, Stop, Stopped, Value};
use quixotic_ultimate::proof::{Certificate, Claim, Defence, Unproved, lemma6, lower_bound};
use quixotic_ultimate::search::{Defender, Goal, Search};
use quixotic_ultimate::strategy::StrategyPlayer;
use quixotic_ultimate::{Line, Position, Probe, Ruleset, Ultimate, check};

/// Some work that gets a budget and says why it ended.
type Work<'a> = &'a (dyn Fn(&Budget) -> Option<Stopped> + Sync);

/// How soon work has to stop. It would take minutes; a thread may wait a second for a busy processor.
const SOON: Duration = Duration::from_secs(5);

/// Begins some work and sets the flag a little later.
fn assert_stops(name: &str, work: Work<'_>) {
    let stop = Stop::new();
    let budget = Budget::UNLIMITED.with_stop(&stop);
    let (why, took) = thread::scope(|scope| {
        let working = scope.spawn(|| (work(&budget), Instant::now()));
        thread::sleep(Duration::from_millis(100));
        let asked_at = Instant::now();
        stop.stop();
        let (why, ended) = working.join().unwrap();
        (why, ended.saturating_duration_since(asked_at))
    });
    assert_eq!(why, Some(Stopped::Asked), "{name}");
    assert!(took < SOON, "{name}: {took:?}");
}

fn unproved(found: &Result<Certificate, Unproved>) -> Option<Stopped> {
    match found {
        Err(Unproved::Stopped(why)) => Some(*why),
        _ => None,
    }
}

/// The position after some moves.
fn after(moves: &[&str]) -> Position {
    let game = Ultimate::default();
    let play = |position, text: &&str| game.play(&position, game.parse_move(text).unwrap());
    moves.iter().fold(Position::START, play)
}

#[test]
fn a_flag_stops_searches_and_proofs() {
    let game = Ultimate::default();
    assert_stops("search", &|budget| {
        let goal = Goal {
            attacker: quixotic_game::Player::X,
            by: 43,
        };
        let mut search = Search::new(game, goal, Defender::default(), budget);
        search.solve(&Position::START).err()
    });
    assert_stops("probe", &|budget| {
        Probe::find(&game, &Position::START, 20, budget).stopped
    });
    assert_stops("lower bound", &|budget| {
        unproved(&lower_bound(Claim::of_all(43), budget, |_| {}))
    });
    assert_stops("Lemma 6", &|budget| unproved(&lemma6(45, budget, |_| {})));
}

#[test]
fn what_is_quick_stops_at_a_flag_that_is_set() {
    let stop = Stop::new();
    stop.stop();
    let budget = &Budget::UNLIMITED.with_stop(&stop);
    assert_eq!(check::strategy(budget).err(), Some(Stopped::Asked));
    assert_eq!(check::lemma5(budget).err(), Some(Stopped::Asked));
    // Where no strategy leads, the players have to look ahead.
    let elsewhere = after(&["00", "01", "10"]);
    let line = Line::find(&Ultimate::new(Ruleset::WonClosed), &elsewhere, budget);
    assert_eq!(line.err(), Some(Stopped::Asked));
    let certificate = Certificate::shipped().unwrap();
    // The first answer of a part that begins with X's first move.
    let part = certificate.parts.iter().find(|part| part.line.len() == 1);
    let mv = part.unwrap().line[0];
    let entered = Ultimate::default().play(&Position::START, mv);
    let mut defence = Defence::new(certificate);
    assert_eq!(defence.answer(&entered, budget), Err(Stopped::Asked));
    let few = &Budget::UNLIMITED.with_positions(10);
    assert_eq!(defence.answer(&entered, few), Err(Stopped::Positions));
    let mut player = StrategyPlayer::new(Ultimate::default());
    assert_eq!(player.advise(&entered, budget).err(), Some(Stopped::Asked));
    // And nothing is broken by it.
    assert!(
        player
            .advise(&entered, &Budget::UNLIMITED)
            .unwrap()
            .is_some()
    );
}

#[test]
fn a_probe_that_is_stopped_tells_what_it_has() {
    let game = Ultimate::default();
    let spent = &Budget::UNLIMITED.with_time(Duration::ZERO);
    // Nobody can win before ply 17, so a look has to go further to need a search.
    // In the proved game the best move and its value are there without a search.
    let start = Probe::find(&game, &Position::START, 40, spent);
    assert_eq!(start.stopped, Some(Stopped::Time));
    assert_eq!((start.value, start.moves.len()), (Some(Value::win(43)), 81));
    assert!(start.moves[1..].iter().all(|(_, value)| value.is_none()));
    let elsewhere = after(&["00", "01", "10"]);
    let found = Probe::find(&game, &elsewhere, 40, spent);
    assert_eq!((found.value, found.stopped), (None, Some(Stopped::Time)));
    assert_eq!(found.moves.len(), game.moves(&elsewhere).count());
    let few = &Budget::UNLIMITED.with_positions(5);
    let found = Probe::find(&game, &elsewhere, 40, few);
    assert_eq!(
        (found.value, found.stopped),
        (None, Some(Stopped::Positions))
    );
    let whole = Probe::find(&game, &elsewhere, 2, &Budget::UNLIMITED);
    assert_eq!(whole.stopped, None);
}

#[test]
fn time_ends_a_proof_and_positions_give_it_up() {
    let soon = &Budget::UNLIMITED.with_time(Duration::from_millis(50));
    let late = lower_bound(Claim::of_all(41), soon, |_| {});
    assert_eq!(late, Err(Unproved::Stopped(Stopped::Time)));
    let few = &Budget::UNLIMITED.with_positions(100);
    assert!(matches!(lemma6(45, few, |_| {}), Err(Unproved::GivenUp(_))));
}

#[test]
fn rulesets_are_read_as_they_are_written() {
    for ruleset in Ruleset::ALL {
        assert_eq!(ruleset.to_string().parse(), Ok(ruleset));
    }
    let error = "x".repeat(10_000).parse::<Ruleset>().unwrap_err();
    assert!(error.to_string().len() < 300);
    assert!(
        error
            .to_string()
            .ends_with("rules are full-only or won-closed")
    );
}
