//! The command's code with a catalog that has one more game, of which it knows nothing.

#[path = "../../../catalog/examples/tictactoe.rs"]
mod tictactoe;

use std::ffi::OsString;
use std::fs;

use quixotic_catalog::Catalog;
use quixotic_game::Stop;
use tempfile::tempdir;

use tictactoe::TICTACTOE;

/// What a command line prints; it has to end well.
fn printed(args: &[&str]) -> String {
    let catalog = Catalog::standard().with(TICTACTOE);
    let args = ["quixotic"].iter().chain(args).map(OsString::from);
    let mut out = Vec::new();
    let code = quixotic_cli::run(&catalog, args, &Stop::new(), &mut out);
    assert_eq!(
        format!("{code:?}"),
        format!("{:?}", std::process::ExitCode::SUCCESS)
    );
    String::from_utf8(out).unwrap()
}

#[test]
fn a_game_that_was_added_is_listed_probed_and_played() {
    assert!(printed(&["games"]).contains("Tic-Tac-Toe"));
    let text = printed(&["probe", "tictactoe"]);
    assert!(text.contains("X to move: a draw."), "{text}");
    let answer: serde_json::Value =
        serde_json::from_str(&printed(&["probe", "tictactoe", "--json"])).unwrap();
    assert_eq!(answer["game"], "tictactoe");
    assert_eq!(answer["moves"].as_array().unwrap().len(), 9);
    assert!(printed(&["line", "tictactoe"]).contains("9. X "));

    let directory = tempdir().unwrap();
    let file = directory.path().join("games.jsonl");
    let path = file.to_str().unwrap();
    let arena = ["arena", "tictactoe", "perfect", "random", "--games", "6"];
    let text = printed(&[&arena[..], &["--quiet", "--save", path]].concat());
    assert!(text.contains("perfect (A) against random (B)"), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 6);
    let shown = printed(&["line", "--replay", path, "--number", "2"]);
    assert!(
        shown.starts_with("tictactoe: random (X) against perfect (O)"),
        "{shown}"
    );
    let ladder = ["ladder", "tictactoe", "--agents", "random,perfect"];
    let text = printed(&[&ladder[..], &["--positions", "20", "--quiet"]].concat());
    assert!(text.contains("something to lose"), "{text}");
}
