//! The search against trying everything.

use crate::plain::{Dice, Plain};
use quixotic_game::{Budget, Game, Player};
use quixotic_ultimate::search::{Defender, Goal, Search};
use quixotic_ultimate::{Move, Position, Ruleset, Ultimate};

fn few() -> Budget {
    Budget::UNLIMITED.with_positions(1 << 16)
}

/// A random game of so many plies, if it is not over before.
fn random(dice: &mut Dice, ruleset: Ruleset, plies: usize) -> Option<(Position, Plain)> {
    let game = Ultimate::new(ruleset);
    let (mut position, mut plain) = (Position::START, Plain::new(ruleset));
    for _ in 0..plies {
        let moves = plain.moves();
        if moves.is_empty() {
            return None;
        }
        let mv = dice.pick(&moves);
        (position, plain) = (game.try_play(&position, mv).unwrap(), plain.play(mv));
    }
    Some((position, plain))
}

fn solve(game: Ultimate, goal: Goal, defender: Defender, position: &Position) -> bool {
    let mut search = Search::new(game, goal, defender, &few());
    search.solve(position).unwrap()
}

#[test]
fn it_agrees_with_brute_force() {
    let mut dice = Dice(43);
    let mut found = [0; 2];
    for ruleset in [Ruleset::FullOnly, Ruleset::WonClosed] {
        let game = Ultimate::new(ruleset);
        let mut tried = 0;
        while tried < 1500 {
            let plies = 46 + dice.below(30);
            let Some((position, plain)) = random(&mut dice, ruleset, plies) else {
                continue;
            };
            tried += 1;
            let within = 1 + dice.below(4) as u8;
            for attacker in [Player::X, Player::O] {
                let goal = Goal {
                    attacker,
                    by: position.plies() + within,
                };
                let expected = plain.wins_within(attacker, within);
                let text = game.format_position(&position);
                let searched = solve(game, goal, Defender::default(), &position);
                assert_eq!(searched, expected, "{text} {attacker} within {within}");
                found[usize::from(expected)] += 1;
                // Leaving the defender's lines out can only help the attacker.
                let harmless = Defender {
                    is_harmless: true,
                    ..Defender::default()
                };
                assert!(
                    solve(game, goal, harmless, &position) || !expected,
                    "{text}"
                );
                let trapped = Defender {
                    traps: vec![dice.below(9) as u8, dice.below(9) as u8],
                    is_harmless: false,
                };
                assert!(solve(game, goal, trapped, &position) || !expected, "{text}");
            }
        }
    }
    assert!(found.iter().all(|&count| count > 300), "{found:?}");
}

#[test]
fn to_the_end_of_the_game() {
    let mut dice = Dice(81);
    let mut found = [0; 2];
    let mut tried = 0;
    while tried < 300 {
        let Some((position, plain)) = random(&mut dice, Ruleset::FullOnly, 73) else {
            continue;
        };
        tried += 1;
        for attacker in [Player::X, Player::O] {
            let goal = Goal { attacker, by: 81 };
            let expected = plain.wins_within(attacker, 8);
            let searched = solve(Ultimate::default(), goal, Defender::default(), &position);
            assert_eq!(searched, expected, "{:?}", plain.line);
            found[usize::from(expected)] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 50), "{found:?}");
}

#[test]
fn refutations_refute() {
    let mut dice = Dice(11);
    let game = Ultimate::default();
    let mut refuted = 0;
    while refuted < 100 {
        let Some((position, plain)) = random(&mut dice, Ruleset::FullOnly, 51) else {
            continue;
        };
        // O is to move.
        let goal = Goal {
            attacker: Player::X,
            by: 55,
        };
        let mut search = Search::new(game, goal, Defender::default(), &few());
        let mv: Option<Move> = search.refutation(&position).unwrap();
        assert_eq!(mv.is_none(), plain.wins_within(Player::X, 4));
        if let Some(mv) = mv {
            assert!(!plain.play(mv).wins_within(Player::X, 3));
            refuted += 1;
        }
    }
}
