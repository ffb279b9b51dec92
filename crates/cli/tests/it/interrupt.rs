//! Ctrl-C ends every long command within a second, with one line that says what is
//! kept.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::tempdir;

use crate::command::{command, run};

/// A second is what a user waits; here the program is not built for speed, and the
/// machine may be busy with other tests.
const PATIENCE: Duration = Duration::from_secs(10);

fn start(args: &[&str], data: &Path) -> Child {
    command()
        .args(args)
        .env("XDG_DATA_HOME", data)
        .env("HOME", data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends a signal; returns what standard error says then, in its last line.
fn interrupted(args: &[&str], mut child: Child, signal: Signal) -> String {
    kill_process(Pid::from_child(&child), signal).unwrap();
    let since = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if since.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{args:?} goes on");
        }
        sleep(Duration::from_millis(5));
    };
    let mut told = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut told)
        .unwrap();
    assert_eq!(code, Some(130), "{args:?}: {told}");
    told.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn long_commands_end_and_say_what_is_kept() {
    let data = tempdir().unwrap();
    let weights = data.path().join("weights.qxn");
    let table = data.path().join("splits.csv");
    let part = data.path().join("part.qxp");
    let mut commands = vec![
        vec!["arena", "quixo5", "minimax:8", "minimax:8", "--quiet"],
        vec!["ladder", "quixo4", "--agents", "mcts:10000000", "--quiet"],
        vec!["solve", "numerical4", "--quiet"],
        vec!["notable", "numerical4", "--quiet"],
        vec!["probe", "numerical4", "--split", "1-3,12-16"],
        vec!["reachable", "quixo5", "--quiet"],
        vec!["solve", "ultimate", "--quiet"],
        vec!["verify", "ultimate", "--quiet"],
        vec!["splits", "numerical4", table.to_str().unwrap(), "--quiet"],
        vec![
            "splits",
            "numerical4",
            "--shard",
            "1/2",
            "--out",
            part.to_str().unwrap(),
            "--quiet",
        ],
        vec!["play", "quixo5", "--x", "minimax:9", "--o", "minimax:9"],
        vec!["report", "--quiet", "--out", data.path().to_str().unwrap()],
        vec!["verify", "quixo4", "--sample", "100000000", "--quiet"],
        vec!["line", "numerical4", "--split", "1-3,12-16"],
    ];
    let results = [
        "results", "quixo4", "--sample", "10000000", "--quiet", "--out",
    ];
    commands.push([&results[..], &[data.path().to_str().unwrap()]].concat());
    if cfg!(feature = "dqn") {
        commands.push(vec![
            "train",
            "quixo4",
            "--quiet",
            "--out",
            weights.to_str().unwrap(),
        ]);
    }
    for args in commands {
        let child = start(&args, data.path());
        sleep(Duration::from_millis(700));
        let told = interrupted(&args, child, Signal::INT);
        assert!(told.starts_with("interrupted: "), "{args:?}: {told}");
    }
}

#[test]
fn a_solve_that_was_interrupted_goes_on() {
    let data = tempdir().unwrap();
    let args = ["solve", "quixo5", "--until", "22"];
    let child = start(&args, data.path());
    let classes = data.path().join("quixotic/quixo5");
    let solved = || std::fs::read_dir(&classes).map_or(0, Iterator::count);
    while solved() < 10 {
        sleep(Duration::from_millis(5));
    }
    let told = interrupted(&args, child, Signal::TERM);
    assert!(told.starts_with("interrupted: "), "{told}");
    assert!(
        told.ends_with(" classes were solved; the same command goes on"),
        "{told}"
    );
    let before = solved();
    let until = ["solve", "quixo5", "--until", "24"];
    let done = run(command().args(until).env("XDG_DATA_HOME", data.path())).succeeds();
    assert!(
        done.stdout.contains("quixo5 is solved for "),
        "{}",
        done.stdout
    );
    assert!(solved() >= before);
}

#[test]
fn a_game_can_be_left_by_a_signal_while_a_person_is_to_move() {
    let data = tempdir().unwrap();
    for signal in [Signal::INT, Signal::TERM] {
        let mut child = start(&["play", "quixo3", "--o", "random"], data.path());
        child.stdin.as_mut().unwrap().write_all(b"a3R\n").unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // The board is shown again after the answer.
        assert!(lines.any(|line| line.unwrap().contains("(random) plays")));
        sleep(Duration::from_millis(100));
        let told = interrupted(&["play"], child, signal);
        assert!(told.contains("the game stood after 2 plies"), "{told}");
        assert!(told.contains("quixotic play quixo3 --position"), "{told}");
    }
}

/// A pipe that nobody writes to or reads from blocks, but not for ever.
#[test]
fn a_pipe_without_another_end_can_be_interrupted() {
    let data = tempdir().unwrap();
    let fifo = data.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.unwrap().success());
    let fifo = fifo.to_str().unwrap();
    for args in [
        &["line", "--replay", fifo][..],
        &["verify", "quixo3", "--golden", fifo],
        &["stats", "quixo3", "--svg", fifo],
    ] {
        let child = start(args, data.path());
        sleep(Duration::from_millis(300));
        let told = interrupted(args, child, Signal::INT);
        assert!(told.starts_with("interrupted: "), "{args:?}: {told}");
    }
}
