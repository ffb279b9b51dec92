//! The independent checker against the plain rules: certificates of one part and one
//! answer, with every answer that there can be.

use crate::plain::{Dice, Plain};
use quixotic_check::ultimate::{Error, check_parts};
use quixotic_game::Player;
use quixotic_ultimate::proof::{Certificate, Claim, Part};
use quixotic_ultimate::{Move, Ruleset};

/// The checker's word on O's answer after a game, if X is to be kept from winning with
/// his next move.
fn verdict(plain: &Plain, answers: &[u8]) -> Result<(), Error> {
    let certificate = Certificate {
        claim: Claim::of_all(plain.line.len() as u8 + 2),
        parts: vec![Part {
            line: plain.line.clone(),
            traps: Vec::new(),
            answers: answers.to_vec(),
        }],
    };
    check_parts(&certificate.to_bytes(), &|| true).map(|_| ())
}

#[test]
fn every_wrong_answer_is_caught() {
    let mut dice = Dice(1);
    let (mut positions, mut held, mut lost, mut illegal) = (0, 0, 0, 0);
    while positions < 300 {
        let mut plain = Plain::new(Ruleset::FullOnly);
        let plies = 31 + 2 * dice.below(20);
        while plain.line.len() < plies && !plain.moves().is_empty() {
            plain = plain.play(dice.pick(&plain.moves()));
        }
        let moves = plain.moves();
        let wins = |mv: Move| plain.play(mv).wins_within(Player::X, 1);
        // Some answers have to be wrong, or there is nothing to catch.
        if plain.to_move() != Player::O || !moves.iter().any(|&mv| wins(mv)) {
            continue;
        }
        positions += 1;
        let is_free_choice = moves.iter().any(|mv| mv.field != moves[0].field);
        for cell in 0..81 {
            let mv = Move::new(cell / 9, cell % 9);
            let answers = match is_free_choice {
                true => vec![mv.field, mv.spot],
                false if mv.field != moves[0].field => continue,
                false => vec![mv.spot],
            };
            let result = verdict(&plain, &answers);
            if !moves.contains(&mv) {
                assert!(
                    matches!(result, Err(Error::IllegalAnswer(_))),
                    "{mv}: {result:?}"
                );
                illegal += 1;
            } else if wins(mv) {
                assert!(matches!(result, Err(Error::XWins(_))), "{mv}: {result:?}");
                lost += 1;
            } else {
                assert_eq!(result, Ok(()), "{mv}");
                held += 1;
            }
        }
        assert!(matches!(verdict(&plain, &[]), Err(Error::Missing(_))));
    }
    assert!(
        held > 100 && lost > 100 && illegal > 100,
        "{held} {lost} {illegal}"
    );
}
