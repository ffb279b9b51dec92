//! Positions, moves and their notation; what is refused and with which message.

use crate::late_positions::{Random, random_game};
use quixotic_game::{Game, Outcome, Player};
use quixotic_numerical::{Hand, Numerical, Rules};

fn standard(size: u8) -> Numerical {
    Numerical::new(Rules::standard(size).unwrap())
}

fn doubled() -> Numerical {
    let hand = Hand::up_to(8);
    Numerical::new(Rules::hands(4, hand, hand).unwrap())
}

/// Random games to their end: what is written is read again, and legal moves are legal.
#[test]
fn positions_and_moves_of_random_games_survive_the_notation() {
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let game = random_game(random);
        let mut position = game.start();
        loop {
            let text = game.format_position(&position);
            assert_eq!(game.parse_position(&text), Ok(position), "{}", game.rules());
            let moves = game.moves(&position);
            assert_eq!(moves.is_empty(), game.ended(&position).is_some());
            for &mv in &moves {
                assert_eq!(game.check(&position, mv), Ok(()));
                assert_eq!(game.parse_move(&game.format_move(mv)), Ok(mv));
            }
            let free = game.rules().cells() - position.rounds();
            let hand = game.hand(&position, position.to_move());
            if moves.is_empty() {
                break;
            }
            assert_eq!(moves.len(), usize::from(free) * hand.len() as usize);
            position = game.play(&position, moves[random.below(moves.len())]);
        }
    }
}

#[test]
fn a_line_with_the_target_wins_for_who_completes_it() {
    let game = standard(3);
    let before = game.parse_position("2,.,./5,4,./.,1,.").unwrap();
    assert_eq!(
        (game.ended(&before), game.to_move(&before)),
        (None, Player::X)
    );
    // 2 and 5 need 8, an even number: the first player has no 8, the second has one.
    let after = game.play(&before, game.parse_move("c1=9").unwrap());
    assert_eq!(game.winner(&after), Some(Player::X), "2 + 4 + 9");
    assert_eq!(game.ended(&after), Some(Outcome::Loss));
    // The sum alone does not win as long as a cell is free.
    let after = game.play(&before, game.parse_move("c3=9").unwrap());
    assert_eq!(game.ended(&after), None);
}

#[test]
fn what_is_no_position_is_refused() {
    let refusal = |game: &Numerical, text: &str| {
        let error = game.parse_position(text).unwrap_err().to_string();
        let (_, reason) = error.split_once("`: ").unwrap();
        reason.to_owned()
    };
    let three = &standard(3);
    for (text, reason) in [
        ("", "the board has 3 rows, not 1"),
        (".,.,./.,.,./.,.,./.,.,.", "the board has 3 rows, not 4"),
        (".,.,./.,./.,.,.", "row 2 has 3 cells, not 2"),
        (
            ".,.,./.,x,./.,.,.",
            "row 2, cell 2: `x` is neither a number nor `.`",
        ),
        (
            ".,.,./.,05,./.,.,.",
            "row 2, cell 2: `05` is neither a number nor `.`",
        ),
        (
            ".,.,./.,+5,./.,.,.",
            "row 2, cell 2: `+5` is neither a number nor `.`",
        ),
        (".,.,10/.,.,./.,.,.", "row 1, cell 3: no player holds 10"),
        (
            ".,.,5x/.,.,./.,.,.",
            "row 1, cell 3: only one player holds 5: leave out the mark",
        ),
        (
            "5,2,5/.,.,./.,.,.",
            "5 is placed more often than it is there",
        ),
        (
            "2,.,./.,.,./.,.,.",
            "the first player has placed 0 numbers and the second 1, though they take turns",
        ),
        (
            "1,3,./.,.,./.,.,.",
            "the first player has placed 2 numbers and the second 0, though they take turns",
        ),
    ] {
        assert_eq!(refusal(three, text), reason, "{text}");
    }
    let four = &doubled();
    assert_eq!(
        refusal(four, "5,.,.,./.,.,.,./.,.,.,./.,.,.,."),
        "row 1, cell 1: both players hold 5: write 5x or 5o"
    );
    assert!(
        four.parse_position("5x,5o,.,./.,.,.,./.,.,.,./.,.,.,.")
            .is_ok()
    );
    assert_eq!(
        refusal(four, "5x,5x,1o,2o/.,.,.,./.,.,.,./.,.,.,."),
        "5 is placed more often than it is there"
    );
}

/// Play ends with the first complete line.
#[test]
fn boards_on_which_play_went_on_are_refused() {
    let game = standard(3);
    let arises = |text: &str| game.parse_position(text).map_err(|error| error.to_string());
    // 1 + 6 + 8 and 3 + 5 + 7: two lines without a common cell.
    let error = arises("1,6,8/3,5,7/4,.,2").unwrap_err();
    assert!(
        error.ends_with("no last move of the second player completes all that are"),
        "{error}"
    );
    // 1 + 6 + 8 alone: either player may have completed it.
    assert!(
        arises("1,6,8/3,.,./.,.,.").is_ok(),
        "2 odd and 2 even: 6 or 8 was last"
    );
    assert!(
        arises("1,6,8/3,5,./.,.,.").is_ok(),
        "3 odd and 2 even: 1 was last"
    );
    // 2 + 4 + 9 in a row and 9 in a diagonal with 5 and 1: both are completed by 9.
    assert!(arises("2,4,9/.,5,./1,.,.").is_ok());
    // The same with the player who placed 9 to move.
    assert!(arises("2,4,9/.,5,./1,6,.").is_err());
}

#[test]
fn what_is_no_legal_move_is_refused() {
    let game = standard(3);
    let refusal = |text: &str| game.parse_move(text).unwrap_err().to_string();
    assert_eq!(
        refusal("b2"),
        "bad move `b2`: a move is a cell, `=` and a number, like b2=7"
    );
    assert_eq!(
        refusal("d2=1"),
        "bad move `d2=1`: `d2` is not a cell: cells run from a1, bottom left, to c3"
    );
    for number in ["0", "10", "x", "", "01", "-1"] {
        let refusal = refusal(&format!("b2={number}"));
        assert!(
            refusal.ends_with(&format!("`{number}` is not a number from 1 to 9")),
            "{refusal}"
        );
    }
    let position = game.parse_position("1,.,./.,.,./.,.,.").unwrap();
    let refusal = |text: &str| {
        let mv = game.parse_move(text).unwrap();
        game.check(&position, mv).unwrap_err().to_string()
    };
    assert_eq!(refusal("a3=2"), "a3 is occupied: 1 stands there");
    assert_eq!(
        refusal("b2=3"),
        "the second player does not hold 3, only 2,4,6,8"
    );
    let over = game.parse_position("1,6,8/3,.,./.,.,.").unwrap();
    let mv = game.parse_move("a1=5").unwrap();
    assert_eq!(
        game.check(&over, mv).unwrap_err().to_string(),
        "the game is over"
    );
}
