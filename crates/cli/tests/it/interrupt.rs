//! Ctrl-C ends every long command, with one line that says what is kept.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Command;

use rustix::process::Signal;
use tempfile::tempdir;

use crate::command::{command, run};
use crate::process::Process;
use crate::signals::{interrupted, start, until_at_work};

/// Waits until all threads of a process wait for something.
fn until_waiting(process: &mut Process) {
    let tasks = format!("/proc/{}/task", process.child.id());
    let sleeps = |task: fs::DirEntry| {
        let stat = fs::read_to_string(task.path().join("stat")).unwrap_or_default();
        stat.contains(") S ")
    };
    let wait = || {
        fs::read_dir(&tasks)
            .unwrap()
            .all(|task| sleeps(task.unwrap()))
    };
    assert!(process.until(wait), "it has ended");
}

#[test]
fn long_commands_end_and_say_what_is_kept() {
    let data = tempdir().unwrap();
    let table = data.path().join("splits.csv");
    let part = data.path().join("part.qxp");
    let commands = [
        vec!["arena", "quixo5", "minimax:8", "minimax:8", "--quiet"],
        vec!["ladder", "quixo4", "--agents", "mcts:10000000", "--quiet"],
        vec!["solve", "numerical4", "--quiet"],
        vec!["probe", "numerical4", "--split", "1-3,12-16"],
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
        vec!["verify", "quixo4", "--sample", "100000000", "--quiet"],
        vec!["line", "numerical4", "--split", "1-3,12-16"],
    ];
    for args in commands {
        let mut process = start(&args, data.path());
        until_at_work(&mut process);
        let message = interrupted(&args, process, Signal::INT);
        assert!(message.starts_with("interrupted: "), "{args:?}: {message}");
    }
}

#[test]
fn a_solve_that_was_interrupted_goes_on() {
    let data = tempdir().unwrap();
    let args = ["solve", "quixo5", "--until", "22"];
    let mut process = start(&args, data.path());
    let classes = data.path().join("quixotic/quixo5");
    let solved = || std::fs::read_dir(&classes).map_or(0, Iterator::count);
    assert!(process.until(|| solved() >= 10), "it has ended");
    let message = interrupted(&args, process, Signal::TERM);
    assert!(message.starts_with("interrupted: "), "{message}");
    assert!(
        message.ends_with(" classes were solved; the same command goes on"),
        "{message}"
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
        let mut process = start(&["play", "quixo3", "--o", "random"], data.path());
        let stdin = process.child.stdin.as_mut().unwrap();
        stdin.write_all(b"a3R\n").unwrap();
        let mut lines = BufReader::new(process.child.stdout.take().unwrap()).lines();
        // The board is shown again after the answer.
        assert!(lines.any(|line| line.unwrap().contains("(random) plays")));
        until_waiting(&mut process);
        let message = interrupted(&["play"], process, signal);
        assert!(
            message.contains("the game stood after 2 plies"),
            "{message}"
        );
        assert!(
            message.contains("quixotic play quixo3 --position"),
            "{message}"
        );
    }
}

/// A pipe that nobody writes to or reads from blocks, but not for ever.
#[test]
fn a_pipe_without_another_end_can_be_interrupted() {
    let data = tempdir().unwrap();
    let fifo = data.path().join("fifo");
    run(Command::new("mkfifo").arg(&fifo)).succeeds();
    let fifo = fifo.to_str().unwrap();
    for args in [
        &["line", "--replay", fifo][..],
        &["verify", "quixo3", "--golden", fifo],
        &["stats", "quixo3", "--svg", fifo],
    ] {
        let mut process = start(args, data.path());
        until_waiting(&mut process);
        let message = interrupted(args, process, Signal::INT);
        assert!(message.starts_with("interrupted: "), "{args:?}: {message}");
    }
}
