//! What the agents promise, on the games themselves and against the solution.

use std::sync::Arc;

use quixotic_agents::arena::{LONGEST, Match, Played, Starts};
use quixotic_agents::{AgentSpec, Players, QuixoOracle, valued_moves};
use quixotic_game::{Game, Outcome, Player, Rng, Value};
use quixotic_quixo::{Position, Quixo, Rules};
use quixotic_tablebase::Database;
use rayon::prelude::*;

fn quixo(size: u8) -> Players<Quixo> {
    let rules = Rules::official(size).unwrap();
    let players = Players::new(Quixo::new(rules));
    match Database::embedded(rules) {
        Some(database) => players.with_oracle(Arc::new(QuixoOracle::new(database))),
        None => players,
    }
}

fn play(players: &Players<Quixo>, a: &str, b: &str, games: u32, starts: Starts) -> Played {
    let spec = |text: &str| AgentSpec::parse(text).unwrap();
    let played = Match {
        a: spec(a),
        b: spec(b),
        games,
        seed: 1,
        starts,
        longest: LONGEST,
    };
    played.play(players, &|| {}).unwrap()
}

/// A position that is not over, by random play.
fn random_position(quixo: &Quixo, rng: &mut Rng) -> Position {
    let mut position = quixo.start();
    for _ in 0..rng.below(40) {
        let mv = rng.pick(&Game::moves(quixo, &position)).unwrap();
        let next = Game::play(quixo, &position, mv);
        if Game::ended(quixo, &next).is_some() {
            break;
        }
        position = next;
    }
    position
}

#[test]
fn minimax_2_beats_random() {
    for size in [4, 5] {
        let score = play(&quixo(size), "minimax:2", "random", 200, Starts::Alternate).score();
        assert!(score.wins >= 198, "{size}×{size}: {score:?}");
    }
}

#[test]
fn dqn_beats_random() {
    for size in [4, 5] {
        let score = play(&quixo(size), "dqn", "random", 400, Starts::Alternate).score();
        assert!(score.wins >= 380, "{size}×{size}: {score:?}");
    }
}

#[test]
fn perfect_as_first_player_wins_on_4x4_within_21_plies() {
    let players = quixo(4);
    for (opponent, games) in [
        ("random", 20),
        ("minimax:2", 20),
        ("minimax:3", 10),
        ("search:2000", 10),
        ("mcts:50", 10),
        ("dqn", 10),
        ("perfect", 10),
    ] {
        let played = play(&players, "perfect", opponent, games, Starts::A);
        assert_eq!(played.score().wins, games, "{opponent}");
        let longest = played
            .games
            .iter()
            .map(|game| game.record.moves.len())
            .max();
        assert!(longest <= Some(21), "{opponent}: {longest:?}");
    }
}

#[test]
fn perfect_keeps_the_value_of_every_position() {
    for (size, count) in [(3, 2000), (4, 3000)] {
        let players = quixo(size);
        let game = players.game();
        let oracle = players.oracle().unwrap();
        (0..count).into_par_iter().for_each(|number| {
            let mut rng = Rng::part(9, number);
            let position = random_position(game, &mut rng);
            let mut agent = players.build(&AgentSpec::Perfect, number).unwrap();
            let mv = agent.choose(&position).unwrap();
            let after = Game::play(&**game, &position, mv);
            let value = oracle.value(&after).unwrap().unwrap().one_ply_earlier();
            assert_eq!(Some(value), oracle.value(&position).unwrap());
        });
    }
}

#[test]
fn perfect_never_loses_a_game_that_is_not_lost() {
    let players = quixo(4);
    let game = players.game();
    (0..300_u64).into_par_iter().for_each(|number| {
        let mut rng = Rng::part(5, number);
        let mut position = random_position(game, &mut rng);
        let hero = position.to_move;
        let value = players.oracle().unwrap().value(&position).unwrap().unwrap();
        if value.outcome() == Outcome::Loss {
            return;
        }
        let mut agents = ["perfect", "minimax:2"].map(|text| {
            players
                .build(&AgentSpec::parse(text).unwrap(), number)
                .unwrap()
        });
        for _ in 0..60 {
            if let Some(outcome) = Game::ended(&**game, &position) {
                assert_eq!(outcome == Outcome::Win, position.to_move == hero);
                return;
            }
            let agent = &mut agents[usize::from(position.to_move != hero)];
            let mv = agent.choose(&position).unwrap();
            position = Game::play(&**game, &position, mv);
        }
        assert_eq!(value, Value::DRAW, "a won game is won within 60 plies");
    });
}

#[test]
fn perfect_leaves_the_fewest_drawing_replies() {
    let players = quixo(4);
    let game = &**players.game();
    let oracle = &**players.oracle().unwrap();
    let replies = |after: &Position| {
        let valued = valued_moves(game, oracle, after).unwrap().unwrap();
        valued
            .iter()
            .filter(|found| found.value == Value::DRAW)
            .count()
    };
    let mut rng = Rng::new(3);
    let mut drawn = 0;
    while drawn < 20 {
        let position = random_position(game, &mut rng);
        if oracle.value(&position).unwrap() != Some(Value::DRAW) {
            continue;
        }
        drawn += 1;
        let valued = valued_moves(game, oracle, &position).unwrap().unwrap();
        let draws = valued.iter().filter(|found| found.value == Value::DRAW);
        let fewest = draws.map(|found| replies(&found.after)).min().unwrap();
        let mut agent = players.build(&AgentSpec::Perfect, drawn).unwrap();
        let mv = agent.choose(&position).unwrap();
        assert_eq!(replies(&Game::play(game, &position, mv)), fewest);
    }
}

#[test]
fn perfect_without_a_database_says_how_to_get_one() {
    let error = quixo(5).build(&AgentSpec::Perfect, 1).err().unwrap();
    assert_eq!(
        error.to_string(),
        "`perfect` needs the solution of quixo5: make it with `quixotic solve quixo5`"
    );
}

/// Positions where the best move wins at once, or where some moves lose in 2 and
/// others do not.
#[test]
fn mcts_and_search_find_wins_in_1_and_avoid_losses_in_2() {
    let players = quixo(4);
    let game = &**players.game();
    let oracle = &**players.oracle().unwrap();
    let unaided = players.without_oracle();
    let mut rng = Rng::new(17);
    let (mut wins, mut dangers) = (0, 0);
    while wins < 150 || dangers < 150 {
        let position = random_position(game, &mut rng);
        let valued = valued_moves(game, oracle, &position).unwrap().unwrap();
        let soonest = Value::loss(2);
        let is_win = valued[0].value == Value::win(1);
        let is_danger = valued[0].value > soonest && valued.last().unwrap().value <= soonest;
        wins += u32::from(is_win);
        dangers += u32::from(is_danger && !is_win);
        if !is_win && !is_danger {
            continue;
        }
        for text in ["mcts:1", "mcts:100", "search:3000"] {
            let spec = AgentSpec::parse(text).unwrap();
            let mv = unaided
                .build(&spec, rng.word())
                .unwrap()
                .choose(&position)
                .unwrap();
            let value = valued.iter().find(|found| found.mv == mv).unwrap().value;
            if is_win {
                assert_eq!(
                    value,
                    Value::win(1),
                    "{text} in {}",
                    game.format_position(&position)
                );
            } else {
                assert!(
                    value > soonest,
                    "{text} in {}",
                    game.format_position(&position)
                );
            }
        }
    }
}

#[test]
fn search_uses_the_solution_where_there_is_one() {
    let players = quixo(4);
    let played = play(&players, "search:1", "minimax:3", 10, Starts::A);
    assert_eq!(played.score().wins, 10);
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let players = quixo(4);
    let on = |threads: usize, a: &str, b: &str| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let played = pool.install(|| play(&players, a, b, 6, Starts::Alternate));
        let games = played.games.into_iter().map(|game| game.record);
        games.collect::<Vec<_>>()
    };
    for (a, b) in [
        ("mcts:30", "minimax:2"),
        ("search:2000", "dqn"),
        ("random", "perfect"),
    ] {
        assert_eq!(on(1, a, b), on(3, a, b), "{a} and {b}");
    }
}

#[test]
fn who_starts_is_as_asked() {
    let players = quixo(3);
    for (starts, as_x) in [(Starts::A, 4), (Starts::B, 0), (Starts::Alternate, 2)] {
        let played = play(&players, "random", "minimax:1", 4, starts);
        assert_eq!(played.tally_as(Player::X).score.games(), as_x);
        for game in &played.games {
            let names = [&game.record.x, &game.record.o];
            assert_eq!(names[usize::from(game.a == Player::O)], "random");
            // And the record is a game by the rules.
            game.record.replay(&**players.game()).unwrap();
        }
    }
}
