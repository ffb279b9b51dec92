//! The subcommands about agents: matches, saved games, play, ladder, training.

mod arena;
mod learn;
mod play;
mod train;

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::command::{Run, command, json, quixotic, run};
use crate::process::Process;
use tempfile::tempdir;

/// Runs the command with lines to read.
fn typed(args: &[&str], lines: &str) -> Run {
    typed_bytes(args, lines.as_bytes())
}

/// The same with input that may be anything.
fn typed_bytes(args: &[&str], lines: &[u8]) -> Run {
    let mut play = Process::start(
        command()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    );
    let mut stdin = play.child.stdin.take().unwrap();
    stdin.write_all(lines).unwrap();
    drop(stdin);
    play.output()
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

/// Without a database of 5×5: its rows are left out, all others are there.
#[test]
fn the_report_has_all_tables_of_the_paper() {
    let directory = tempdir().unwrap();
    let out = directory.path().join("results");
    let args = [
        "report",
        "--games",
        "2",
        "--positions",
        "5",
        "--boards",
        "500",
        "--quiet",
    ];
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
