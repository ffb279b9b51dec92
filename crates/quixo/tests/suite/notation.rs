//! Notation: what is written, what is read, and what is refused with which words.

use proptest::prelude::*;
use quixotic_game::{Game, Player};
use quixotic_quixo::{Position, Quixo, Rules, parse_position_of_any_size};

use crate::boards;

fn official(size: u8) -> Quixo {
    Quixo::new(Rules::official(size).expect("a supported size"))
}

#[test]
fn positions_read_and_write() {
    let quixo = official(5);
    assert_eq!(quixo.format_position(&Position::START), "5/5/5/5/5 X");
    for text in ["5/5/5/5/5 X", "X3O/5/2X2/5/O4 O", "XXOOX/O3X/5/1X1O1/4O X"] {
        let position = quixo.parse_position(text).expect(text);
        assert_eq!(quixo.format_position(&position), text);
    }
    let position = quixo
        .parse_position("X3O/5/2X2/5/O4 O")
        .expect("a position");
    assert_eq!(position.to_move, Player::O);
    assert_eq!(position.tiles(Player::X), 1 | 1 << 12);
    assert_eq!(position.board.mine(), 1 << 4 | 1 << 20);
}

#[test]
fn neighbouring_digits_add_up() {
    let quixo = official(5);
    let position = quixo
        .parse_position("X11X1/32/11111/5/5 O")
        .expect("a position");
    assert_eq!(quixo.format_position(&position), "X2X1/5/5/5/5 O");
}

#[test]
fn the_number_of_rows_is_the_size() {
    for size in Rules::MIN_SIZE..=Rules::MAX_SIZE {
        let text = official(size).format_position(&Position::START);
        let read = parse_position_of_any_size(&text).expect("a position");
        assert_eq!(read, (size, Position::START));
    }
}

#[test]
fn bad_positions_say_what_and_where() {
    let quixo = official(4);
    let reason = |text: &str| quixo.parse_position(text).expect_err(text).to_string();
    for (text, expected) in [
        (
            "",
            "bad position ``: after the rows a space and the player to move, X or O",
        ),
        (
            "4/4/4/4",
            "bad position `4/4/4/4`: after the rows a space and the player to move, X or O",
        ),
        (
            "4/4/4/4 x",
            "bad position `4/4/4/4 x`: what follows the space is the player to move, X or O, and nothing else",
        ),
        (
            "4/4/4/4  X",
            "bad position `4/4/4/4  X`: what follows the space is the player to move, X or O, and nothing else",
        ),
        (
            "4/4/4/4 X ",
            "bad position `4/4/4/4 X `: what follows the space is the player to move, X or O, and nothing else",
        ),
        (
            "4/4/4 X",
            "bad position `4/4/4 X`: 3 rows found, the board has 4",
        ),
        (
            "4/4/4/4/4 X",
            "bad position `4/4/4/4/4 X`: 5 rows found, the board has 4",
        ),
        (
            "4/4/4/4/ X",
            "bad position `4/4/4/4/ X`: 5 rows found, the board has 4",
        ),
        (
            "4/3/4/4 X",
            "bad position `4/3/4/4 X`: row 2: 3 cells found, a row has 4",
        ),
        (
            "4//4/4 X",
            "bad position `4//4/4 X`: row 2: 0 cells found, a row has 4",
        ),
        (
            "4/4/4/X4 X",
            "bad position `4/4/4/X4 X`: row 4: more than 4 cells at character 2, `4`",
        ),
        (
            "9/4/4/4 X",
            "bad position `9/4/4/4 X`: row 1: more than 4 cells at character 1, `9`",
        ),
        (
            "4/4/2o1/4 X",
            "bad position `4/4/2o1/4 X`: row 3: character 2 is `o`, not X, O or a digit from 1 to 4",
        ),
        (
            "40/4/4/4 X",
            "bad position `40/4/4/4 X`: row 1: character 2 is `0`, not X, O or a digit from 1 to 4",
        ),
        (
            "4/1é2/4/4 X",
            "bad position `4/1é2/4/4 X`: row 2: character 2 is `é`, not X, O or a digit from 1 to 4",
        ),
        (
            "4/4/4/4\n X",
            "bad position `4/4/4/4\\n X`: row 4: character 2 is `\\n`, not X, O or a digit from 1 to 4",
        ),
    ] {
        assert_eq!(reason(text), expected);
    }
    let error = parse_position_of_any_size("2/2 X").expect_err("too small");
    assert_eq!(
        error.to_string(),
        "bad position `2/2 X`: 2 rows found, a board has 3 to 8"
    );
    assert!(parse_position_of_any_size(&"/".repeat(1000)).is_err());
}

#[test]
fn moves_read_and_write() {
    for size in Rules::MIN_SIZE..=Rules::MAX_SIZE {
        let quixo = official(size);
        for mv in quixo.moves(&Position::START) {
            assert_eq!(quixo.parse_move(&quixo.format_move(mv)), Ok(mv));
        }
    }
}

/// Three characters of the right kind make a move exactly if it exists.
#[test]
fn every_other_square_and_end_is_refused() {
    let quixo = official(5);
    let mut read = 0;
    for column in "abcdefg".chars() {
        for row in 0..=9 {
            for end in "LRTBX".chars() {
                read += usize::from(quixo.parse_move(&format!("{column}{row}{end}")).is_ok());
            }
        }
    }
    assert_eq!(read, 44);
}

#[test]
fn bad_moves_say_what() {
    let quixo = official(5);
    let reason = |text: &str| quixo.parse_move(text).expect_err(text).to_string();
    for (text, expected) in [
        (
            "",
            "bad move ``: a move is a column letter, a row number and an end, like a1R",
        ),
        (
            "a5",
            "bad move `a5`: a move is a column letter, a row number and an end, like a1R",
        ),
        (
            "a5RR",
            "bad move `a5RR`: a move is a column letter, a row number and an end, like a1R",
        ),
        (
            "A5R",
            "bad move `A5R`: the column is a letter from a to e, not `A`",
        ),
        (
            "f5R",
            "bad move `f5R`: the column is a letter from a to e, not `f`",
        ),
        (
            "é5R",
            "bad move `é5R`: the column is a letter from a to e, not `é`",
        ),
        (
            "a6R",
            "bad move `a6R`: the row is a number from 1 to 5, not `6`",
        ),
        (
            "a0R",
            "bad move `a0R`: the row is a number from 1 to 5, not `0`",
        ),
        (
            "b2R",
            "bad move `b2R`: b2 is not on the border, its tile cannot be taken",
        ),
        ("a5r", "bad move `a5r`: the end is L, R, T or B, not `r`"),
        (
            "a5L",
            "bad move `a5L`: a tile may not be put back where it was taken, and a5 is that end",
        ),
        (
            "c1B",
            "bad move `c1B`: a tile may not be put back where it was taken, and c1 is that end",
        ),
    ] {
        assert_eq!(reason(text), expected);
    }
}

proptest! {
    #[test]
    fn any_position_survives_writing_and_reading(
        (size, position) in (3..=8_u8).prop_flat_map(|size| (Just(size), boards::any_position(size))),
    ) {
        let quixo = official(size);
        let text = quixo.format_position(&position);
        prop_assert_eq!(quixo.parse_position(&text), Ok(position));
        prop_assert_eq!(parse_position_of_any_size(&text), Ok((size, position)));
    }

    /// No text panics, and what is read is written so that it reads the same.
    #[test]
    fn any_text_is_read_or_refused(text in "[XO1-5/ é]{0,24}|\\PC{0,12}", size in 3..=5_u8) {
        let quixo = official(size);
        if let Ok(position) = quixo.parse_position(&text) {
            let written = quixo.format_position(&position);
            prop_assert_eq!(quixo.parse_position(&written), Ok(position));
        }
        if let Ok(mv) = quixo.parse_move(&text) {
            prop_assert_eq!(quixo.format_move(mv), text);
        }
    }
}
