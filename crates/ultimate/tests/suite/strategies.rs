//! The strategies, against everything and against the plain rules.

use crate::plain::{Dice, Plain};
use quixotic_game::{Budget, Game, Player};
use quixotic_ultimate::strategy::{
    Phase, StrategyPlayer, delaying_advice, delaying_moves, winning_advice,
};
use quixotic_ultimate::{Position, Ruleset, Ultimate, check};

#[test]
fn x_always_wins() {
    let found = check::strategy(&Budget::UNLIMITED).unwrap();
    assert_eq!(found.failure, None);
    assert_eq!((found.worst_plies, found.best_plies), (43, 29));
    assert_eq!(found.positions, 46_153);
}

#[test]
fn lemma_5() {
    let found = check::lemma5(&Budget::UNLIMITED).unwrap();
    assert_eq!((found.failure, found.first_moves), (None, 15));
}

/// The lemma itself, in random games by the plain rules: the check of all games looks
/// at less than a position.
#[test]
fn one_x_in_each_field_after_18_plies() {
    let game = Ultimate::default();
    let mut dice = Dice(18);
    for _ in 0..3000 {
        let (mut position, mut plain) = (Position::START, Plain::new(Ruleset::FullOnly));
        while plain.line.len() < 18 {
            let mv = match plain.to_move() {
                Player::X => dice.pick(&plain.moves()),
                Player::O => dice.pick(&delaying_moves(&game, &position)),
            };
            (position, plain) = (game.try_play(&position, mv).unwrap(), plain.play(mv));
        }
        for field in plain.cells {
            let x = field
                .iter()
                .filter(|cell| **cell == Some(Player::X))
                .count();
            assert_eq!(x, 1, "{:?}", plain.line);
        }
    }
}

#[test]
fn reasons_follow_the_phases() {
    let game = Ultimate::default();
    let mut dice = Dice(3);
    let mut position = Position::START;
    let mut phases = Vec::new();
    while game.ended(&position).is_none() {
        let mv = match position.to_move() {
            Player::X => {
                let advice = winning_advice(&position).unwrap();
                assert!(
                    advice
                        .to_string()
                        .starts_with(&format!("{}: ", advice.phase))
                );
                phases.push(advice.phase);
                advice.mv
            }
            Player::O => dice.pick(&Game::moves(&game, &position)),
        };
        position = game.try_play(&position, mv).unwrap();
    }
    assert_eq!(position.winner(), Some(Player::X));
    phases.dedup();
    assert_eq!(phases, [Phase::Opening, Phase::Middlegame, Phase::Endgame]);
    assert_eq!(winning_advice(&position), None);
}

#[test]
fn o_explains_herself_too() {
    let game = Ultimate::default();
    let play = |position: &Position, mv: &str| {
        let mv = game.parse_move(mv).unwrap();
        game.try_play(position, mv).unwrap()
    };
    let message = |line: &str| {
        let position = line
            .split(' ')
            .fold(Position::START, |position, mv| play(&position, mv));
        let advice = delaying_advice(&game, &position).unwrap();
        format!("{} {advice}", advice.mv)
    };
    assert_eq!(
        message("40"),
        "00 delay: first in field 0, so send X back to it"
    );
    assert_eq!(
        message("44"),
        "40 delay: send X to field 0, where he has no mark"
    );
    assert_eq!(delaying_advice(&game, &Position::START), None);
}

#[test]
fn the_player_has_a_move_everywhere() {
    for ruleset in [Ruleset::FullOnly, Ruleset::WonClosed] {
        let game = Ultimate::new(ruleset);
        let mut player = StrategyPlayer::without_certificate(game);
        let mut dice = Dice(8);
        for _ in 0..10 {
            let mut position = Position::START;
            while let moves = Game::moves(&game, &position)
                && !moves.is_empty()
            {
                let advice = player
                    .advise(&position, &Budget::UNLIMITED)
                    .unwrap()
                    .unwrap();
                assert!(moves.contains(&advice.mv));
                position = game.try_play(&position, dice.pick(&moves)).unwrap();
            }
            assert_eq!(player.advise(&position, &Budget::UNLIMITED), Ok(None));
        }
    }
}
