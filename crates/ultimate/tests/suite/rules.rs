//! The bit boards play the same game as the plain rules, in both rulesets.

use crate::plain::{Dice, Plain};
use quixotic_game::{Game, Outcome, Player};
use quixotic_ultimate::{IllegalMove, Move, Position, Ruleset, Symmetry, Ultimate};

const RULESETS: [Ruleset; 2] = [Ruleset::FullOnly, Ruleset::WonClosed];

/// Compares everything that can be asked.
fn compare(game: &Ultimate, position: &Position, plain: &Plain) {
    let text = game.format_position(position);
    assert_eq!(Game::moves(game, position), plain.moves(), "{text}");
    assert_eq!(position.to_move(), plain.to_move(), "{text}");
    assert_eq!(usize::from(position.plies()), plain.line.len(), "{text}");
    for field in 0..9 {
        assert_eq!(
            position.owner(field),
            plain.owners[usize::from(field)],
            "{text}"
        );
    }
    let ended = match plain.winner() {
        Some(winner) if winner == plain.to_move() => Some(Outcome::Win),
        Some(_) => Some(Outcome::Loss),
        None => plain.moves().is_empty().then_some(Outcome::Draw),
    };
    assert_eq!(game.ended(position), ended, "{text}");
    assert_eq!(game.parse_position(&text).as_ref(), Ok(position));
}

#[test]
fn random_games_are_the_same() {
    for ruleset in RULESETS {
        let game = Ultimate::new(ruleset);
        let mut dice = Dice(2018);
        let mut ends = [0; 3];
        for _ in 0..400 {
            let (mut position, mut plain) = (Position::START, Plain::new(ruleset));
            compare(&game, &position, &plain);
            while !plain.moves().is_empty() {
                let mv = dice.pick(&plain.moves());
                (position, plain) = (game.try_play(&position, mv).unwrap(), plain.play(mv));
                compare(&game, &position, &plain);
            }
            ends[match plain.winner() {
                Some(Player::X) => 0,
                Some(Player::O) => 1,
                None => 2,
            }] += 1;
        }
        assert!(ends.iter().all(|&games| games > 0), "{ruleset}: {ends:?}");
    }
}

/// Sequences of moves from the start, with the plain rules.
fn plain_perft(plain: &Plain, plies: u8) -> u64 {
    let moves = plain.moves();
    match plies {
        1 => moves.len() as u64,
        _ => (moves.iter())
            .map(|&mv| plain_perft(&plain.play(mv), plies - 1))
            .sum(),
    }
}

#[test]
fn perft() {
    for ruleset in RULESETS {
        let game = Ultimate::new(ruleset);
        for plies in 1..=5 {
            let expected = plain_perft(&Plain::new(ruleset), plies);
            assert_eq!(game.perft(&Position::START, plies), expected, "{ruleset}");
        }
        // A field can be won at ply 5, and who is sent there at once may play anywhere
        // if that closes it.
        let sixth = match ruleset {
            Ruleset::FullOnly => 4_017_888,
            Ruleset::WonClosed => 4_020_960,
        };
        let counts: Vec<u64> = (1..=6)
            .map(|plies| game.perft(&Position::START, plies))
            .collect();
        assert_eq!(counts, [81, 720, 6_336, 55_080, 473_256, sixth]);
    }
    // Another program for the common rules prints the same six numbers, and this.
    let common = Ultimate::new(Ruleset::WonClosed);
    assert_eq!(common.perft(&Position::START, 7), 33_782_544);
}

#[test]
fn late_perft_tells_the_rulesets_apart() {
    let [full, won] = RULESETS.map(|ruleset| {
        let (mut plain, mut dice) = (Plain::new(ruleset), Dice(7));
        let game = Ultimate::new(ruleset);
        let mut position = Position::START;
        while plain.line.len() < 40 && !plain.moves().is_empty() {
            let mv = dice.pick(&plain.moves());
            (position, plain) = (game.try_play(&position, mv).unwrap(), plain.play(mv));
        }
        let counts: Vec<u64> = (1..=4).map(|plies| game.perft(&position, plies)).collect();
        let expected: Vec<u64> = (1..=4).map(|plies| plain_perft(&plain, plies)).collect();
        assert_eq!(counts, expected, "{ruleset}");
        counts
    });
    assert_ne!(full, won);
}

#[test]
fn symmetries_commute_with_moves() {
    for ruleset in RULESETS {
        let game = Ultimate::new(ruleset);
        let mut dice = Dice(99);
        for _ in 0..50 {
            let mut position = Position::START;
            while let moves = Game::moves(&game, &position)
                && !moves.is_empty()
            {
                let mv = dice.pick(&moves);
                let after = game.try_play(&position, mv).unwrap();
                for symmetry in Symmetry::all() {
                    let image = position.turned(symmetry);
                    let there = game.try_play(&image, mv.turned(symmetry));
                    assert_eq!(there, Ok(after.turned(symmetry)));
                    assert_eq!(image.turned(symmetry.inverse()), position);
                }
                position = after;
            }
        }
    }
}

#[test]
fn illegal_moves_are_refused() {
    let mut message = [0; 4];
    for ruleset in RULESETS {
        let game = Ultimate::new(ruleset);
        let mut dice = Dice(5);
        for _ in 0..30 {
            let mut position = Position::START;
            loop {
                let legal = Game::moves(&game, &position);
                for index in 0..81 {
                    let mv = Move::new(index / 9, index % 9);
                    let refused = match game.try_play(&position, mv) {
                        Ok(_) => {
                            assert!(legal.contains(&mv));
                            continue;
                        }
                        Err(refused) => refused,
                    };
                    assert!(!legal.contains(&mv));
                    message[match refused {
                        IllegalMove::GameOver(_) => 0,
                        IllegalMove::WrongField { active, .. } => {
                            assert_ne!(active, mv.field);
                            1
                        }
                        IllegalMove::Taken { holder, .. } => {
                            assert!(position.has(holder, mv));
                            2
                        }
                        IllegalMove::Closed { .. } => {
                            assert_eq!(ruleset, Ruleset::WonClosed);
                            assert!(position.owner(mv.field).is_some());
                            3
                        }
                    }] += 1;
                }
                match legal[..] {
                    [] => break,
                    _ => position = game.try_play(&position, dice.pick(&legal)).unwrap(),
                }
            }
        }
    }
    assert!(message.iter().all(|&count| count > 0), "{message:?}");
}

#[test]
fn refusals_say_why() {
    let game = Ultimate::default();
    let play = |position: &Position, mv| game.try_play(position, game.parse_move(mv).unwrap());
    let centre = play(&Position::START, "44").unwrap();
    let message = |mv| play(&centre, mv).unwrap_err().to_string();
    assert_eq!(
        message("04"),
        "04 cannot be played: O has to play in field 4"
    );
    assert_eq!(message("44"), "44 cannot be played: that spot holds X");
}
