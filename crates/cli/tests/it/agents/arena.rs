//! Matches, tournaments and saved games.

use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::command::{json, quixotic, words};

#[test]
fn the_csv_has_what_the_json_has() {
    let args = words("arena quixo3 minimax:2 random --games 10 --quiet");
    let counts = json(&[&args[..], &["--json"]].concat());
    let csv = quixotic(&[&args[..], &["--csv"]].concat())
        .succeeds()
        .stdout;
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    for starts in ["a", "b"] {
        let row = lines.next().unwrap();
        assert_eq!(row[..4], ["quixo3", "minimax:2", "random", starts]);
        let part = counts[format!("{starts}_starts")].as_object().unwrap();
        assert_eq!(names.len(), 4 + part.len());
        for (name, value) in names.iter().zip(row).skip(4) {
            if !name.ends_with("seconds_per_move") {
                // Reading back may be off by the last digit.
                let (output, value) =
                    (part[*name].as_f64().unwrap(), value.parse::<f64>().unwrap());
                assert!((output - value).abs() < 1e-12, "{name}: {output} {value}");
            }
        }
    }
    assert_eq!(lines.next(), None);
    // The ranges are those of the three shares.
    for rate in ["win_rate", "loss_rate", "draw_rate"] {
        let [share, low, high] =
            ["", "_low", "_high"].map(|end| counts[format!("{rate}{end}")].as_f64().unwrap());
        assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
        assert!(high - low > 0.1, "{rate} of ten games is not that sure");
    }
}

#[test]
fn a_tournament_has_ratings_in_the_order_of_strength() {
    let args = words("arena quixo3 --all random,minimax:3,perfect --games 20 --quiet");
    let robin = json(&[&args[..], &["--json"]].concat());
    assert_eq!(robin["matches"].as_array().unwrap().len(), 3);
    let elo = |number: usize| robin["ratings"][number]["elo"].as_f64().unwrap();
    assert!(elo(0) < elo(1) && elo(1) < elo(2), "{robin}");
    let text = quixotic(&args).succeeds().stdout;
    let first = text.lines().nth(3).unwrap();
    assert!(first.trim_start().starts_with("perfect"), "{text}");
    // A match of it can be played again by its own seed.
    let first = &robin["matches"][0];
    let seed = first["seed"].to_string();
    let again = [
        "arena",
        "quixo3",
        "random",
        "minimax:3",
        "--games",
        "20",
        "--seed",
        &seed,
        "--json",
        "--quiet",
    ];
    let again = json(&again);
    for field in ["seed", "wins", "losses", "draws", "mean_plies"] {
        assert_eq!(first[field], again[field], "{field}");
    }
}

#[test]
fn who_thinks_by_the_clock_is_not_called_repeatable() {
    let output = |agent: &str| {
        let args = [
            "arena", "quixo3", agent, "random", "--games", "1", "--quiet",
        ];
        let repeatable = json(&[&args[..], &["--json"]].concat())["repeatable"].clone();
        let text = quixotic(&args).succeeds().stdout;
        (repeatable, text.contains("thinks by the clock"))
    };
    assert_eq!(output("search:1ms"), (false.into(), true));
    assert_eq!(output("search:100"), (true.into(), false));
}

#[test]
fn saved_games_can_be_replayed_and_gone_on_with() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("games.jsonl");
    let path = file.to_str().unwrap();
    quixotic(&[
        "arena", "quixo3", "perfect", "random", "--games", "4", "--save", path, "--quiet",
    ])
    .succeeds();
    let saved = fs::read_to_string(&file).unwrap();
    assert_eq!(saved.lines().count(), 4);
    let second: Value = serde_json::from_str(saved.lines().nth(1).unwrap()).unwrap();
    assert_eq!(
        (&second["x"], &second["o"]),
        (&"random".into(), &"perfect".into())
    );
    let moves = second["moves"].as_array().unwrap();
    let shown = quixotic(&["line", "--replay", path, "--number", "2"])
        .succeeds()
        .stdout;
    assert!(
        shown.starts_with("quixo3: random (X) against perfect (O)\n"),
        "{shown}"
    );
    let last = format!("{}. ", moves.len());
    assert!(shown.contains(&last), "{shown}");

    let output = quixotic(&["line", "--replay", path, "--number", "5"]).refuses();
    assert_eq!(output, format!("{path} has 4 games: there is no game 5"));
    let refused = |content: &str| {
        fs::write(&file, content).unwrap();
        quixotic(&["line", "--replay", path]).refuses()
    };
    let game = |moves: &str, winner: &str, ending: &str| {
        refused(&format!(
            r#"{{"game":"quixo3","x":"a","o":"b","moves":{moves},"winner":{winner},"ending":"{ending}"}}"#
        ))
    };
    assert!(
        game(r#"["a3R","c3L"]"#, "null", "open").contains("move 2, c3L, is not legal in 2X/3/3 O")
    );
    assert!(game(r#"["z9"]"#, "null", "open").contains("bad move `z9`"));
    assert!(game(r#"["a3R"]"#, r#""X""#, "rules").contains("said to end in a win of X"));
    assert!(refused("hello").contains("game 1 cannot be read"));
    let unknown =
        refused(r#"{"game":"chess","x":"a","o":"b","moves":[],"winner":null,"ending":"open"}"#);
    assert!(
        unknown.contains("there is no game `chess`; there are quixo3, "),
        "{unknown}"
    );
}

#[test]
fn games_of_other_rules_are_replayed_under_their_own() {
    for (game, rules) in [
        ("quixo4", &["--line", "3"][..]),
        ("quixo3", &["--double-line", "mover"]),
        ("numerical3", &["--split", "1-5", "--target", "12"]),
        ("numerical3", &["--hands", "1-5/1-4", "--target", "9"]),
    ] {
        let directory = tempdir().unwrap();
        let file = directory.path().join("games.jsonl");
        let path = file.to_str().unwrap();
        let arena = [
            "arena",
            game,
            "minimax:2",
            "random",
            "--games",
            "4",
            "--quiet",
        ];
        let args = [&arena[..], rules, &["--save", path]].concat();
        quixotic(&args).succeeds();
        let saved = fs::read_to_string(&file).unwrap();
        let output = format!(r#""rules":"{}""#, rules.join(" "));
        assert!(saved.lines().all(|line| line.contains(&output)), "{saved}");
        for number in ["1", "2", "3", "4"] {
            let shown = quixotic(&["line", "--replay", path, "--number", number])
                .succeeds()
                .stdout;
            let heading = format!("{game} {}: ", rules.join(" "));
            assert!(shown.starts_with(&heading), "{shown}");
        }
        // Under the usual rules it is another game.
        let refused = quixotic(&["play", game, "--load", path, "--x", "random"]).refuses();
        let output = format!("is a game of {game} {}, not of {game}", rules.join(" "));
        assert!(refused.ends_with(&output), "{refused}");
    }
}

#[test]
fn the_other_games_have_matches_too() {
    for (game, a, b) in [
        ("numerical3", "perfect", "random"),
        ("ultimate", "strategy", "random"),
        ("ultimate", "mcts:30", "minimax:2"),
    ] {
        let directory = tempdir().unwrap();
        let file = directory.path().join("games.jsonl");
        let path = file.to_str().unwrap();
        let args = [
            "arena", game, a, b, "--games", "4", "--starts", "a", "--json", "--save", path,
            "--quiet",
        ];
        let played = json(&args);
        assert_eq!(played["games"], 4);
        if a != "mcts:30" {
            // Both games are a win for the first player.
            assert_eq!(played["wins"], 4, "{game}: {played}");
        }
        quixotic(&["line", "--replay", path, "--number", "4"]).succeeds();
    }
}

/// The weights in the program are files like any others.
#[test]
fn weights_that_are_no_good_are_refused() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../agents/data/quixo4.qxv");
    let refused = |game: &str, path: &str| {
        let args = ["arena", game, "net", "random", "--games", "2", "--quiet"];
        quixotic(&[&args[..], &["--weights", path]].concat()).refuses()
    };
    let error = refused("quixo5", shipped);
    assert!(
        error.contains("these weights are of quixo4, not of quixo5"),
        "{error}"
    );
    let directory = tempdir().unwrap();
    let path = directory.path().join("net.qxv");
    for (bytes, reason) in [
        (
            &fs::read(shipped).unwrap()[..1000],
            "the weights are damaged",
        ),
        (b"nonsense", "these are not weights of quixotic"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = refused("quixo4", path.to_str().unwrap());
        assert!(error.contains(reason), "{error}");
    }
}
