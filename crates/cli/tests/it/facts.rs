//! What `--json` and `--csv` say, against what is known of the game.

use crate::command::{command, json, quixotic, run};
use serde_json::{Value, json};

/// The fields of an object, in the order in which they are printed.
fn fields(text: &str) -> Vec<String> {
    let object: serde_json::Map<String, Value> = serde_json::from_str(text).unwrap();
    object.keys().cloned().collect()
}

#[test]
fn the_empty_boards_are_won_in_7_and_21() {
    for (game, position, distance, moves) in [
        ("quixo3", "3/3/3 X", 7, 20),
        ("quixo4", "4/4/4/4 X", 21, 32),
    ] {
        let probe = json(&["probe", game, "--json"]);
        assert_eq!(probe["game"], game);
        assert_eq!(probe["position"], position);
        assert_eq!(probe["outcome"], "win");
        assert_eq!(probe["distance"], distance);
        assert_eq!(probe["moves"].as_array().unwrap().len(), moves);
        assert_eq!(probe["moves"][0]["distance"], distance);
    }
}

#[test]
fn a_position_is_one_argument_or_two() {
    let one = json(&["probe", "quixo4", "X3/2O1/4/3X O", "--json"]);
    let two = json(&["probe", "quixo4", "X3/2O1/4/3X", "O", "--json"]);
    assert_eq!(one, two);
    let start = json(&["probe", "quixo4", "start", "--json"]);
    assert_eq!(start, json(&["probe", "quixo4", "--json"]));
}

#[test]
fn moves_are_best_first_and_their_value_is_the_movers() {
    let position = "2X1/4/O2O/1X2 O";
    let probe = json(&["probe", "quixo4", position, "--json"]);
    let moves = probe["moves"].as_array().unwrap();
    let value = |found: &Value| (found["outcome"].clone(), found["distance"].clone());
    assert_eq!(value(&moves[0]), value(&probe));
    // Wins by their distance, draws, losses by their distance, the longest first.
    let rank = |found: &Value| match found["outcome"].as_str().unwrap() {
        "win" => 1000 - found["distance"].as_i64().unwrap(),
        "draw" => 0,
        "loss" => -1000 + found["distance"].as_i64().unwrap(),
        other => panic!("{other}"),
    };
    assert!(moves.is_sorted_by_key(|found| -rank(found)));
    let outcomes: Vec<&str> = moves
        .iter()
        .filter_map(|found| found["outcome"].as_str())
        .collect();
    assert!(
        ["win", "draw", "loss"]
            .iter()
            .all(|outcome| outcomes.contains(outcome))
    );
    // What is a win for the mover is a loss for the other player, a ply later.
    for found in moves {
        let after = json(&[
            "probe",
            "quixo4",
            found["position"].as_str().unwrap(),
            "--json",
        ]);
        let (outcome, distance) = match found["outcome"].as_str().unwrap() {
            "win" => ("loss", json!(found["distance"].as_i64().unwrap() - 1)),
            "loss" => ("win", json!(found["distance"].as_i64().unwrap() - 1)),
            _ => ("draw", Value::Null),
        };
        assert_eq!(value(&after), (json!(outcome), distance), "{found}");
    }
}

#[test]
fn a_line_takes_as_many_plies_as_its_distance() {
    let line = json(&["line", "quixo4", "--json"]);
    let moves = line["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 21);
    for (ply, found) in moves.iter().enumerate() {
        assert_eq!(found["distance"], 21 - ply);
        assert_eq!(found["outcome"], ["win", "loss"][ply % 2]);
    }
    let last = moves[20]["position"].as_str().unwrap();
    let end = json(&["probe", "quixo4", last, "--json"]);
    assert_eq!(end["outcome"], "loss");
    assert_eq!(end["distance"], 0);
    assert_eq!(end["moves"], json!([]));
}

#[test]
fn the_counts_of_4x4_are_those_of_the_paper() {
    let stats = json(&["stats", "quixo4", "--json"]);
    assert_eq!(stats["positions"], 3_u64.pow(16));
    assert_eq!(stats["win"], 26_434_489);
    assert_eq!(stats["loss"], 15_003_736);
    assert_eq!(stats["draw"], 1_608_496);
    assert_eq!(stats["reachable"], 41_252_115);
    let by_class = stats["by_class"].as_array().unwrap();
    assert_eq!(by_class.len(), 17 * 18 / 2);
    assert_eq!(
        by_class[0],
        json!({"mover": 0, "other": 0, "win": 1, "loss": 0, "draw": 0})
    );
    for outcome in ["win", "loss", "draw"] {
        let sum: u64 = by_class
            .iter()
            .map(|class| class[outcome].as_u64().unwrap())
            .sum();
        assert_eq!(stats[outcome], sum, "{outcome}");
    }
    let by_distance = stats["by_distance"].as_array().unwrap();
    let rows = by_distance
        .iter()
        .map(|row| format!("{},{},{}\n", row["plies"], row["win"], row["loss"]));
    assert_eq!(
        "plies,win,loss\n".to_owned() + &rows.collect::<String>(),
        golden()
    );
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
fn the_counts_of_3x3_add_up() {
    let stats = json(&["stats", "quixo3", "--json"]);
    assert_eq!(stats["positions"], 3_u64.pow(9));
    assert_eq!(stats["reachable"], 16_021);
    let csv = quixotic(&["stats", "quixo3", "--csv=class"])
        .succeeds()
        .stdout;
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("mover,other,win,loss,draw"));
    let sum: u64 = lines
        .flat_map(|line| {
            line.split(',')
                .skip(2)
                .map(|number| number.parse::<u64>().unwrap())
        })
        .sum();
    assert_eq!(sum, 3_u64.pow(9));
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

#[test]
fn the_results_of_5x5_have_the_published_counts() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}")).unwrap();
    let stats: Value = serde_json::from_str(&read("docs/results/quixo5.json")).unwrap();
    let published = read("crates/tablebase/tests/golden/quixo-5x5-classes.csv");
    let rows: Vec<Value> = published
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .map(|line| {
            let numbers: Vec<u64> = line.split(',').map(|n| n.parse().unwrap()).collect();
            json!({
                "mover": numbers[0], "other": numbers[1],
                "win": numbers[2], "loss": numbers[3], "draw": numbers[4],
            })
        })
        .collect();
    assert_eq!(rows.len(), 351);
    let by_class = stats["by_class"].as_array().unwrap();
    assert_eq!(by_class.len(), 351);
    for row in &rows {
        assert!(by_class.contains(row), "{row}");
    }
    // The distances account for all wins and losses.
    for outcome in ["win", "loss"] {
        let by_distance = stats["by_distance"].as_array().unwrap().iter();
        let sum: u64 = by_distance.map(|row| row[outcome].as_u64().unwrap()).sum();
        assert_eq!(stats[outcome], sum);
    }
}
