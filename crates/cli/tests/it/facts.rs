//! What `--json` and `--csv` say, against what is known of the game.

use crate::command::{command, json, quixotic, run};
use serde_json::{Value, json};

/// The fields of an object, in the order in which they are printed.
fn fields(text: &str) -> Vec<String> {
    let object: serde_json::Map<String, Value> = serde_json::from_str(text).unwrap();
    object.keys().cloned().collect()
}

#[test]
fn the_table_of_distances_is_that_of_the_paper() {
    let csv = quixotic(&["stats", "quixo4", "--csv"]).succeeds();
    assert_eq!(csv.stdout, golden());
    let text = quixotic(&["stats", "quixo4"]).succeeds().stdout;
    assert!(text.contains("win      26,434,489   61.4 %"), "{text}");
    assert!(text.contains("528         13  100,374"), "{text}");
}

fn golden() -> String {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../quixo/tests/golden/quixo-4x4-distances.csv"
    );
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_fields_of_json_are_those_of_the_contract() {
    let keys = |text: &str| {
        let mut keys = fields(text);
        keys.sort();
        keys
    };
    let of_value = [
        "distance", "game", "known", "moves", "outcome", "position", "rules", "to_move", "winner",
    ];
    for command in ["probe", "line"] {
        let text = quixotic(&[command, "quixo3", "--json"]).stdout;
        assert_eq!(keys(&text), of_value);
        let value: Value = serde_json::from_str(&text).unwrap();
        let of_move = ["distance", "known", "move", "outcome", "position", "winner"];
        assert_eq!(keys(&value["moves"][0].to_string()), of_move);
    }
    let text = quixotic(&["stats", "quixo3", "--json"]).stdout;
    let of_stats = [
        "by_class",
        "by_distance",
        "draw",
        "game",
        "loss",
        "positions",
        "reachable",
        "rules",
        "signature",
        "win",
    ];
    assert_eq!(keys(&text), of_stats);
    let value: Value = serde_json::from_str(&text).unwrap();
    let of_class = ["draw", "loss", "mover", "other", "win"];
    assert_eq!(keys(&value["by_class"][0].to_string()), of_class);
    assert_eq!(
        keys(&value["by_distance"][0].to_string()),
        ["loss", "plies", "win"]
    );
}

#[test]
fn probe_shows_traps_only_to_those_who_ask() {
    let position = "2X1/4/O2O/1X2 X";
    let plain = quixotic(&["probe", "quixo4", position]).succeeds().stdout;
    assert!(!plain.contains("goes wrong"), "{plain}");
    let shown = quixotic(&["probe", "quixo4", position, "--traps"])
        .succeeds()
        .stdout;
    assert!(shown.contains("goes wrong"), "{shown}");
    assert!(shown.contains("how likely a club player makes"), "{shown}");
    // The database knows all of 4×4.
    assert!(!shown.contains('~'), "{shown}");

    let asked = ["probe", "quixo4", position, "--json", "--traps"];
    let answer = json(&[&asked[..], &["--opponent", "strong"]].concat());
    assert_eq!(answer["opponent"], "strong");
    let moves = answer["moves"].as_array().unwrap();
    let drawing: Vec<&Value> = moves.iter().filter(|mv| mv["outcome"] == "draw").collect();
    let chance = |mv: &&Value| mv["trap"]["chance"].as_f64().unwrap();
    let chances: Vec<f64> = drawing.iter().map(chance).collect();
    assert!(chances.len() > 5 && chances.is_sorted_by(|a, b| a >= b));
    assert!(drawing.iter().all(|mv| mv["trap"]["known"] == "proved"));
    for mv in moves.iter().filter(|mv| mv["outcome"] != "draw") {
        assert!(mv.get("trap").is_none(), "{mv}");
    }

    let error = quixotic(&["probe", "quixo4", "--traps", "--opponent", "master"]).refuses();
    assert!(error.contains("beginner, club and strong"), "{error}");
    let error = quixotic(&["probe", "ultimate", "--traps"]).refuses();
    assert!(error.contains("no database and no network"), "{error}");
}

#[test]
fn what_solve_prints_as_json_is_what_stats_says_of_the_database() {
    let directory = tempfile::tempdir().unwrap();
    let db = directory.path().to_str().unwrap();
    let solve = ["solve", "quixo3", "--json", "--quiet", "--db", db];
    let mut solved = json(&solve);
    let stats = json(&["stats", "quixo3", "--json", "--db", db]);
    for field in [
        "game",
        "rules",
        "positions",
        "win",
        "loss",
        "draw",
        "signature",
    ] {
        assert_eq!(solved[field], stats[field], "{field}");
    }
    assert_eq!(solved["database"], db);
    assert_eq!(
        (&solved["outcome"], &solved["distance"]),
        (&json!("win"), &json!(7))
    );
    assert_eq!(solved["complete"], true);
    assert!(solved["cpu_seconds"].as_f64().unwrap() >= 0.0);
    solved.as_object_mut().unwrap().remove("cpu_seconds");
    assert_eq!(json(&[&solve[..], &["--no-times"]].concat()), solved);
}

/// Lines on standard error that are objects, the last of which says that all is done.
#[test]
fn progress_for_programs_is_an_object_in_a_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (db, folder) = (&*path("db"), &*path("folder"));
    for (args, unit) in [
        (&["solve", "quixo3", "--db", db][..], "positions"),
        (&["verify", "quixo3"], "positions"),
        (&["arena", "quixo3", "random", "random"], "games"),
        (&["export", "quixo3", folder, "--json"], "steps"),
    ] {
        let run = quixotic(&[&["--progress", "json"], args].concat()).succeeds();
        let lines = run.stderr.lines();
        let lines: Vec<Value> = lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let last = lines.last().expect("there is progress");
        assert_eq!(last["unit"], unit, "{args:?}");
        assert!(last["doing"].is_string(), "{args:?}");
        assert_eq!(last["done"], last["total"], "{args:?}: {last}");
        assert_eq!(quixotic(&[args, &["--quiet"]].concat()).stderr, "");
    }
}

#[test]
fn the_games_are_listed_with_what_is_here() {
    let data = tempfile::tempdir().unwrap();
    let with_data = |args: &[&str]| {
        let run = run(command()
            .args(args)
            .env("XDG_DATA_HOME", data.path())
            .env("HOME", data.path()));
        run.succeeds().stdout
    };
    let games =
        || -> Vec<Value> { serde_json::from_str(&with_data(&["games", "--json"])).unwrap() };
    let of = |games: &[Value], field: &str| -> Vec<Value> {
        games.iter().map(|game| game[field].clone()).collect()
    };
    let before = games();
    let names = [
        "quixo3",
        "quixo4",
        "quixo5",
        "numerical3",
        "numerical4",
        "ultimate",
    ];
    assert_eq!(of(&before, "game"), names);
    assert!(of(&before, "rules").iter().all(|rules| rules == "standard"));
    let sources = [
        "embedded", "embedded", "embedded", "search", "search", "search",
    ];
    assert_eq!(of(&of(&before, "solution"), "source"), sources);
    assert_eq!(before[2]["levels"], json!([0, 1, 2, 3, 4, 5, 6, 7]));
    assert_eq!(before[2]["complete"], false);
    assert_eq!(before[3]["levels"], Value::Null);
    assert_eq!(before[1]["players"], json!(["X", "O"]));
    assert_eq!(before[3]["players"], json!(["first", "second"]));
    assert_eq!(
        of(before[0]["options"].as_array().unwrap(), "name"),
        ["line", "double-line"]
    );
    let agents = of(before[1]["agents"].as_array().unwrap(), "agent");
    assert!(agents.contains(&json!("perfect")), "{agents:?}");
    assert!(with_data(&["games"]).contains("levels 0–7 in the program"));

    with_data(&["solve", "quixo5", "--until", "25", "--quiet"]);
    let after = &games()[2];
    assert_eq!(after["solution"]["source"], "directory");
    assert_eq!(
        (&after["levels"], &after["complete"]),
        (&json!([0, 1, 2, 3, 4, 5, 6, 7, 25]), &json!(false))
    );
    let text = with_data(&["games"]);
    let place = data.path().join("quixotic/quixo5");
    assert!(
        text.contains(&format!("levels 0–7, 25 in {}", place.display())),
        "{text}"
    );
}

#[test]
fn the_committed_figure_is_what_the_command_draws() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("figure.svg");
    let silent = quixotic(&["stats", "quixo4", "--svg", path.to_str().unwrap()]).succeeds();
    assert_eq!(silent.stdout, "");
    let drawn = std::fs::read_to_string(path).unwrap();
    let committed = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/results/quixo4-outcomes.svg"
    );
    assert_eq!(drawn, std::fs::read_to_string(committed).unwrap());
    let printed = run(command()
        .args(["stats", "quixo4", "--svg", "-"])
        .current_dir(directory.path()))
    .succeeds();
    assert_eq!(printed.stdout, drawn);
    assert!(!directory.path().join("-").exists());
}
