//! What the agents promise, on the games themselves and against the solution.

use std::collections::HashSet;
use std::sync::Arc;

use quixotic_agents::arena::{GameRecord, LONGEST, Match, Played, Starts};
use quixotic_agents::ladder::Ladder;
use quixotic_agents::{
    AgentError, AgentSpec, Opponent, Oracle, OracleError, Playable, Players, trap_values,
    valued_moves,
};
use quixotic_game::{Budget, Game, Outcome, Player, Rng, Value};
use quixotic_numerical::Numerical;
use quixotic_quixo::{Move, Position, Quixo, Rules, Ternary};
use quixotic_tablebase::Database;
use quixotic_tablebase::store::Memory;
use quixotic_ultimate::{Ruleset, Ultimate};
use rayon::prelude::*;

const UNLIMITED: &Budget = &Budget::UNLIMITED;

fn quixo(size: u8) -> Players<Quixo> {
    let rules = Rules::official(size).unwrap();
    let players = Players::new(Quixo::new(rules));
    match Database::embedded(rules) {
        Some(database) => players.with_oracle(Arc::new(database)),
        None => players,
    }
}

fn play<G: Playable>(players: &Players<G>, a: &str, b: &str, games: u32, starts: Starts) -> Played {
    let spec = |text: &str| AgentSpec::parse(text).unwrap();
    let played = Match {
        a: spec(a),
        b: spec(b),
        games,
        // Not that of the training, which kept the network that did best in such games.
        seed: 2,
        starts,
        longest: LONGEST,
    };
    played.play(players, UNLIMITED, &|| {}).unwrap()
}

/// A position that is not over, by random play.
fn random_position(quixo: &Quixo, rng: &mut Rng) -> Position {
    let mut position = quixo.start();
    for _ in 0..rng.below(40) {
        let mv = rng.pick(&quixo.moves(&position)).unwrap();
        let next = quixo.play(&position, mv);
        if quixo.ended(&next).is_some() {
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
        let score = play(&quixo(size), "dqn", "random", 1000, Starts::Alternate).score();
        assert!(score.wins >= 950, "{size}×{size}: {score:?}");
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
            let mv = agent.choose(&position, UNLIMITED).unwrap();
            let after = game.play(&position, mv);
            let value = oracle
                .value(&after, UNLIMITED)
                .unwrap()
                .unwrap()
                .one_ply_earlier();
            assert_eq!(Some(value), oracle.value(&position, UNLIMITED).unwrap());
        });
    }
}

/// Whole games, so that only their rules decide, against an opponent who errs and one who
/// seldom does.
#[test]
fn perfect_never_loses_a_position_that_is_not_lost() {
    for (size, count) in [(3, 2000), (4, 2000)] {
        let players = quixo(size);
        let decided = (0..count).into_par_iter().filter(|&number| {
            let mut rng = Rng::part(5, number);
            let position = random_position(players.game(), &mut rng);
            let opponent = ["random", "minimax:2"][rng.below(2)];
            let value = players
                .oracle()
                .unwrap()
                .value(&position, UNLIMITED)
                .unwrap()
                .unwrap();
            match value.outcome() {
                Outcome::Loss => return false,
                Outcome::Win => {
                    let winner = end(&players, position, opponent, number).expect("an end");
                    assert_eq!(winner, position.to_move);
                }
                Outcome::Draw => {
                    let winner = end(&players, position, opponent, number);
                    assert_ne!(winner, Some(!position.to_move));
                }
            }
            true
        });
        assert!(decided.count() > 1000, "{size}×{size}");
    }
}

/// Who wins if `perfect` is to move against an opponent; nobody within 60 plies is `None`.
fn end(players: &Players<Quixo>, start: Position, opponent: &str, seed: u64) -> Option<Player> {
    let game = &**players.game();
    let mut agents = ["perfect", opponent].map(|text| {
        let spec = AgentSpec::parse(text).unwrap();
        players.build(&spec, seed).unwrap()
    });
    let mut position = start;
    for ply in 0..60 {
        if let Some(outcome) = game.ended(&position) {
            return outcome.winner(position.to_move);
        }
        let mv = agents[ply % 2].choose(&position, UNLIMITED).unwrap();
        position = game.play(&position, mv);
    }
    None
}

#[test]
fn perfect_plays_a_move_after_which_a_club_player_errs_most_often() {
    let players = quixo(4);
    let game = &**players.game();
    let oracle = &**players.oracle().unwrap();
    let mut rng = Rng::new(3);
    let (mut drawn, mut lost) = (0, 0);
    while drawn < 20 || lost < 20 {
        let position = random_position(game, &mut rng);
        let value = oracle.value(&position, UNLIMITED).unwrap().unwrap();
        if value.outcome() == Outcome::Win || game.ended(&position).is_some() {
            continue;
        }
        let mut agent = players.build(&AgentSpec::Perfect, 1).unwrap();
        let played = agent.choose(&position, UNLIMITED).unwrap();
        let traps = trap_values(&players, &position, Opponent::Club, UNLIMITED).unwrap();
        // Of the moves that lose it looks at those that lose latest alone.
        let keeps = |mv| {
            let after = game.play(&position, mv);
            let kept = oracle.value(&after, UNLIMITED).unwrap().unwrap();
            kept.one_ply_earlier() == value
        };
        let kept: Vec<(Move, f64)> = traps
            .into_iter()
            .filter(|&(mv, _)| keeps(mv))
            .map(|(mv, trap)| (mv, trap.chance))
            .collect();
        let chosen = kept.iter().find(|&&(mv, _)| mv == played).unwrap().1;
        let most = kept.iter().map(|&(_, chance)| chance).fold(0.0, f64::max);
        assert!(chosen >= 0.9 * most, "{chosen} of {most}");
        drawn += u32::from(value.outcome() == Outcome::Draw);
        lost += u32::from(value.outcome() == Outcome::Loss);
    }
}

#[test]
fn perfect_does_not_lead_to_the_same_position_again() {
    let players = quixo(4);
    let game = &**players.game();
    let position = game.parse_position("2X1/4/O2O/1X2 X").unwrap();
    let oracle = &**players.oracle().unwrap();
    let valued = valued_moves(game, oracle, &position, UNLIMITED);
    let valued = valued.unwrap().unwrap();
    let draws = valued.iter().filter(|found| found.value == Value::DRAW);
    let drawing: HashSet<Position> = draws.map(|found| found.after).collect();
    assert!(drawing.len() > 5);
    // Until nothing new is left.
    let mut agent = players.build(&AgentSpec::Perfect, 1).unwrap();
    let mut after = HashSet::new();
    for _ in 0..drawing.len() {
        let mv = agent.choose(&position, UNLIMITED).unwrap();
        assert!(after.insert(game.play(&position, mv)));
    }
    assert_eq!(after, drawing);
    let mv = agent.choose(&position, UNLIMITED).unwrap();
    assert!(drawing.contains(&game.play(&position, mv)));
}

#[test]
fn perfect_without_a_database_says_how_to_get_one() {
    let error = quixo(5).build(&AgentSpec::Perfect, 1).err().unwrap();
    assert_eq!(
        error.to_string(),
        "`perfect` needs the solution of quixo5: make it with `quixotic solve quixo5`"
    );
}

/// Whether a move of an agent without the solution wins at once where that can be done, and
/// does not lose in 2 plies where that can be avoided; how many positions were of each kind.
fn assert_sees_two_plies<'a>(
    players: &Players<Quixo>,
    agents: &[&str],
    positions: impl IntoIterator<Item = &'a Position>,
) -> (u32, u32) {
    let game = &**players.game();
    let oracle = &**players.oracle().unwrap();
    let unaided = players.without_oracle();
    let (mut wins, mut dangers) = (0, 0);
    for (position, seed) in positions.into_iter().zip(0..) {
        let valued = valued_moves(game, oracle, position, UNLIMITED)
            .unwrap()
            .unwrap();
        let is_win = valued[0].value == Value::win(1);
        let is_bad = |value: Value| match is_win {
            true => value < Value::win(1),
            false => value <= Value::loss(2),
        };
        if !is_bad(valued.last().unwrap().value) || is_bad(valued[0].value) {
            continue;
        }
        wins += u32::from(is_win);
        dangers += u32::from(!is_win);
        for text in agents {
            let spec = AgentSpec::parse(text).unwrap();
            let mut agent = unaided.build(&spec, seed).unwrap();
            let mv = agent.choose(position, UNLIMITED).unwrap();
            let found = valued.iter().find(|found| found.mv == mv).unwrap();
            let position = game.format_position(position);
            assert!(!is_bad(found.value), "{text} in {position}");
        }
    }
    (wins, dangers)
}

/// Every position of 3×3 with X to move, be it one that can occur or not.
#[test]
fn mcts_finds_every_win_in_1_and_avoids_every_loss_in_2_on_3x3() {
    let players = quixo(3);
    let game = &**players.game();
    let all = Ternary::new(Rules::official(3).unwrap());
    let to_move = Player::X;
    let open: Vec<Position> = all
        .boards()
        .map(|board| Position { board, to_move })
        .filter(|position| game.ended(position).is_none())
        .collect();
    let (wins, dangers) = assert_sees_two_plies(&players, &["mcts:1"], &open);
    assert!(wins > 5000 && dangers > 1000, "{wins} {dangers}");
}

#[test]
fn mcts_and_search_find_wins_in_1_and_avoid_losses_in_2_on_4x4() {
    let players = quixo(4);
    let mut rng = Rng::new(17);
    let positions: Vec<Position> = (0..600)
        .map(|_| random_position(players.game(), &mut rng))
        .collect();
    let agents = ["mcts:1", "mcts:100", "search:3000"];
    let (wins, dangers) = assert_sees_two_plies(&players, &agents, &positions);
    assert!(wins > 100 && dangers > 100, "{wins} {dangers}");
}

#[test]
fn search_uses_the_solution_where_there_is_one() {
    let players = quixo(4);
    let played = play(&players, "search:1", "minimax:3", 10, Starts::A);
    assert_eq!(played.score().wins, 10);
}

/// A solution that knows only boards with many tiles.
struct Upper(Arc<dyn Oracle<Quixo>>);

impl Upper {
    const LEVEL: u32 = 10;
}

impl Oracle<Quixo> for Upper {
    fn value(&self, position: &Position, budget: &Budget) -> Result<Option<Value>, OracleError> {
        if position.board.marked().count_ones() < Upper::LEVEL {
            return Ok(None);
        }
        self.0.value(position, budget)
    }
}

#[test]
fn search_uses_the_levels_that_there_are() {
    let players = quixo(4);
    let oracle = Arc::clone(players.oracle().unwrap());
    let partly = players.without_oracle();
    let partly = partly.with_oracle(Arc::new(Upper(Arc::clone(&oracle))));
    let spec = AgentSpec::parse("search:300").unwrap();
    let mut rng = Rng::new(8);
    let (mut errors, mut unaided_errors, mut asked) = (0, 0, 0);
    while asked < 400 {
        let position = random_position(players.game(), &mut rng);
        // Just below what is known: some moves lead there, others do not.
        if position.board.marked().count_ones() != Upper::LEVEL - 1 {
            continue;
        }
        asked += 1;
        let best = oracle
            .value(&position, UNLIMITED)
            .unwrap()
            .unwrap()
            .outcome();
        let errs = |players: &Players<Quixo>| {
            let mv = players
                .build(&spec, 1)
                .unwrap()
                .choose(&position, UNLIMITED)
                .unwrap();
            let after = players.game().play(&position, mv);
            let value = oracle
                .value(&after, UNLIMITED)
                .unwrap()
                .unwrap()
                .one_ply_earlier();
            u32::from(value.outcome() != best)
        };
        errors += errs(&partly);
        unaided_errors += errs(&players.without_oracle());
    }
    assert!(2 * errors < unaided_errors, "{errors}, {unaided_errors}");
}

/// A solution that knows only boards with few tiles.
struct Opening(Arc<dyn Oracle<Quixo>>);

impl Opening {
    const LEVEL: u32 = 10;
}

impl Oracle<Quixo> for Opening {
    fn value(&self, position: &Position, budget: &Budget) -> Result<Option<Value>, OracleError> {
        if position.board.marked().count_ones() > Opening::LEVEL {
            return Ok(None);
        }
        self.0.value(position, budget)
    }
}

#[test]
fn perfect_plays_what_it_knows_to_be_the_best_and_nothing_else() {
    let players = quixo(4);
    let oracle = Arc::clone(players.oracle().unwrap());
    let partly = players.without_oracle();
    let partly = partly.with_oracle(Arc::new(Opening(Arc::clone(&oracle))));
    let mut rng = Rng::new(9);
    // By how often it played, or said that it does not know: on the last level that is
    // known, and below and above it.
    let (mut edge, mut edge_unknown, mut below, mut beyond) = (0, 0, 0, 0);
    for seed in 0..600 {
        let position = random_position(players.game(), &mut rng);
        let chosen = partly
            .build(&AgentSpec::Perfect, seed)
            .unwrap()
            .choose(&position, UNLIMITED);
        let level = position.board.marked().count_ones();
        match chosen {
            Ok(mv) => {
                let after = players.game().play(&position, mv);
                let after = oracle.value(&after, UNLIMITED).unwrap().unwrap();
                let value = oracle.value(&position, UNLIMITED).unwrap();
                assert_eq!(Some(after.one_ply_earlier()), value);
                edge += u32::from(level == Opening::LEVEL);
                below += u32::from(level < Opening::LEVEL);
            }
            Err(AgentError::Unknown { .. }) => {
                assert!(level >= Opening::LEVEL);
                edge_unknown += u32::from(level == Opening::LEVEL);
                beyond += u32::from(level > Opening::LEVEL);
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(
        edge > 5 && edge_unknown > 5 && below > 50 && beyond > 50,
        "{edge} {edge_unknown} {below} {beyond}"
    );
}

#[test]
fn without_files_search_looks_ahead_and_perfect_refuses() {
    let rules = Rules::official(4).unwrap();
    let nowhere = Database::from_store(Memory::default(), rules).unwrap();
    let oracle = Arc::new(nowhere);
    let players = Players::new(Quixo::new(rules)).with_oracle(oracle);
    let start = players.game().start();
    let spec = AgentSpec::parse("search:1000").unwrap();
    let [with, without] = [&players, &players.without_oracle()].map(|players| {
        players
            .build(&spec, 1)
            .unwrap()
            .choose(&start, UNLIMITED)
            .unwrap()
    });
    assert_eq!(with, without);
    assert!(players.build(&AgentSpec::Perfect, 1).is_err());
}

/// The results of 200 games with more positions are in docs/results/ultimate-usual.md.
#[test]
fn search_beats_mcts_in_ultimate_under_the_common_rules() {
    let players = Players::new(Ultimate::new(Ruleset::WonClosed));
    let score = play(&players, "search:5000", "mcts:500", 40, Starts::Alternate).score();
    assert!(2 * score.wins + score.draws >= 56, "{score:?}");
}

fn assert_same_on_any_number_of_threads<G: Playable>(players: &Players<G>, a: &str, b: &str) {
    let on = |threads: usize| -> Vec<GameRecord> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let played = pool
            .build()
            .unwrap()
            .install(|| play(players, a, b, 6, Starts::Alternate));
        played.games.into_iter().map(|game| game.record).collect()
    };
    assert_eq!(on(1), on(3), "{a} and {b}");
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let players = quixo(4);
    assert_same_on_any_number_of_threads(&players, "mcts:30", "minimax:2");
    assert_same_on_any_number_of_threads(&players, "search:2000", "dqn");
    assert_same_on_any_number_of_threads(&players, "random", "perfect");
    let players = Players::new(Numerical::new(
        quixotic_numerical::Rules::standard(4).unwrap(),
    ));
    assert_same_on_any_number_of_threads(&players, "perfect", "mcts:30");
    let players = Players::new(Ultimate::default());
    assert_same_on_any_number_of_threads(&players, "strategy", "search:500");
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

/// On 4×4 the first player wins, and a search that asks the solution never lets go of it.
#[test]
fn unaided_only_perfect_has_the_solution() {
    let players = quixo(4);
    let lost = |players: &Players<Quixo>, agent: &str| {
        let score = play(players, agent, "perfect", 20, Starts::A).score();
        score.losses + score.draws
    };
    assert_eq!(lost(&players, "search:100"), 0);
    let unaided = players.clone().unaided();
    assert!(lost(&unaided, "search:100") > 0);
    assert_eq!(lost(&unaided, "perfect"), 0);
}

/// `lines` is `search` without the network, which shows in how often they err.
#[test]
fn the_network_helps_the_search() {
    let players = quixo(4);
    let ladder = Ladder::draw(&players, 0..400, 2, UNLIMITED).unwrap();
    let [with, without] = ["search:1000", "lines:1000"].map(|agent| {
        let spec = AgentSpec::parse(agent).unwrap();
        ladder.try_on(&players, &spec, UNLIMITED, &|| {}).unwrap()
    });
    assert!(with.errors < without.errors, "{with:?} {without:?}");
    for rung in [with, without] {
        let all = rung.levels.values();
        let (positions, errors) = all.fold((0, 0), |(positions, errors), level| {
            (positions + level.positions, errors + level.errors)
        });
        assert_eq!((positions, errors), (rung.positions, rung.errors));
        assert!(rung.levels.keys().all(|&level| level <= 16));
    }
}
