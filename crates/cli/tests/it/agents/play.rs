//! Games in the terminal.

use std::fs;

use tempfile::tempdir;

use super::{typed, typed_bytes};
use crate::command::words;

#[test]
fn a_person_can_play_undo_ask_save_and_load() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("game.json");
    let path = file.to_str().unwrap();
    let lines = format!("hint\na3R\nundo\n1\nfoo\na9X\nmoves\nsave {path}\nquit\n");
    let run = typed(&["play", "quixo3", "--o", "minimax:2"], &lines).succeeds();
    let shown = run.stdout;
    assert!(shown.contains("win in 7 plies  a3R a3B"), "{shown}");
    assert_eq!(shown.matches("O (minimax:2) plays ").count(), 2, "{shown}");
    assert!(shown.contains("bad move `foo`"), "{shown}");
    assert!(shown.contains("Saved; see it with"), "{shown}");
    let saved: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(saved["moves"].as_array().unwrap().len(), 2);
    assert_eq!(saved["moves"][0], "a3R");
    assert_eq!(saved["ending"], "open");

    // The loaded game is the saved one, and goes on to its end by agents.
    let args = [
        "play", "quixo3", "--load", path, "--x", "perfect", "--o", "perfect",
    ];
    let shown = typed(&args, "").succeeds().stdout;
    assert!(shown.contains("wins after "), "{shown}");
    // Of another game it is refused.
    let output = typed(&["play", "quixo4", "--load", path], "").refuses();
    assert!(
        output.ends_with("is a game of quixo3, not of quixo4"),
        "{output}"
    );
}

#[test]
fn the_end_of_the_game_can_be_undone() {
    let args = [
        "play",
        "quixo3",
        "--o",
        "human",
        "--position",
        "XX1/OO1/3 X",
    ];
    let shown = typed(&args, "c1T\nc1T\nundo\nundo\nhint\nquit\n")
        .succeeds()
        .stdout;
    assert!(shown.contains("X (human) wins after 1 ply."), "{shown}");
    assert!(shown.contains("the game is over: `undo`"), "{shown}");
    assert!(shown.contains("there is nothing to undo"), "{shown}");
    assert!(shown.contains("win in 1 ply"), "{shown}");
}

#[test]
fn agents_of_the_other_games_answer() {
    let shown = typed(
        &["play", "ultimate", "--o", "strategy"],
        "40\nundo\n44\nhint\nquit\n",
    )
    .succeeds();
    assert_eq!(
        shown.stdout.matches("O (strategy) plays ").count(),
        2,
        "{}",
        shown.stdout
    );
    let shown = typed(&["play", "numerical3", "--o", "perfect"], "b2=5\nquit\n").succeeds();
    assert!(
        shown.stdout.contains("O (perfect) plays "),
        "{}",
        shown.stdout
    );
}

#[test]
fn all_games_can_be_played_and_left() {
    for game in words("quixo3 quixo4 quixo5 numerical3 numerical4 ultimate") {
        let shown = typed(&["play", game, "--o", "random"], "moves\nhint\nhelp\n");
        let shown = shown.succeeds().stdout;
        assert!(shown.starts_with(&format!("{game}: human (X) against random (O)\n")));
        assert!(shown.contains("  undo           take back"), "{shown}");
        // The end of the input is a way to leave.
        assert!(!shown.contains("(random) plays"), "{shown}");
    }
}

#[test]
fn agents_do_not_play_a_drawn_game_for_ever() {
    let args = ["play", "quixo4", "--position", "2X1/4/O2O/1X2 X"];
    let args = [&args[..], &["--x", "perfect", "--o", "perfect"]].concat();
    let shown = typed(&args, "").succeeds().stdout;
    let last = shown.lines().last().unwrap();
    assert!(
        last.ends_with(": a position came up for the third time."),
        "{last}"
    );
}

#[test]
fn a_repetition_ends_the_game_and_can_be_saved_and_undone() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("game.json");
    let path = file.to_str().unwrap();
    // To and fro along the top and the bottom row.
    let round = "a3R\na1R\nc3L\nc1L\n";
    let lines = format!("{round}{round}a3R\na1R\na3R\nsave {path}\nundo\na1T\nquit\n");
    let shown = typed(&["play", "quixo3", "--o", "human"], &lines)
        .succeeds()
        .stdout;
    let drawn = "A draw after 10 plies: a position came up for the third time.";
    assert!(shown.contains(drawn), "{shown}");
    assert!(shown.contains("the game is over: `undo`"), "{shown}");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains(r#""ending":"repetition""#), "{saved}");
    let shown = typed(&["line", "--replay", path], "").succeeds().stdout;
    assert!(shown.ends_with(&format!("{drawn}\n")), "{shown}");
}

#[test]
fn moves_can_be_typed_as_people_do() {
    let typed = |game: &str, lines: &str| {
        let args = ["play", game, "--o", "human"];
        typed(&args, &format!("{lines}\nMOVES\n")).succeeds().stdout
    };
    assert!(typed("quixo3", "A3r").contains("3  · ·[X]"));
    assert!(typed("numerical3", " b2 = 5 ").contains("first holds 1,3,7,9, second holds 2,4,6,8"));
    // A move of Ultimate is a number, and means the move.
    let shown = typed("ultimate", "10");
    assert!(shown.contains("O plays in field 0"), "{shown}");
    assert!(
        shown.ends_with("\n  00  01  02  03  04  05  06  07  08\n"),
        "{shown}"
    );
}

#[test]
fn hints_tell_what_is_known() {
    let hint = |args: &[&str]| {
        let args = [&["play"], args, &["--o", "human"]].concat();
        typed(&args, "hint\n").succeeds().stdout
    };
    // Outcomes where the game is solved on the spot: c1 with 1, 3 or 7 wins.
    let shown = hint(&["numerical3", "--position", "9,.,./.,2,./.,.,."]);
    assert!(
        shown.contains("  win      c1=1 c1=3 c1=7\n  draw     c1=5\n  loss     b3=1"),
        "{shown}"
    );
    // Else what the best agent plays.
    let shown = hint(&["numerical4"]);
    assert!(shown.contains("`perfect` plays "), "{shown}");
    let shown = hint(&["ultimate"]);
    assert!(shown.contains("`strategy` plays 44; opening: "), "{shown}");
    let shown = hint(&["quixo3", "--position", "XXX/3/3 O"]);
    assert!(shown.contains("The game is over."), "{shown}");
}

#[test]
fn an_illegal_move_is_refused_with_the_reason() {
    for (game, lines, reason) in [
        (
            "quixo5",
            "a5R\na5R\ne5B\n",
            "e5B is not legal here: that tile is O's",
        ),
        (
            "numerical3",
            "b2=5\nb2=2\n",
            "b2=2 is not legal here: b2 is occupied: 5 stands there",
        ),
        (
            "numerical3",
            "b2=5\na1=3\n",
            "a1=3 is not legal here: the second player does not hold 3, only 2,4,6,8",
        ),
        (
            "ultimate",
            "44\n50\n",
            "50 is not legal here: 50 cannot be played: O has to play in field 4",
        ),
    ] {
        let shown = typed(&["play", game, "--o", "human"], lines)
            .succeeds()
            .stdout;
        assert!(shown.contains(reason), "{shown}");
    }
}

#[test]
fn with_json_the_game_is_the_result_and_the_board_is_beside_it() {
    let args = ["play", "numerical3", "--split", "1-5", "--o", "human"];
    let run = typed(&[&args[..], &["--json"]].concat(), "b2=5\nb3=6\nb1=4\n").succeeds();
    let game: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(game["game"], "numerical3");
    assert_eq!(game["rules"], "--split 1-5");
    assert_eq!(game["moves"], serde_json::json!(["b2=5", "b3=6", "b1=4"]));
    assert_eq!(
        (&game["winner"], &game["ending"]),
        (&"X".into(), &"rules".into())
    );
    let shown = run.stderr;
    assert!(
        shown.contains("first holds 1,2,3, second holds 7,8,9"),
        "{shown}"
    );
}

#[test]
fn input_that_is_no_text_is_refused_and_the_game_goes_on() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("game.json");
    let mut lines = b"a3R\n\xff\xfe\n".to_vec();
    lines.extend(vec![b'x'; 1 << 18]);
    lines.extend(format!("\nsave {}\n", file.display()).into_bytes());
    let run = typed_bytes(&["play", "quixo3", "--o", "human"], &lines).succeeds();
    let output = run.stdout.matches("that is not text (UTF-8)").count();
    assert_eq!(output, 1, "{}", run.stdout);
    assert!(
        run.stdout.contains("that line is too long"),
        "{}",
        run.stdout
    );
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains(r#""moves":["a3R"]"#), "{saved}");
}
