//! Learning from the solution, with labels that the command `quixotic` has drawn.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use tempfile::tempdir;

use crate::command::{command, quixotic as research};
use crate::process::Process;
use crate::quixotic;

fn labels(path: &Path, count: &str) {
    let path = path.to_str().unwrap();
    let args = [
        "labels", "quixo4", "--count", count, "--quiet", "--out", path,
    ];
    let printed = quixotic(&args);
    assert!(
        printed.contains("labels of quixo4 (random=1,siblings=1, seed 1)"),
        "{printed}"
    );
}

#[test]
fn labels_train_a_network_that_plays() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let text = |name: &str| path(name).to_str().unwrap().to_owned();
    labels(&path("a.qxl"), "3000");
    let train = [
        "train",
        "quixo4",
        "--from-solution",
        "--labels",
        &text("a.qxl"),
        "--epochs",
        "1",
        "--quiet",
        "--out",
        &text("net.qxv"),
    ];
    let printed = research(&train).succeeds().stdout;
    assert!(
        printed.starts_with("quixo4 is trained: 2,850 labels"),
        "{printed}"
    );
    let first = fs::read(path("net.qxv")).unwrap();
    let svg = fs::read_to_string(path("net.svg")).unwrap();
    assert!(svg.contains("cross-entropy"), "{svg}");
    assert!(!path("net.checkpoint").exists());
    research(&train).succeeds();
    assert_eq!(first, fs::read(path("net.qxv")).unwrap());
    let weights = ["--weights", &text("net.qxv"), "--games", "2", "--quiet"];
    quixotic(&[&["arena", "quixo4", "net", "search:100"][..], &weights].concat());

    fs::write(path("a.qxl"), "nonsense").unwrap();
    let printed = research(&train).refuses();
    assert!(
        printed.contains("a.qxl: these are not labels of quixotic"),
        "{printed}"
    );
    labels(&path("a.qxl"), "200");
    let mut other = train;
    other[1] = "quixo5";
    let printed = research(&other).refuses();
    assert!(
        printed.contains("these labels are of quixo4, not of quixo5"),
        "{printed}"
    );
}

#[test]
fn learning_that_was_killed_ends_with_the_same_network() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    labels(&path("a.qxl"), "20000");
    let args = |out: &str| {
        let file = |name: &str| path(name).to_str().unwrap().to_owned();
        let (labels, out) = (file("a.qxl"), file(out));
        [
            "train",
            "quixo4",
            "--from-solution",
            "--epochs",
            "20",
            "--labels",
            &labels,
            "--out",
            &out,
        ]
        .map(str::to_owned)
    };
    let mut child = Process::start(command().args(args("killed.qxv")).stderr(Stdio::null()));
    let checkpoint = path("killed.checkpoint");
    assert!(child.until(|| checkpoint.exists()), "it has ended already");
    assert!(!child.kill().success());
    assert!(!path("killed.qxv").exists());
    let run = |out: &str| {
        let args = args(out);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        research(&args).succeeds().stderr
    };
    let printed = run("killed.qxv");
    assert!(
        printed.starts_with("Going on with the training of quixo4 after "),
        "{printed}"
    );
    run("whole.qxv");
    let read = |name: &str| fs::read(path(name)).unwrap();
    assert!(read("killed.qxv") == read("whole.qxv"));
}
