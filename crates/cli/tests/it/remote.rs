//! Databases at addresses: what is refused, in one line and without what is secret. That they
//! answer is tested in crates/remote and in python/tests/test_remote.py.

use crate::command::{Run, command, quixotic, run};
use crate::served::Served;

const SECRET: &str = "hunter2hunter2";

/// One line on standard error, exit code 2, and nothing secret.
fn refused(run: &Run) -> &str {
    assert_eq!(run.code, Some(2), "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    assert!(!format!("{run:?}").contains(SECRET), "{run:?}");
    assert!(run.stdout.is_empty(), "{run:?}");
    &run.stderr
}

#[test]
fn commands_that_write_need_a_directory() {
    let address = format!("https://somebody:{SECRET}@127.0.0.1:9/db");
    for words in [
        &["solve", "quixo4"][..],
        &["solve", "ultimate"],
        &["verify", "quixo4"],
        &["labels", "quixo4"],
        &["export", "quixo4", "nowhere"],
    ] {
        let words: Vec<&str> = words.iter().copied().chain(["--db", &address]).collect();
        let run = quixotic(&words);
        assert!(
            refused(&run).contains("this command needs a directory, and --db is an address"),
            "{run:?}"
        );
    }
}

const NOBODY_LISTENS: &str = "http://somebody:hunter2hunter2@127.0.0.1:9/db";

#[test]
fn a_server_whose_remote_host_is_away_starts_answers_and_is_not_ready() {
    let server = Served::with(|serve| {
        serve.args(["--db", NOBODY_LISTENS]);
    });
    assert_eq!(server.status("/api/quixo4"), 200);
    assert_eq!(server.status("/api/games"), 200);
    let why = loop {
        let (status, why) = server.answer("/api/ready");
        assert_eq!(status, 503, "{why}");
        if !why.contains("warming up") {
            break why;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert!(
        why.contains("on another machine and cannot be read now"),
        "{why}"
    );
    assert!(!why.contains("127.0.0.1"), "{why}");
}

#[test]
fn addresses_that_are_none_are_refused() {
    for (db, text) in [
        ("gs://bucket/x", "not with gs://"),
        ("s3://", "names no bucket"),
        (
            "https://host/x?token=hunter2hunter2",
            "it has a ? or # in it",
        ),
        (
            NOBODY_LISTENS,
            "http://127.0.0.1:9/db: cannot be reached: Connection refused",
        ),
    ] {
        for game in [&["probe", "quixo4"][..], &["line", "quixo5"], &["serve"]] {
            // A server has other games.
            if game == ["serve"] && db == NOBODY_LISTENS {
                continue;
            }
            let words: Vec<&str> = game.iter().copied().chain(["--db", db]).collect();
            let run = quixotic(&words);
            let output = refused(&run);
            assert_eq!(output.matches(text).count(), 1, "{run:?}");
            // No reason is printed twice.
            assert!(output.matches("cannot be reached").count() <= 1, "{run:?}");
        }
    }
}

/// Half of the keys is no reason to ask a service of the machine's cloud for the rest.
#[test]
fn keys_in_the_environment_are_not_printed() {
    let mut probe = command();
    probe.args(["probe", "quixo4", "--db", "s3://bucket/x"]);
    probe
        .env("AWS_SECRET_ACCESS_KEY", SECRET)
        .env_remove("AWS_ACCESS_KEY_ID");
    let run = run(&mut probe);
    assert!(
        refused(&run).contains("AWS_SECRET_ACCESS_KEY is set, but AWS_ACCESS_KEY_ID is not"),
        "{run:?}"
    );
}
