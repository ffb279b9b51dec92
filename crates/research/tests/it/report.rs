//! `report`: all tables of the paper on agents.

use std::fs;

use tempfile::tempdir;

use crate::command::{command, run, words};

/// Without a database of 5×5: its rows are left out, all others are there.
#[test]
fn the_report_has_all_tables_of_the_paper() {
    let directory = tempdir().unwrap();
    let out = directory.path().join("results");
    let args = words("report --games 2 --positions 5 --boards 500 --quiet");
    run(command()
        .args(args)
        .arg("--out")
        .arg(&out)
        .env("XDG_DATA_HOME", directory.path())
        .env("HOME", directory.path()))
    .succeeds();
    let page = fs::read_to_string(out.join("agents.md")).unwrap();
    let shipped = fs::read_to_string("../../docs/results/agents.md").unwrap();
    let label = |line: &str| line.split('|').nth(1).map(|cell| cell.trim().to_owned());
    let labels = |page: &str| -> Vec<String> {
        let rows = page.lines().filter_map(label);
        rows.filter(|label| label.contains('.')).collect()
    };
    let mut expected = labels(&shipped);
    assert_eq!(expected.len(), 24);
    expected.retain(|label| !label.starts_with("5."));
    assert_eq!(labels(&page), expected);
    assert!(
        page.contains("Left out: there was no complete database of 5×5"),
        "{page}"
    );
    assert!(page.contains("| `perfect` | 0.0 "), "{page}");
    assert!(page.contains("500 boards of random play (seed 2"), "{page}");
    for picture in ["ladder-quixo4.svg", "reliability-quixo4.svg"] {
        assert!(out.join(picture).exists(), "{picture}");
    }
    assert!(!shipped.contains("This should not be"), "{shipped}");
}
