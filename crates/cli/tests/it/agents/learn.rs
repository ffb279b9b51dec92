//! Labels and learning from the solution, as far as the commands go.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use tempfile::tempdir;

use crate::command::{command, quixotic};
use crate::process::Process;

fn labels(path: &Path, count: &str) {
    let path = path.to_str().unwrap();
    let args = [
        "labels", "quixo4", "--count", count, "--quiet", "--out", path,
    ];
    let told = quixotic(&args).succeeds().stdout;
    assert!(
        told.contains("labels of quixo4 (random=1,siblings=1, seed 1)"),
        "{told}"
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
    let told = quixotic(&train).succeeds().stdout;
    assert!(
        told.starts_with("quixo4 is trained: 2,850 labels"),
        "{told}"
    );
    let first = fs::read(path("net.qxv")).unwrap();
    let svg = fs::read_to_string(path("net.svg")).unwrap();
    assert!(svg.contains("cross-entropy"), "{svg}");
    assert!(!path("net.checkpoint").exists());
    quixotic(&train).succeeds();
    assert_eq!(first, fs::read(path("net.qxv")).unwrap());
    let weights = ["--weights", &text("net.qxv"), "--games", "2", "--quiet"];
    quixotic(&[&["arena", "quixo4", "net", "search:100"][..], &weights].concat()).succeeds();

    fs::write(path("a.qxl"), "nonsense").unwrap();
    let told = quixotic(&train).refuses();
    assert!(
        told.contains("a.qxl: these are not labels of quixotic"),
        "{told}"
    );
    labels(&path("a.qxl"), "200");
    let mut other = train;
    other[1] = "quixo5";
    let told = quixotic(&other).refuses();
    assert!(
        told.contains("these labels are of quixo4, not of quixo5"),
        "{told}"
    );
    let told = quixotic(&[&["arena", "quixo5", "net", "random"][..], &weights].concat()).refuses();
    assert!(
        told.contains("these weights are of quixo4, not of quixo5"),
        "{told}"
    );
    fs::write(path("net.qxv"), &first[..1000]).unwrap();
    let told = quixotic(&[&["arena", "quixo4", "net", "random"][..], &weights].concat()).refuses();
    assert!(told.contains("the weights are damaged"), "{told}");
}

#[test]
fn labels_without_a_database_say_how_to_get_one() {
    let directory = tempdir().unwrap();
    let nowhere = directory.path().join("nowhere");
    let told = quixotic(&["labels", "quixo5", "--db", nowhere.to_str().unwrap()]).refuses();
    assert!(told.contains("quixotic solve quixo5"), "{told}");
    let told = quixotic(&["labels", "quixo4", "--mix", "nobody=1"]).refuses();
    assert!(told.contains("bad mix `nobody=1`"), "{told}");
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
        quixotic(&args).succeeds().stderr
    };
    let told = run("killed.qxv");
    assert!(
        told.starts_with("Going on with the training of quixo4 after "),
        "{told}"
    );
    run("whole.qxv");
    let read = |name: &str| fs::read(path(name)).unwrap();
    assert!(read("killed.qxv") == read("whole.qxv"));
}
