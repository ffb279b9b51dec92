//! What `results` writes: whole files, the same from every database, and for 5×5
//! games that follow the rules.

use std::collections::BTreeMap;
use std::path::Path;

use crate::command::{files, quixotic as research};
use crate::quixotic;
use quixotic_game::{Game, Outcome};
use quixotic_quixo::{Quixo, Rules};
use quixotic_research::notable::images;
use serde_json::{Value, json as object};

/// Runs `results` into a directory of its own, and reads what it wrote.
fn results(args: &[&str]) -> BTreeMap<String, String> {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("new");
    let fixed = ["--quiet", "--out", out.to_str().unwrap()];
    let run = research(&[&["results"], args, &fixed].concat()).succeeds();
    assert_eq!(run.stderr, "");
    let text = |(name, bytes)| (name, String::from_utf8(bytes).unwrap());
    let written: BTreeMap<String, String> = files(&out).into_iter().map(text).collect();
    // It says what it wrote.
    let mut paths: Vec<&str> = run.stdout.lines().collect();
    paths.sort_unstable();
    let names = paths
        .iter()
        .map(|path| Path::new(path).file_name().unwrap().to_str().unwrap());
    assert!(names.eq(written.keys()));
    written
}

fn json(written: &BTreeMap<String, String>, game: &str) -> Value {
    serde_json::from_str(&written[&format!("{game}.json")]).unwrap()
}

/// Checks that every element of an SVG is closed where it should be.
fn is_well_formed(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert!(tag.matches('"').count() % 2 == 0, "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

/// The positions of a list of games, one of each orbit, mirror images included; the
/// games are played to their end.
fn positions(quixo: &Quixo, games: &Value, outcome: Outcome) -> u64 {
    let mut positions = 0;
    for game in games.as_array().unwrap() {
        let plies = game["distance"].as_u64().unwrap();
        let moves = game["moves"].as_array().unwrap();
        assert_eq!(moves.len() as u64, plies);
        assert_eq!(game["outcome"], outcome.to_string());
        let start = quixo
            .parse_position(game["position"].as_str().unwrap())
            .unwrap();
        let mut position = start;
        for (ply, found) in (1..).zip(moves) {
            let mv = quixo.parse_move(found["move"].as_str().unwrap()).unwrap();
            assert!(quixo.is_legal(position.board, mv), "ply {ply}");
            position.board = quixo.play_on(position.board, mv);
            position.to_move = !position.to_move;
            assert_eq!(found["position"], quixo.format_position(&position));
        }
        // The loser of the game, or its winner, would be to move at its end.
        let ended = quixo.ended_on(position.board).expect("the game is over");
        let of_start = match (start.to_move == position.to_move, ended) {
            (true, ended) => ended,
            (false, Outcome::Win) => Outcome::Loss,
            (false, _) => Outcome::Win,
        };
        assert_eq!(of_start, outcome);
        positions += images(quixo.rules(), start.board).len() as u64;
    }
    positions
}

/// The number of positions at the greatest distance with that outcome.
fn most_distant(results: &Value, outcome: &str) -> u64 {
    let rows = results["by_distance"].as_array().unwrap().iter();
    let mut numbers = rows.filter_map(|row| row[outcome].as_u64());
    numbers.rfind(|&number| number > 0).unwrap()
}

fn quixo(size: u8) -> Quixo {
    Quixo::new(Rules::official(size).unwrap())
}

/// All longest games are there, and follow the rules.
fn longest_games_are_complete(quixo: &Quixo, results: &Value) {
    let won = positions(quixo, &results["longest_wins"], Outcome::Win);
    assert_eq!(won, most_distant(results, "win"));
    let lost = positions(quixo, &results["longest_losses"], Outcome::Loss);
    assert_eq!(lost, most_distant(results, "loss"));
}

#[test]
fn results_are_the_same_from_every_database_and_with_any_threads() {
    let whole = results(&["quixo3", "--sample", "40"]);
    assert_eq!(whole.len(), 8);
    let database = tempfile::tempdir().unwrap();
    let db = database.path().to_str().unwrap();
    quixotic(&[
        "solve",
        "quixo3",
        "--win-distances",
        "drop",
        "--quiet",
        "--db",
        db,
    ]);
    let thin = results(&["quixo3", "--sample", "40", "--threads", "1", "--db", db]);
    assert_eq!(whole, thin);
    let seeded = results(&["quixo3", "--sample", "40", "--seed", "2"]);
    let changed = whole.keys().filter(|&name| whole[name] != seeded[name]);
    assert_eq!(
        changed.collect::<Vec<_>>(),
        ["quixo3-random-move.svg", "quixo3.json", "quixo3.md"]
    );
}

#[test]
fn results_of_4x4_are_whole() {
    let written = results(&["quixo4", "--sample", "300"]);
    for (name, svg) in written.iter().filter(|(name, _)| name.ends_with(".svg")) {
        is_well_formed(svg);
        let shown = format!("]({name})");
        assert!(written["quixo4.md"].contains(&shown), "{name}");
    }
    let page = &written["quixo4.md"];
    assert!(page.contains("`quixotic-research results quixo4 --sample 300 --seed 1`"));
    assert!(page.contains("The empty board is a win in 21 plies."));
    let results = json(&written, "quixo4");
    longest_games_are_complete(&quixo(4), &results);
    assert_eq!(results["longest_losses"][0]["distance"], 22);
    assert_eq!(results["smallest_decided"]["boards"][0], "4/4/4/4 X");
    let levels = results["random_move"]["by_level"].as_array().unwrap();
    assert_eq!(levels.len(), 17);
    // The values of the 32 first moves are those of `probe`.
    let first = &results["first_moves"][0];
    let probe: Value = serde_json::from_str(&quixotic(&["probe", "quixo4", "--json"])).unwrap();
    let probed = probe["moves"].as_array().unwrap();
    for outcome in ["win", "draw", "loss"] {
        let moves = first["moves"].as_array().unwrap().iter();
        let listed = moves.filter(|found| found["outcome"] == outcome);
        let listed: u64 = listed.map(|found| found["moves"].as_u64().unwrap()).sum();
        let moves = probed.iter().filter(|found| found["outcome"] == outcome);
        assert_eq!(listed, moves.count() as u64, "{outcome}");
    }
    let drawn = quixotic(&["stats", "quixo4", "--svg", "-"]);
    assert_eq!(written["quixo4-outcomes.svg"], drawn);
}

#[test]
fn results_need_the_whole_game() {
    let database = tempfile::tempdir().unwrap();
    let db = database.path().to_str().unwrap();
    quixotic(&["solve", "quixo3", "--until", "5", "--quiet", "--db", db]);
    let refused = research(&["results", "quixo3", "--db", db]).refuses();
    let advice = "results are those of a whole game; go on with `quixotic solve quixo3 --db";
    assert!(refused.starts_with(advice), "{refused}");
}

/// The committed results, by the rules alone and against what the paper says.
#[test]
fn the_results_of_5x5_follow_the_rules() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/");
    let read = |name: &str| std::fs::read_to_string(format!("{directory}{name}")).unwrap();
    let results: Value = serde_json::from_str(&read("quixo5.json")).unwrap();
    let quixo = quixo(5);
    longest_games_are_complete(&quixo, &results);
    let tiles = |kind: &str| {
        let board = results[kind]["boards"][0].as_str().unwrap();
        let board = quixo.parse_position(board).unwrap().board;
        [board.mine().count_ones(), board.theirs().count_ones()]
    };
    // Figure 7a: O has taken an own tile.
    assert_eq!(tiles("smallest_decided"), [2, 1]);
    let [mine, theirs] = tiles("smallest_decided_by_empty_tiles");
    assert!(mine == theirs || mine + 1 == theirs);
    let [mine, theirs] = tiles("smallest_balanced_losses");
    assert_eq!(mine, theirs);
    // The game is drawn, and so it is after every first and second move: all
    // positions with at most one tile of each player that can occur are drawn.
    for ply in ["first_moves", "second_moves"] {
        for opening in results[ply].as_array().unwrap() {
            let mut moves = opening["moves"].as_array().unwrap().iter();
            assert!(moves.all(|found| found["outcome"] == "draw"), "{opening}");
        }
    }
    let page = read("quixo5.md");
    for image in page.split("](").skip(1) {
        let (name, _) = image.split_once(')').unwrap();
        assert!(Path::new(directory).join(name).exists(), "{name}");
        if name.ends_with(".svg") {
            is_well_formed(&read(name));
        }
    }
}

/// The results in docs.
fn published() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results")
}

#[test]
fn the_comparison_of_rules_in_docs_is_what_the_command_writes() {
    let directory = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(published()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with("quixo5") && name.ends_with(".json") {
            std::fs::copy(&path, directory.path().join(name)).unwrap();
        }
    }
    let out = directory.path().to_str().unwrap();
    research(&["variants", "--quiet", "--out", out]).succeeds();
    let written = files(directory.path());
    is_well_formed(std::str::from_utf8(&written["variants.svg"]).unwrap());
    for name in ["variants.md", "variants.svg"] {
        let in_docs = std::fs::read(published().join(name)).unwrap();
        assert!(written[name] == in_docs, "{name}");
    }
    // What the paper says of the official rules.
    let page = std::str::from_utf8(&written["variants.md"]).unwrap();
    assert!(page.contains("| 3×3 | 3 | loses | win in 7 plies |"));
    assert!(page.contains("| 4×4 | 4 | loses | win in 21 plies |"));
    assert!(page.contains("| 5×5 | 5 | loses | draw |"));
}

#[test]
fn results_of_other_rules_are_not_compared_as_if_they_were_these() {
    let directory = tempfile::tempdir().unwrap();
    let wrong = directory.path().join("quixo5.json");
    std::fs::copy(published().join("quixo5.json"), &wrong).unwrap();
    std::fs::rename(&wrong, directory.path().join("quixo5-line4.json")).unwrap();
    let out = directory.path().to_str().unwrap();
    let refused = research(&["variants", "--quiet", "--out", out]).refuses();
    let why = "quixo5-line4.json has no results: they are those of other rules";
    assert!(refused.ends_with(why), "{refused}");
    assert_eq!(files(directory.path()).len(), 1);
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
            object!({
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
