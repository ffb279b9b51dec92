//! Ctrl-C ends every long command, with one line that says what is kept.

use rustix::process::Signal;
use tempfile::tempdir;

use crate::signals::{interrupted, start, until_at_work};

#[test]
fn long_commands_end_and_say_what_is_kept() {
    let data = tempdir().unwrap();
    let out = data.path().to_str().unwrap();
    let certificate = data.path().join("numerical4.qxr");
    let weights = data.path().join("weights.qxn");
    for args in [
        &["notable", "numerical4"][..],
        &[
            "prove",
            "numerical4",
            "--out",
            certificate.to_str().unwrap(),
        ],
        &["reachable", "quixo5"],
        &["report", "--out", out],
        &["results", "quixo4", "--sample", "10000000", "--out", out],
        &["train", "quixo4", "--out", weights.to_str().unwrap()],
    ] {
        let args = [args, &["--quiet"]].concat();
        let mut process = start(&args, data.path());
        until_at_work(&mut process);
        let message = interrupted(&args, process, Signal::INT);
        assert!(message.starts_with("interrupted: "), "{args:?}: {message}");
    }
}
