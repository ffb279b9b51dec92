//! The certificate as the rest of the program sees it.

use crate::plain::Dice;
use quixotic_game::{Budget, Game, Player};
use quixotic_ultimate::proof::{
    Certificate, CertificateError, Claim, Defence, SHIPPED, lemma6, solve_problem,
};
use quixotic_ultimate::strategy::StrategyPlayer;
use quixotic_ultimate::{Move, Position, Ruleset, Ultimate};

#[test]
fn the_file_is_read_and_written() {
    let certificate = Certificate::shipped().unwrap();
    assert_eq!(certificate.claim, Claim::of_all(41));
    assert_eq!(certificate.parts.len(), 183);
    assert!(
        certificate.to_bytes() == SHIPPED.bytes().unwrap(),
        "the bytes differ"
    );
}

/// A spared first move is the byte after the horizon, in files of version 2.
#[test]
fn a_spared_first_move_is_read_and_written() {
    let with = |spared| Certificate {
        claim: Claim { by: 41, spared },
        parts: Certificate::shipped().unwrap().parts[..2].to_vec(),
    };
    let (all, sparing) = (with(None), with(Some(Move::new(8, 7))));
    let (before, bytes) = (all.to_bytes(), sparing.to_bytes());
    assert_eq!((before[8], bytes[8]), (1, 2));
    assert_eq!(bytes[12], 79);
    let end = before.len() - 4;
    assert_eq!(bytes[13..end + 1], before[12..end]);
    assert_eq!(Certificate::from_bytes(&before), Ok(all));
    assert_eq!(Certificate::from_bytes(&bytes), Ok(sparing));
    for (byte, is_move) in [(0, true), (80, true), (81, false), (255, false)] {
        let mut bytes = bytes[..bytes.len() - 4].to_vec();
        bytes[12] = byte;
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let read = Certificate::from_bytes(&bytes);
        assert_eq!(read.is_ok(), is_move, "{byte}");
    }
}

#[test]
fn damage_is_found() {
    let damaged = |at: usize| {
        let mut bytes = SHIPPED.bytes().unwrap().to_vec();
        bytes[at] ^= 2;
        Certificate::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(damaged(0), CertificateError::Foreign);
    assert_eq!(damaged(8), CertificateError::Version(3));
    assert_eq!(damaged(1000), CertificateError::Checksum);
    let bytes = SHIPPED.bytes().unwrap();
    let short = Certificate::from_bytes(&bytes[..bytes.len() - 1]);
    assert_eq!(short, Err(CertificateError::Checksum));
    assert!(Certificate::from_bytes(&bytes[..10]).is_err());
}

/// The search finds the same answers again, for the twelve problems of Lemma 6.
#[test]
fn the_first_parts_are_made_again() {
    let shipped = Certificate::shipped().unwrap();
    let again = lemma6(shipped.claim.by, &Budget::UNLIMITED, |_| {}).unwrap();
    assert!(again.parts == shipped.parts[..again.parts.len()]);
}

/// And for one problem of each double.
#[test]
fn a_part_of_each_double_is_made_again() {
    let shipped = Certificate::shipped().unwrap();
    for number in [12, 12 + 57, 12 + 2 * 57] {
        let part = solve_problem(number, shipped.claim, &Budget::UNLIMITED).unwrap();
        assert_eq!(part, shipped.parts[number], "{number}");
    }
}

#[test]
fn lemma_6() {
    let certificate = lemma6(45, &Budget::UNLIMITED, |_| {}).unwrap();
    assert_eq!(certificate.parts.len(), 12);
}

/// O's player against random moves, after first moves of several classes, in several
/// games at a time.
#[test]
fn o_holds_out_to_ply_43() {
    let game = Ultimate::new(Ruleset::FullOnly);
    let mut player = StrategyPlayer::new(game);
    let mut dice = Dice(41);
    let firsts = ["47", "01", "65"].map(|mv| game.parse_move(mv).unwrap());
    let start = |first| (game.try_play(&Position::START, first).unwrap(), 0);
    let mut games = firsts.map(start);
    for _ply in 2..=41 {
        for (position, by_certificate) in &mut games {
            if game.ended(position).is_some() {
                continue;
            }
            let mv: Move = match position.to_move() {
                Player::X => dice.pick(&Game::moves(&game, position)),
                Player::O => {
                    let advice = player
                        .advise(position, &Budget::UNLIMITED)
                        .unwrap()
                        .unwrap();
                    *by_certificate += u32::from(advice.why.contains("certificate"));
                    advice.mv
                }
            };
            *position = game.try_play(position, mv).unwrap();
        }
    }
    for (first, (position, by_certificate)) in firsts.iter().zip(games) {
        assert_ne!(position.winner(), Some(Player::X), "after {first}");
        assert!(by_certificate >= 15, "after {first}: {by_certificate}");
    }
}

/// The certificate has an answer to every X move; where one wins, that is played.
#[test]
fn o_wins_if_x_lets_her() {
    let game = Ultimate::new(Ruleset::FullOnly);
    let mut player = StrategyPlayer::new(game);
    let mut dice = Dice(7);
    let mut won = 0;
    for _game in 0..20 {
        let mut position = Position::START;
        while game.ended(&position).is_none() && position.plies() < 60 {
            let moves = Game::moves(&game, &position);
            let winning = |&&mv: &&Move| {
                game.try_play(&position, mv).unwrap().winner() == Some(position.to_move())
            };
            let mv = match position.to_move() {
                Player::X => dice.pick(&moves),
                Player::O => {
                    let advice = player
                        .advise(&position, &Budget::UNLIMITED)
                        .unwrap()
                        .unwrap();
                    let wins = winning(&&advice.mv);
                    assert_eq!(wins, moves.iter().any(|mv| winning(&mv)));
                    won += u32::from(wins);
                    advice.mv
                }
            };
            position = game.try_play(&position, mv).unwrap();
        }
    }
    assert!(won >= 10, "{won}");
}

/// O answers on the way to the parts, in any orientation.
#[test]
fn o_fills_the_field_of_a_double() {
    let game = Ultimate::new(Ruleset::FullOnly);
    let mut defence = Defence::new(Certificate::shipped().unwrap());
    for double in 0..9 {
        let mut position = game
            .try_play(&Position::START, Move::new(double, double))
            .unwrap();
        for _ in 0..8 {
            let answer = defence
                .answer(&position, &Budget::UNLIMITED)
                .unwrap()
                .unwrap();
            assert_eq!(answer.field, double);
            position = game.try_play(&position, answer).unwrap();
            if position.is_full(double) {
                break;
            }
            let back = Move::new(answer.spot, double);
            position = game.try_play(&position, back).unwrap();
        }
        assert!(position.is_full(double));
    }
}

/// Lengths from the file are believed only if there are so many bytes.
#[test]
fn lengths_beyond_the_end_are_refused() {
    let one = Certificate {
        claim: Claim::of_all(41),
        parts: Certificate::shipped().unwrap().parts[..1].to_vec(),
    };
    let body = one.to_bytes();
    let count_of_answers = 16 + 1 + one.parts[0].line.len() + 1 + one.parts[0].traps.len();
    for at in [12, count_of_answers] {
        let mut bytes = body[..body.len() - 4].to_vec();
        bytes[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let early = CertificateError::Content("it ends too early");
        assert_eq!(Certificate::from_bytes(&bytes), Err(early), "byte {at}");
    }
}
