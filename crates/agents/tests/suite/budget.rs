//! Agents, matches and ladders stop when their budget ends.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use quixotic_agents::arena::{ArenaError, LONGEST, Match, Starts, Tournament};
use quixotic_agents::ladder::Ladder;
use quixotic_agents::{AgentError, AgentSpec, Playable, Players, hints};
use quixotic_game::{Budget, Game, Stop, Stopped};
use quixotic_numerical::Numerical;
use quixotic_quixo::{Quixo, Rules};
use quixotic_tablebase::Database;
use quixotic_ultimate::Ultimate;

fn spec(text: &str) -> AgentSpec {
    AgentSpec::parse(text).unwrap()
}

fn quixo(size: u8) -> Players<Quixo> {
    let rules = Rules::official(size).unwrap();
    let players = Players::new(Quixo::new(rules));
    match Database::embedded(rules) {
        Some(database) => players.with_oracle(Arc::new(database)),
        None => players,
    }
}

fn numerical() -> Players<Numerical> {
    let rules = quixotic_numerical::Rules::from_options(4, Some("1-8"), None, None);
    Players::new(Numerical::new(rules.unwrap()))
}

/// A move for which an agent would think long, and a flag that is set soon.
fn assert_stops<G: Playable>(players: &Players<G>, text: &str) {
    let stop = Stop::new();
    let budget = Budget::UNLIMITED.with_stop(&stop);
    let mut agent = players.build(&spec(text), 1).unwrap();
    let start = players.game().start();
    thread::scope(|scope| {
        let thinking = scope.spawn(|| (agent.choose(&start, &budget), Instant::now()));
        thread::sleep(Duration::from_millis(100));
        let asked_at = Instant::now();
        stop.stop();
        let (chosen, ended) = thinking.join().unwrap();
        let is_stopped = matches!(chosen, Err(AgentError::Stopped(Stopped::Asked)));
        assert!(is_stopped, "{text}");
        let took = ended.saturating_duration_since(asked_at);
        assert!(took < Duration::from_millis(500), "{text}: {took:?}");
    });
}

#[test]
fn a_flag_stops_every_agent_that_thinks() {
    for text in [
        "search:60s",
        "search:99999999999",
        "mcts:10000000",
        "minimax:12",
    ] {
        assert_stops(&quixo(5), text);
    }
    assert_stops(&numerical(), "perfect");
}

/// Agents that need no time to think are stopped before they begin.
#[test]
fn a_flag_that_is_set_stops_perfect_and_strategy() {
    let stop = Stop::new();
    stop.stop();
    let budget = Budget::UNLIMITED.with_stop(&stop);
    let players = quixo(4);
    let mut perfect = players.build(&AgentSpec::Perfect, 1).unwrap();
    let chosen = perfect.choose(&players.game().start(), &budget);
    assert!(matches!(chosen, Err(AgentError::Stopped(Stopped::Asked))));
    let players = Players::new(Ultimate::default());
    let game = players.game();
    let first = game.parse_move("01").unwrap();
    let entered = Game::play(&**game, &game.start(), first);
    let mut strategy = players.build(&AgentSpec::Strategy, 1).unwrap();
    let chosen = strategy.choose(&entered, &budget);
    assert!(matches!(chosen, Err(AgentError::Stopped(Stopped::Asked))));
    let stopped = hints(&players, &entered, &budget);
    assert!(matches!(stopped, Err(AgentError::Stopped(Stopped::Asked))));
}

#[test]
fn search_and_mcts_play_their_best_when_time_or_positions_end() {
    let players = quixo(5);
    let start = players.game().start();
    let short = || Budget::UNLIMITED.with_time(Duration::from_millis(50));
    let few = || Budget::UNLIMITED.with_positions(500);
    for text in ["search:60s", "search:99999999999", "mcts:10000000"] {
        for budget in [short(), few()] {
            let begun = Instant::now();
            let mut agent = players.build(&spec(text), 1).unwrap();
            let mv = agent.choose(&start, &budget).unwrap();
            assert!(players.game().moves(&start).contains(&mv));
            assert!(begun.elapsed() < Duration::from_millis(800), "{text}");
        }
    }
    // Positions of the budget and of the agent are the same thing.
    let play = |text: &str, budget: &Budget| {
        let mut agent = players.build(&spec(text), 1).unwrap();
        agent.choose(&start, budget).unwrap()
    };
    let limited = play("search:99999999999", &few());
    assert_eq!(limited, play("search:500", &Budget::UNLIMITED));
}

fn planned(a: &str, b: &str) -> Match {
    Match {
        a: spec(a),
        b: spec(b),
        games: 1_000_000,
        seed: 1,
        starts: Starts::Alternate,
        longest: LONGEST,
    }
}

#[test]
fn matches_tournaments_and_ladders_stop() {
    let players = quixo(4);
    let soon = || Budget::UNLIMITED.with_time(Duration::from_millis(100));
    let begun = Instant::now();
    let played = planned("search:1000", "random").play(&players, &soon(), &|| {});
    assert!(matches!(played, Err(ArenaError::Stopped(Stopped::Time))));
    let tournament = Tournament {
        agents: vec![spec("random"), spec("mcts:5")],
        games: 1_000_000,
        seed: 1,
        longest: LONGEST,
    };
    let played = tournament.play(&players, &soon(), &|| {});
    assert!(matches!(played, Err(ArenaError::Stopped(Stopped::Time))));
    let drawn = Ladder::draw(&players, 0..1_000_000, 1, &soon());
    assert!(matches!(drawn, Err(ArenaError::Stopped(Stopped::Time))));
    let ladder = Ladder::draw(&players, 0..50, 1, &Budget::UNLIMITED).unwrap();
    let tried = ladder.try_on(&players, &spec("search:60s"), &soon(), &|| {});
    assert!(matches!(tried, Err(ArenaError::Stopped(Stopped::Time))));
    assert!(begun.elapsed() < Duration::from_secs(10));
}
