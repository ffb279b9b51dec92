//! The subcommands about agents: matches, saved games, play, ladder, training.

mod arena;
#[path = "../command/mod.rs"]
mod command;
mod play;
#[cfg(feature = "dqn")]
mod train;

use std::io::Write;
use std::process::Stdio;

use command::{Run, command, json, quixotic};

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

#[cfg(not(feature = "dqn"))]
#[test]
fn without_the_feature_training_says_how_to_get_it() {
    for args in [&["train"][..], &["train", "quixo4", "--episodes", "9"]] {
        let told = quixotic(args).refuses();
        assert!(told.contains("built without training"), "{told}");
    }
}
