//! The subcommands about agents: matches, saved games, play, ladder, training.

mod command;

use std::fs;
use std::io::Write;
use std::process::Stdio;

use command::{Run, command, json, quixotic, run};
use tempfile::tempdir;

/// Runs the command with lines to read.
fn typed(args: &[&str], lines: &str) -> Run {
    let mut child = command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(lines.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let on = |threads: &str| {
        let mut result = json(&[
            "arena",
            "quixo4",
            "minimax:2",
            "mcts:20",
            "--games",
            "6",
            "--seed",
            "5",
            "--json",
            "--quiet",
            "--threads",
            threads,
        ]);
        for time in ["a_seconds_per_move", "b_seconds_per_move"] {
            assert!(result[time].as_f64().unwrap() > 0.0);
            result[time] = 0.into();
        }
        result
    };
    let one = on("1");
    assert_eq!(one, on("4"));
    for (field, value) in [("game", "quixo4"), ("a", "minimax:2"), ("b", "mcts:20")] {
        assert_eq!(one[field], value);
    }
    let number = |part: &serde_json::Value, field: &str| part[field].as_u64().unwrap();
    assert_eq!(number(&one, "games"), 6);
    for part in [&one, &one["a_starts"], &one["b_starts"]] {
        let counted: u64 = ["wins", "losses", "draws"]
            .iter()
            .map(|field| number(part, field))
            .sum();
        assert_eq!(counted, number(part, "games"));
    }
    for field in ["games", "wins", "losses", "draws"] {
        let parts = number(&one["a_starts"], field) + number(&one["b_starts"], field);
        assert_eq!(parts, number(&one, field), "{field}");
    }
}

#[test]
fn the_csv_counts_what_the_json_counts() {
    let args = [
        "arena",
        "quixo3",
        "minimax:2",
        "random",
        "--games",
        "10",
        "--quiet",
    ];
    let counts = json(&[&args[..], &["--json"]].concat());
    let csv = quixotic(&[&args[..], &["--csv"]].concat())
        .succeeds()
        .stdout;
    let line = |starts: &str| {
        let part = &counts[format!("{starts}_starts")];
        format!(
            "quixo3,minimax:2,random,{starts},5,{},{},{}\n",
            part["wins"], part["losses"], part["draws"]
        )
    };
    let head = "game,a,b,starts,games,wins,losses,draws\n";
    assert_eq!(csv, format!("{head}{}{}", line("a"), line("b")));
}

#[test]
fn a_tournament_has_ratings_in_the_order_of_strength() {
    let args = [
        "arena",
        "quixo3",
        "--all",
        "random,minimax:3,perfect",
        "--games",
        "20",
        "--quiet",
    ];
    let robin = json(&[&args[..], &["--json"]].concat());
    assert_eq!(robin["matches"].as_array().unwrap().len(), 3);
    let elo = |number: usize| robin["ratings"][number]["elo"].as_f64().unwrap();
    assert!(elo(0) < elo(1) && elo(1) < elo(2), "{robin}");
    let text = quixotic(&args).succeeds().stdout;
    let first = text.lines().nth(3).unwrap();
    assert!(first.trim_start().starts_with("perfect"), "{text}");
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
    let second: serde_json::Value = serde_json::from_str(saved.lines().nth(1).unwrap()).unwrap();
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

    let told = quixotic(&["line", "--replay", path, "--number", "5"]).refuses();
    assert_eq!(told, format!("{path} has 4 games: there is no game 5"));
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
    assert!(unknown.ends_with("there is no game `chess`"), "{unknown}");
}

#[test]
fn a_person_can_play_undo_ask_save_and_load() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("game.json");
    let path = file.to_str().unwrap();
    let lines = format!("hint\na3R\nundo\n1\nfoo\na9X\nmoves\nsave {path}\nquit\n");
    let run = typed(&["play", "quixo3", "--o", "minimax:2"], &lines).succeeds();
    let shown = run.stdout;
    assert!(shown.contains("a3R   win in 7 plies"), "{shown}");
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
    let told = typed(&["play", "quixo4", "--load", path], "").refuses();
    assert!(
        told.ends_with("is a game of quixo3, not of quixo4"),
        "{told}"
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
    assert!(shown.contains("X (human) wins after 1 plies."), "{shown}");
    assert!(shown.contains("the game is over: `undo`"), "{shown}");
    assert!(shown.contains("there is nothing to undo"), "{shown}");
    assert!(shown.contains("c1T   win in 1 ply"), "{shown}");
}

#[test]
fn without_a_database_perfect_says_how_to_get_one() {
    let data = tempdir().unwrap();
    let told = run(command()
        .args(["arena", "quixo5", "perfect", "random", "--games", "1"])
        .env("XDG_DATA_HOME", data.path())
        .env("HOME", data.path()))
    .refuses();
    assert_eq!(
        told,
        "`perfect` needs the solution of quixo5: make it with `quixotic solve quixo5`"
    );
    let told = quixotic(&["arena", "quixo3", "dqn", "random"]).refuses();
    assert!(told.starts_with("`dqn` does not play quixo3: "), "{told}");
}

#[test]
fn the_ladder_finds_no_error_of_perfect_and_many_of_random() {
    let args = [
        "ladder",
        "quixo4",
        "--agents",
        "random,minimax:2,perfect",
        "--positions",
        "100",
        "--quiet",
    ];
    let ladder = json(&[&args[..], &["--json"]].concat());
    let errors = |number: usize| ladder["agents"][number]["errors"].as_u64().unwrap();
    assert!(errors(0) > errors(1) && errors(1) > errors(2), "{ladder}");
    assert_eq!(errors(2), 0);
    assert_eq!(ladder["agents"][2]["mean_shortfall"], 0.0);
    let svg = quixotic(&[&args[..], &["--svg", "-"]].concat())
        .succeeds()
        .stdout;
    assert!(
        svg.starts_with("<svg") && svg.contains("minimax:2"),
        "{svg}"
    );
}

#[cfg(feature = "dqn")]
#[test]
fn a_training_leaves_weights_that_play_and_curves() {
    let directory = tempdir().unwrap();
    let weights = directory.path().join("small.qxn");
    let path = weights.to_str().unwrap();
    let args = [
        "train",
        "quixo3",
        "--episodes",
        "100",
        "--out",
        path,
        "--quiet",
    ];
    let told = quixotic(&args).succeeds().stdout;
    assert!(told.starts_with("quixo3 is trained: 300 games"), "{told}");
    let first = fs::read(&weights).unwrap();
    let svg = fs::read_to_string(weights.with_extension("svg")).unwrap();
    assert!(svg.contains("won against random"), "{svg}");
    assert!(!weights.with_extension("checkpoint").exists());
    // The same seed, the same weights.
    quixotic(&args).succeeds();
    assert_eq!(first, fs::read(&weights).unwrap());
    let match_args = [
        "arena",
        "quixo3",
        "dqn",
        "random",
        "--games",
        "4",
        "--quiet",
        "--weights",
    ];
    quixotic(&[&match_args[..], &[path]].concat()).succeeds();
    fs::write(&weights, "nonsense").unwrap();
    let told = quixotic(&[&match_args[..], &[path]].concat()).refuses();
    assert!(told.contains("these are no weights of quixotic"), "{told}");
}

#[test]
fn the_other_games_can_be_played_too() {
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
