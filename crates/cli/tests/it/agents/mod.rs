//! The subcommands about agents: matches, saved games, play, ladder, score, labels.

mod arena;
mod play;
#[cfg(unix)]
mod programs;
mod score;

use std::io::Write;
use std::process::Stdio;

use tempfile::tempdir;

use crate::command::{Run, command, json, quixotic, words};
use crate::process::Process;

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
    let args = words("ladder quixo4 --agents random,minimax:2,perfect --positions 100 --quiet");
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

#[test]
fn labels_without_a_database_say_how_to_get_one() {
    let directory = tempdir().unwrap();
    let nowhere = directory.path().join("nowhere");
    let printed = quixotic(&["labels", "quixo5", "--db", nowhere.to_str().unwrap()]).refuses();
    assert!(printed.contains("quixotic solve quixo5"), "{printed}");
    let printed = quixotic(&["labels", "quixo4", "--mix", "nobody=1"]).refuses();
    assert!(printed.contains("bad mix `nobody=1`"), "{printed}");
}
