//! `score-set` and `scores`: the positions on which agents are scored, and what our own come to.

use std::fs;

use tempfile::tempdir;

use crate::command::{command, run, words};

#[test]
fn the_same_seed_makes_the_same_set() {
    let directory = tempdir().unwrap();
    let make = |name: &str, more: &str| {
        let path = directory.path().join(name);
        let line = format!("score-set quixo4 --positions 60 --quiet{more}");
        let made = run(command().args(words(&line)).arg("--out").arg(&path)).succeeds();
        assert!(
            made.stdout.starts_with("60 positions of quixo4 (seed "),
            "{}",
            made.stdout
        );
        fs::read(path).unwrap()
    };
    let set = make("a.qxs", "");
    assert_eq!(set, make("b.qxs", " --threads 1"));
    assert_ne!(set, make("c.qxs", " --seed 7"));
}

/// Without a database of 5×5, which is only for games against `perfect`.
#[test]
fn the_page_has_a_row_for_each_agent() {
    let directory = tempdir().unwrap();
    let args = words("scores --agents random,minimax:2,perfect --positions 20 --games 2 --quiet");
    run(command()
        .args(args)
        .arg("--out")
        .arg(directory.path())
        .env("XDG_DATA_HOME", directory.path())
        .env("HOME", directory.path()))
    .succeeds();
    let page = fs::read_to_string(directory.path().join("scores.md")).unwrap();
    let rows = |agent: &str| page.matches(&format!("| `{agent}` |")).count();
    assert_eq!(
        [rows("random"), rows("minimax:2"), rows("perfect")],
        [2, 2, 1],
        "{page}"
    );
    assert!(
        page.contains("| `perfect` | 0.0 (0.0–16.1) | 0 | 0.00 |"),
        "{page}"
    );
    for set in ["quixo4-1", "quixo5-1"] {
        assert!(page.contains(set), "{page}");
    }
    // What is published is of this command, with all figures.
    let shipped = fs::read_to_string("../../docs/results/scores.md").unwrap();
    let headings = |page: &str| -> Vec<String> {
        let lines = page
            .lines()
            .filter(|line| line.starts_with('#') || line.starts_with("| agent"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(headings(&page), headings(&shipped));
}
