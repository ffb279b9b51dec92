//! The commands that the README and the guide tell people to type are run. What its
//! console blocks print is checked with the cases, see `cases.rs`.

use crate::command::{command, json, run};
use tempfile::tempdir;

const README: &str = include_str!("../../../../README.md");
const GUIDE: &str = include_str!("../../../../docs/guide.md");

/// The lines of the blocks in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let mut inside = false;
    let mut lines = Vec::new();
    for line in README.lines().chain(GUIDE.lines()) {
        match line.strip_prefix("```") {
            Some(opened) => inside = !inside && opened == language,
            None if inside => lines.push(line),
            None => {}
        }
    }
    lines
}

#[test]
fn the_commands_of_the_readme_work() {
    let data = tempdir().unwrap();
    let mut ran = 0;
    for line in blocks("sh") {
        let typed = line.split('#').next().unwrap().trim();
        let args = typed
            .strip_prefix("cargo run --release -- ")
            .or_else(|| typed.strip_prefix("quixotic "));
        let Some(args) = args else { continue };
        let done = run(command()
            .args(args.split(' '))
            .current_dir(data.path())
            .env("XDG_DATA_HOME", data.path())
            .env("HOME", data.path()));
        assert_eq!(done.code, Some(0), "{line}: {}", done.stderr);
        assert_ne!(done.stdout, "", "{line}");
        ran += 1;
    }
    assert!(ran > 0, "the README has no commands");
    let tests = blocks("sh").iter().any(|line| line.starts_with("./test"));
    assert!(tests, "the README says how to run the tests");
}

#[test]
fn the_results_of_the_readme_are_those_of_the_command() {
    for size in [3, 4] {
        let game = format!("quixo{size}");
        let stats = json(&["stats", &game, "--json"]);
        let start = json(&["probe", &game, "--json"]);
        let prefix = format!("| {size}×{size} |");
        let row = README
            .lines()
            .find(|line| line.starts_with(&prefix))
            .unwrap();
        let mut cells = row.split('|').map(str::trim).skip(2);
        for field in ["positions", "win", "loss", "draw", "reachable"] {
            let number = cells.next().unwrap().replace(',', "");
            assert_eq!(number, stats[field].to_string(), "{game} {field}");
        }
        assert_eq!(start["outcome"], "win");
        let output = format!("first player wins in {} plies", start["distance"]);
        assert_eq!(cells.next(), Some(&*output));
    }
}

#[test]
fn the_example_of_the_readme_is_a_doc_test_of_the_library() {
    let library = include_str!("../../../catalog/src/lib.rs");
    for line in blocks("rust").iter().filter(|line| !line.is_empty()) {
        assert!(library.contains(&format!("//! {line}\n")), "{line}");
    }
}
