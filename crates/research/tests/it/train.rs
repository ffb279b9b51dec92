//! Training, as far as the command goes: files, checkpoints, words.

use std::fs;
use std::process::Stdio;

use tempfile::tempdir;

use crate::command::{command, quixotic as research, words};
use crate::process::Process;
use crate::quixotic;

#[test]
fn a_training_leaves_weights_that_play_and_curves() {
    let directory = tempdir().unwrap();
    let weights = directory.path().join("small.qxn");
    let path = weights.to_str().unwrap();
    let args = [
        "train",
        "quixo3",
        "--episodes",
        "100",
        "--out",
        path,
        "--quiet",
    ];
    let printed = research(&args).succeeds().stdout;
    assert!(
        printed.starts_with("quixo3 is trained: 300 games"),
        "{printed}"
    );
    let first = fs::read(&weights).unwrap();
    let svg = fs::read_to_string(weights.with_extension("svg")).unwrap();
    assert!(svg.contains("won against random"), "{svg}");
    assert!(!weights.with_extension("checkpoint").exists());
    // The same seed, the same weights.
    research(&args).succeeds();
    assert_eq!(first, fs::read(&weights).unwrap());
    let match_args = words("arena quixo3 dqn random --games 4 --quiet --weights");
    quixotic(&[&match_args[..], &[path]].concat());
}

#[test]
fn a_training_that_was_killed_ends_with_the_same_weights() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let args = |out: &str| {
        let out = path(out).to_str().unwrap().to_owned();
        ["train", "quixo3", "--episodes", "1000", "--out", &out].map(str::to_owned)
    };
    let mut child = Process::start(command().args(args("killed.qxn")).stderr(Stdio::null()));
    let checkpoint = path("killed.checkpoint");
    assert!(child.until(|| checkpoint.exists()), "it has ended already");
    assert!(!child.kill().success());
    assert!(checkpoint.exists() && !path("killed.qxn").exists());
    let run = |out: &str| {
        let args = args(out);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        research(&args).succeeds().stderr
    };
    let printed = run("killed.qxn");
    assert!(
        printed.starts_with("Going on with the training of quixo3 after "),
        "{printed}"
    );
    assert!(!checkpoint.exists());
    run("whole.qxn");
    for end in ["qxn", "svg"] {
        let read = |name: &str| fs::read(path(name).with_extension(end)).unwrap();
        assert!(read("killed") == read("whole"), "{end}");
    }
}

/// Training that begins says so, and a database that is not there is found missing later.
#[test]
fn a_place_that_cannot_be_written_to_is_refused_before_the_work() {
    let directory = tempdir().unwrap();
    let (none, there) = (directory.path().join("no/such/file"), directory.path());
    for out in [&none, there] {
        let out = out.to_str().unwrap();
        let train = ["train", "quixo3", "--out", out];
        for more in [
            &["--episodes", "1"][..],
            &["--from-solution", "--db", "none"],
        ] {
            let refused = research(&[&train, more].concat()).refuses();
            assert!(
                refused.starts_with(&format!("cannot write {out}: ")),
                "{more:?}: {refused}"
            );
        }
    }
    assert_eq!(fs::read_dir(there).unwrap().count(), 0);
}
