//! What is no position, or cannot arise, is refused with the reason.

use quixotic_game::Game;
use quixotic_ultimate::{Ruleset, Ultimate};

fn refusal(ruleset: Ruleset, text: &str) -> String {
    let message = Ultimate::new(ruleset)
        .parse_position(text)
        .unwrap_err()
        .to_string();
    let (_, reason) = message.split_once("`: ").unwrap();
    reason.to_owned()
}

/// The fields that are given, the others empty.
fn board(fields: &[(usize, &str)], turn: &str) -> String {
    let mut all = [""; 9].map(|_| ".........".to_owned());
    for (field, cells) in fields {
        all[*field] = (*cells).to_owned();
    }
    format!("{} {turn}", all.join("/"))
}

#[test]
fn malformed_positions() {
    let message = |text: &str| refusal(Ruleset::FullOnly, text);
    let parts = "a position is nine fields, the player to move and the active field, with one space between";
    assert_eq!(message(""), parts);
    assert_eq!(message("X"), parts);
    assert_eq!(message(". X -"), "1 field(s) found, the board has 9");
    assert_eq!(
        message(&board(&[(3, "....X...")], "O 4")),
        "field 3: 8 cell(s) found, a field has 9"
    );
    assert_eq!(
        message(&board(&[(3, "....x....")], "O 4")),
        "field 3: spot 4 is `x`, not X, O or ."
    );
    assert_eq!(
        message(&board(&[], "x -")),
        "the player to move is X or O, not `x`"
    );
    assert_eq!(
        message(&board(&[], "X 9")),
        "the active field is 0 to 8 or -, not `9`"
    );
    assert_eq!(
        message(&board(&[(0, "XXXOOO..."), (1, "XXOO.....")], "X 3")),
        "field 0: both players have a line: `:X` or `:O` has to say whose was first"
    );
    assert_eq!(
        message(&board(&[(0, "X........:X")], "O 0")),
        "field 0: `:` is only for a field with lines of both players"
    );
    assert_eq!(
        message(&board(&[(0, "X........:Z")], "O 0")),
        "field 0: after `:` comes the owner, X or O, not `Z`"
    );
}

#[test]
fn positions_that_cannot_arise() {
    let message = |text: &str| refusal(Ruleset::FullOnly, text);
    assert_eq!(
        message(&board(&[(4, "O........")], "X 0")),
        "0 X and 1 O cannot arise: X moves first, so X has as many or one more"
    );
    assert_eq!(
        message(&board(&[(4, "X........")], "X 0")),
        "with 1 X and 0 O it is O who moves"
    );
    assert_eq!(
        message(&board(&[(4, "X........")], "O 1")),
        "field 1 cannot be active: X has no mark in a spot 1"
    );
    assert_eq!(
        message(&board(&[(4, "X........")], "O -")),
        "`-` cannot be: no mark of X sends to a closed field"
    );
    assert_eq!(
        message(&board(&[], "X 3")),
        "field 3 cannot be active: O has no mark in a spot 3"
    );
    // Both marks in a spot 0 sent to field 0, which is empty.
    assert_eq!(
        message(&board(&[(4, "X........"), (5, "O........")], "X 0")),
        "field 0 holds 0 mark(s), but 1 earlier marks in a spot 0 sent there: this cannot arise"
    );
    let won = board(
        &[
            (0, "XXX......"),
            (1, "XXX......"),
            (2, "XXX......"),
            (3, "OOO......"),
            (4, "OOO......"),
            (5, "OOO......"),
        ],
        "X 2",
    );
    assert_eq!(message(&won), "both players have three fields in a line");
    let full = board(&[(0, "XOXOXOOXO")], "O 0");
    assert!(
        message(&full).starts_with("4 X and 5 O"),
        "{}",
        message(&full)
    );
    let two = board(&[(0, "XXXOOO...:X")], "X 3");
    assert_eq!(
        refusal(Ruleset::WonClosed, &two),
        "field 0 holds two lines, but a won field is closed"
    );
}

#[test]
fn moves() {
    let game = Ultimate::default();
    assert_eq!(game.parse_move("40").unwrap().to_string(), "40");
    for bad in ["", "4", "49", "94", "400", "a0", " 40"] {
        let message = game.parse_move(bad).unwrap_err().to_string();
        let reason = "a move is two digits from 0 to 8, field and spot, like 40";
        assert_eq!(message, format!("bad move `{bad}`: {reason}"));
    }
}
