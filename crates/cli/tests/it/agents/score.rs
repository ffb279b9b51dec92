//! The score of an agent.

use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::command::{json, quixotic, words};

/// The score as JSON, without times.
fn score(line: &str) -> Value {
    let args = words(line);
    let more = ["--json", "--no-times", "--quiet"];
    json(&[&["score"], &args[..], &more].concat())
}

/// The range of 95 % confidence of the error rate.
fn range(score: &Value) -> [f64; 2] {
    ["error_rate_low", "error_rate_high"].map(|end| score[end].as_f64().unwrap())
}

#[track_caller]
fn assert_overlap(a: [f64; 2], b: [f64; 2]) {
    assert!(a[0] <= b[1] && b[0] <= a[1], "{a:?} and {b:?}");
}

#[test]
fn the_same_agent_has_the_same_score() {
    let line = "quixo4 slips:30:minimax:1 --positions 150 --games 4";
    let first = score(line);
    assert_eq!(first, score(&format!("{line} --threads 1")));
    assert_eq!(first["set"], "quixo4-1");
    assert_eq!(
        (&first["positions"], &first["repeatable"]),
        (&150.into(), &true.into())
    );
    assert_eq!(first["elo"]["opponents"].as_array().unwrap().len(), 4);
    let games = |who: &str| first["perfect"][who]["games"].clone();
    assert_eq!((games("starts"), games("second")), (2.into(), 2.into()));
    assert_eq!(first["mistakes"].as_array().unwrap().len(), 10);
}

/// The ladder asks about the same positions, if it has the seed of the set.
#[test]
fn the_errors_are_those_of_the_ladder() {
    let scored = score("quixo4 minimax:2 --positions 200 --games 0");
    let ladder = "ladder quixo4 --agents minimax:2 --positions 200 --seed 2026 --json --quiet";
    let rung = &json(&words(ladder))["agents"][0];
    for field in [
        "positions",
        "errors",
        "wins_lost",
        "mean_shortfall",
        "levels",
    ] {
        assert_eq!(scored[field], rung[field], "{field}");
    }
    assert_eq!(scored["elo"], Value::Null);
    assert_eq!(scored["perfect"], Value::Null);
}

#[test]
fn scores_on_the_set_and_on_other_positions_go_together() {
    let line = "quixo4 mcts:50 --positions 400 --games 0";
    let (of_set, drawn) = (score(line), score(&format!("{line} --seed 7")));
    assert_overlap(range(&of_set), range(&drawn));
    assert_ne!(of_set["mistakes"], drawn["mistakes"]);
    assert_eq!((&drawn["set"], &drawn["seed"]), (&Value::Null, &7.into()));
}

/// On 5×5 nobody needs the database: what was measured with it, in docs/results/agents.md, comes out.
#[test]
fn the_set_of_5x5_needs_no_database() {
    let report = include_str!("../../../../../docs/results/agents.md");
    let (_, table) = report
        .split_once("## The strategy ladder on quixo5")
        .unwrap();
    for agent in ["random", "minimax:2"] {
        let row = table
            .lines()
            .find(|line| line.starts_with(&format!("| `{agent}` |")));
        let cell = row.unwrap().split('|').nth(2).unwrap();
        let (_, ends) = cell.trim().trim_end_matches(')').split_once('(').unwrap();
        let ends: Vec<f64> = ends
            .split('–')
            .map(|end| end.parse::<f64>().unwrap())
            .collect();
        let scored = score(&format!("quixo5 {agent} --games 2"));
        assert_overlap(range(&scored), [ends[0] / 100.0, ends[1] / 100.0]);
        assert_eq!(
            (&scored["set"], &scored["perfect"]),
            (&"quixo5-1".into(), &Value::Null)
        );
    }
}

#[test]
fn perfect_makes_no_mistake() {
    let scored = score("quixo4 perfect --positions 300 --games 2");
    assert_eq!(
        (&scored["errors"], &scored["mean_shortfall"]),
        (&0.into(), &0.0.into())
    );
    assert_eq!(scored["mistakes"], Value::Array(Vec::new()));
    // The first player wins in 21 plies.
    let starts = &scored["perfect"]["starts"];
    assert_eq!(
        (&starts["wins"], &starts["mean_plies"]),
        (&1.into(), &21.0.into())
    );
    assert_eq!(scored["perfect"]["second"]["losses"], 1);
}

/// Whoever has it sees that the mistakes are mistakes: by `probe`, which knows nothing of sets.
#[test]
fn the_mistakes_are_there_in_the_solution() {
    let scored = score("quixo4 random --positions 100 --games 0");
    for mistake in scored["mistakes"].as_array().unwrap() {
        let position = mistake["position"].as_str().unwrap();
        let probed = json(&["probe", "quixo4", position, "--json"]);
        let of = |mv: &Value| {
            let moves = probed["moves"].as_array().unwrap();
            let found = moves.iter().find(|found| found["move"] == *mv).unwrap();
            (found["outcome"].clone(), found["distance"].clone())
        };
        let value = |field: &str| {
            let value = &mistake[field];
            (value["outcome"].clone(), value["distance"].clone())
        };
        assert_eq!(of(&mistake["move"]), value("played"), "{mistake}");
        assert_eq!(
            (&probed["outcome"], &probed["distance"]),
            (&value("best").0, &value("best").1)
        );
        for best in mistake["best_moves"].as_array().unwrap() {
            assert_eq!(of(best), value("best"), "{mistake}");
        }
        assert_ne!(value("played").0, value("best").0);
        let link = format!(
            "http://localhost:8080/#game=quixo4&start={}&moves={}&ply=0",
            position.replace(' ', "_"),
            mistake["move"].as_str().unwrap()
        );
        assert_eq!(mistake["link"], *link);
    }
}

#[test]
fn the_page_is_one_file_with_drawn_boards() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (html, badge) = (path("score.html"), path("score.svg"));
    let line = "score quixo4 random --positions 100 --games 2 --quiet --page https://example.org/";
    let args = words(line);
    let text = quixotic(&[&args[..], &["--html", &html, "--badge", &badge]].concat());
    let text = text.succeeds().stdout;
    let [html, badge] = [html, badge].map(|path| fs::read_to_string(path).unwrap());
    assert_eq!(html.matches("<svg").count(), 10);
    assert_eq!(
        html.matches("href=\"https://example.org/#game=quixo4")
            .count(),
        10
    );
    for foreign in ["src=", "<link", "url(", "@import", "<script"] {
        assert!(!html.contains(foreign), "{foreign}");
    }
    let rate = text.lines().find_map(|line| line.strip_prefix("errors"));
    let rate = rate.unwrap().split_whitespace().next().unwrap();
    for output in [&html, &badge, &text] {
        assert!(output.contains("quixo4-1"), "{output}");
        assert!(output.contains(&format!("{rate} %")), "{rate} in {output}");
    }
}

/// A program is scored like an agent that has a name: by the example of docs/engine.md.
#[cfg(unix)]
#[test]
fn a_program_has_a_score() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/ugi_engine.py");
    let agent = format!("ugi:20s:python3 {example}");
    let more = ["--positions", "60", "--games", "2", "--json", "--quiet"];
    let scored = json(&[&["score", "quixo4", &agent], &more[..]].concat());
    assert_eq!(
        (&scored["agent"], &scored["positions"]),
        (&agent.as_str().into(), &60.into())
    );
    assert_eq!(
        (&scored["set"], &scored["repeatable"]),
        (&"quixo4-1".into(), &false.into())
    );
    // It takes a line where it can, so it errs less often than chance does.
    assert!(scored["error_rate"].as_f64().unwrap() < 0.6, "{scored}");
}

#[test]
fn what_has_no_score_says_why() {
    let refused =
        |line: &str| quixotic(&[&["score"], &words(line)[..], &["--quiet"]].concat()).refuses();
    let error = refused("quixo4 random --positions 4001");
    assert!(
        error.contains("a set has 4000 positions, not 4001"),
        "{error}"
    );
    let error = refused("quixo4 --line 3 random");
    assert!(
        error.contains("there is no set of positions of quixo4 --line 3"),
        "{error}"
    );
    // The opening in the program would give the first levels alone.
    for game in ["quixo5", "ultimate"] {
        let error = refused(&format!("{game} random --seed 1"));
        let said = format!("positions of {game} are drawn from its complete solution");
        assert!(error.contains(&said), "{error}");
    }
    let error = refused("quixo4 strategy");
    assert!(error.contains("`strategy` does not play quixo4"), "{error}");
}
