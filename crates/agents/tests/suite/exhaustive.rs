//! A small game needs nothing but its rules to be solved.

use std::sync::Arc;
use std::time::Duration;

use quixotic_agents::{
    AgentSpec, Exhaustive, Oracle, OracleError, Playable, Players, Worth, hints, valued_moves,
};
use quixotic_game::{Budget, Game, NotationError, Outcome, Player, Rng, Stopped, Value};
use quixotic_numerical::{Judge, Keys, Numerical, Rules};

/// Take one, two or three stones from a heap; whoever takes the last one wins. Lost are
/// the heaps of 0, 4, 8, … stones.
struct Heap(u16);

/// Stones, and who takes next.
type Stones = (u16, Player);

impl Game for Heap {
    type Position = Stones;
    type Move = u16;

    fn start(&self) -> Stones {
        (self.0, Player::X)
    }

    fn to_move(&self, position: &Stones) -> Player {
        position.1
    }

    fn ended(&self, position: &Stones) -> Option<Outcome> {
        (position.0 == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Stones) -> Vec<u16> {
        (1..=3.min(position.0)).collect()
    }

    fn play(&self, position: &Stones, mv: u16) -> Stones {
        (position.0 - mv, !position.1)
    }

    fn parse_position(&self, text: &str) -> Result<Stones, NotationError> {
        Err(NotationError::new("position", text, "nobody reads them"))
    }

    fn format_position(&self, position: &Stones) -> String {
        position.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u16, NotationError> {
        let wrong = |_| NotationError::new("move", text, "a move is a number");
        text.parse().map_err(wrong)
    }

    fn format_move(&self, mv: u16) -> String {
        mv.to_string()
    }
}

impl Playable for Heap {
    fn name(&self) -> String {
        "heap".into()
    }

    fn heuristic(&self, _: &Stones) -> i32 {
        0
    }
}

fn solved(game: Heap) -> Players<Heap> {
    let players = Players::new(game);
    let oracle = Exhaustive::new(Arc::clone(players.game()));
    players.with_oracle(Arc::new(oracle))
}

/// The winner takes three whenever she may and the loser one: four stones go in two plies.
#[test]
fn a_heap_is_solved_with_its_distances() {
    let oracle = Exhaustive::new(Heap(40));
    let value = |stones| {
        let value = oracle.value(&(stones, Player::X), &Budget::UNLIMITED);
        value.unwrap().unwrap()
    };
    for stones in 0..=40 {
        let expected = match stones % 4 {
            0 => Value::loss(stones / 2),
            _ => Value::win(stones / 4 * 2 + 1),
        };
        assert_eq!(value(stones), expected, "{stones} stones");
    }
    // Every heap once for each player at most.
    assert!(oracle.positions() <= 80);
}

#[test]
fn perfect_and_hints_need_nothing_else() {
    let players = solved(Heap(21));
    let mut perfect = players.build(&AgentSpec::Perfect, 1).unwrap();
    let mut random = players.build(&AgentSpec::Random, 2).unwrap();
    let game = players.game();
    let mut position = game.start();
    while game.ended(&position).is_none() {
        let agent = match position.1 {
            Player::X => &mut perfect,
            Player::O => &mut random,
        };
        let mv = agent.choose(&position, &Budget::UNLIMITED).unwrap();
        position = game.play(&position, mv);
    }
    assert_eq!(position.1, Player::O, "X has taken the last stone");
    let found = hints(&players, &game.start(), &Budget::UNLIMITED).unwrap();
    assert_eq!(found[0], (1, Worth::Known(Value::win(11))));
}

#[test]
fn a_game_without_an_end_is_refused() {
    let oracle = Exhaustive::new(Heap(5000));
    let found = oracle.value(&(5000, Player::X), &Budget::UNLIMITED);
    assert!(matches!(found, Err(OracleError::Broken(_))));
}

/// Who wins, by the solver with its own method, for positions of 3×3 under some rules.
#[test]
fn it_agrees_with_the_judge_of_numerical() {
    let games = [
        Rules::standard(3),
        Rules::standard(3).and_then(|rules| rules.with_target(12)),
        Rules::hands_to(3, "1-5".parse().unwrap(), "1-4".parse().unwrap(), 9),
    ];
    let mut rng = Rng::new(11);
    let mut seen = Vec::new();
    for rules in games {
        let game = Numerical::new(rules.unwrap());
        let (judge, oracle) = (
            Judge::new(&game, Keys::default()),
            Exhaustive::new(game.clone()),
        );
        for _ in 0..40 {
            let mut position = game.start();
            for _ in 0..4 + rng.below(3) {
                let Some(mv) = rng.pick(&game.moves(&position)) else {
                    break;
                };
                position = game.play(&position, mv);
            }
            let verdict = judge.verdict(&position, &Budget::UNLIMITED).unwrap();
            let outcome = verdict.outcome(game.to_move(&position));
            let value = oracle
                .value(&position, &Budget::UNLIMITED)
                .unwrap()
                .unwrap();
            assert_eq!(
                value.outcome(),
                outcome,
                "{}",
                game.format_position(&position)
            );
            let moves = valued_moves(&game, &oracle, &position, &Budget::UNLIMITED);
            let best = moves.unwrap().unwrap().first().map(|best| best.value);
            assert_eq!(best.unwrap_or(value), value);
            seen.push(outcome);
        }
    }
    for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
        assert!(seen.contains(&outcome), "{outcome}");
    }
}

#[test]
fn what_was_found_before_the_budget_ended_stays() {
    let game = Numerical::new(Rules::standard(3).unwrap());
    let position = game.parse_position("1,2,./.,.,./3,4,.").unwrap();
    let oracle = Exhaustive::new(game);
    let spent = Budget::UNLIMITED.with_time(Duration::ZERO);
    let late = oracle.value(&position, &spent);
    assert!(matches!(late, Err(OracleError::Stopped(Stopped::Time))));
    let few = Budget::UNLIMITED.with_positions(100);
    let mut tries = 0;
    let found = loop {
        tries += 1;
        match oracle.value(&position, &few) {
            Err(OracleError::Stopped(Stopped::Positions)) => {}
            found => break found.unwrap(),
        }
    };
    assert!(tries > 3, "{tries} tries");
    let alone = Exhaustive::new(Numerical::new(Rules::standard(3).unwrap()));
    assert_eq!(alone.value(&position, &Budget::UNLIMITED).unwrap(), found);
}
