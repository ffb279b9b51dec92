//! Files that are named on the command line: written whole or not at all, read up to a
//! limit, and standard output that takes no more.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::tempdir;

use crate::command::{Run, command, quixotic, run};
use crate::process::Process;

/// A match whose games are saved to a file.
const MATCH: [&str; 8] = [
    "arena", "quixo3", "random", "random", "--games", "3", "--quiet", "--save",
];

fn save(path: &Path) -> Run {
    run(command().args(MATCH).arg(path))
}

/// Runs the command into a pipe that nobody reads.
pub(crate) fn run_unread(command: &mut Command) -> Run {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    Process::start(command.stdout(writer).stderr(Stdio::piped())).output()
}

#[test]
fn a_file_beside_it_is_not_touched_and_nothing_is_left_behind() {
    let directory = tempdir().unwrap();
    let (file, other) = (
        directory.path().join("games.jsonl"),
        directory.path().join("games.jsonl.tmp"),
    );
    fs::write(&other, "mine").unwrap();
    save(&file).succeeds();
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 3);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
}

#[test]
fn files_that_are_too_large_or_not_there_are_refused_in_one_line() {
    let directory = tempdir().unwrap();
    let large = directory.path().join("large");
    fs::File::create(&large).unwrap().set_len(1 << 31).unwrap();
    let large = large.to_str().unwrap();
    for args in [
        &["arena", "quixo4", "dqn", "random", "--weights", large][..],
        &["verify", "ultimate", "--certificate", large],
        &["verify", "quixo3", "--golden", large],
        &["splits", "numerical3", large],
    ] {
        let output = quixotic(args).refuses();
        assert!(output.contains("larger than"), "{output}");
    }
    let output = quixotic(&["line", "--replay", large]).refuses();
    assert!(output.contains("a line is too long"), "{output}");
    let output = quixotic(&["line", "--replay", "/no/such/file"]).refuses();
    assert!(
        output.starts_with("cannot read /no/such/file: "),
        "{output}"
    );
}

/// What the work is for is refused before the work, so each command is given another fault that is found later.
#[test]
fn a_place_that_cannot_be_written_to_is_refused_before_the_work() {
    let directory = tempdir().unwrap();
    let (none, there) = (directory.path().join("no/such/file"), directory.path());
    for out in [&none, there] {
        let out = out.to_str().unwrap();
        for args in [
            &["labels", "quixo5", "--db", "none", "--out", out][..],
            &["merge", "none", "--out", out],
            &["arena", "ultimate", "random", "dqn", "--save", out],
            &["ladder", "quixo5", "--agents", "strategy", "--svg", out],
        ] {
            let refused = quixotic(args).refuses();
            assert!(
                refused.starts_with(&format!("cannot write {out}: ")),
                "{args:?}: {refused}"
            );
        }
    }
    assert_eq!(fs::read_dir(there).unwrap().count(), 0);
}

#[test]
fn a_saved_game_is_not_repeated_in_full() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("games.jsonl");
    let long = "x".repeat(10_000);
    for content in [
        format!("{{\"{long}\":1}}"),
        format!(r#"{{"game":"{long}","x":"a","o":"b","moves":[],"winner":null,"ending":"open"}}"#),
        format!(
            r#"{{"game":"quixo3","x":"a","o":"b","moves":["{long}"],"winner":null,"ending":"open"}}"#
        ),
    ] {
        fs::write(&file, content).unwrap();
        let output = quixotic(&["line", "--replay", file.to_str().unwrap()]).refuses();
        assert!(output.len() < 600, "{output}");
    }
    // What version 0.1 wrote for other rules.
    let old = r#"{"game":"numerical3, 3×3, 1,2,3,4,5 against 6,7,8,9, target 15","x":"a","o":"b","moves":[],"winner":null,"ending":"open"}"#;
    fs::write(&file, old).unwrap();
    let output = quixotic(&["line", "--replay", file.to_str().unwrap()]).refuses();
    assert!(output.contains("saved by version 0.1"), "{output}");
}

#[cfg(unix)]
mod unix {
    use std::fs::OpenOptions;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::path::PathBuf;
    use std::process::{Command, Stdio};
    use std::thread;

    use super::*;
    use crate::command::Run;
    use crate::process::Process;

    #[test]
    fn a_symbolic_link_stays_one_and_the_permissions_stay() {
        let directory = tempdir().unwrap();
        let (file, link, dangling) = (
            directory.path().join("file"),
            directory.path().join("link"),
            directory.path().join("dangling"),
        );
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        symlink("new", &dangling).unwrap();
        for named in [&link, &dangling] {
            save(named).succeeds();
            assert!(fs::symlink_metadata(named).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(named).unwrap().lines().count(), 3);
        }
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o640
        );
        assert!(directory.path().join("new").is_file());
        let (a, b) = (directory.path().join("a"), directory.path().join("b"));
        symlink(&a, &b).unwrap();
        symlink(&b, &a).unwrap();
        let output = save(&a);
        assert_eq!(output.code, Some(2), "{output:?}");
    }

    fn fifo(directory: &Path) -> PathBuf {
        let fifo = directory.join("fifo");
        run(Command::new("mkfifo").arg(&fifo)).succeeds();
        fifo
    }

    #[test]
    fn a_pipe_and_a_device_are_written_to_and_stay() {
        let directory = tempdir().unwrap();
        let fifo = fifo(directory.path());
        let reader = thread::spawn({
            let fifo = fifo.clone();
            move || fs::read_to_string(fifo).unwrap()
        });
        save(&fifo).succeeds();
        assert_eq!(reader.join().unwrap().lines().count(), 3);
        assert!(fs::metadata(&fifo).unwrap().file_type().is_fifo());
        save(Path::new("/dev/null")).succeeds();
        let null = fs::metadata("/dev/null").unwrap();
        assert!(null.file_type().is_char_device());
    }

    #[test]
    fn a_full_disk_is_reported_and_leaves_nothing_behind() {
        let output = save(Path::new("/dev/full"));
        assert_eq!(output.code, Some(2), "{output:?}");
        assert!(
            output
                .stderr
                .contains("cannot write /dev/full: No space left"),
            "{output:?}"
        );

        // A file-size limit stands in for a full disk.
        let directory = tempdir().unwrap();
        let file = directory.path().join("figure.svg");
        fs::write(&file, "old").unwrap();
        let script = r#"ulimit -f 1; exec "$0" stats quixo4 --svg "$1""#;
        let output = run(Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_quixotic")])
            .arg(&file))
        .refuses();
        assert!(output.contains("File too large"), "{output}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn standard_output_on_a_full_disk_is_reported() {
        for args in [
            &["--help"][..],
            &["--version"],
            &["stats", "quixo3"],
            &["games"],
        ] {
            let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
            let mut unwritten = command();
            unwritten.args(args).stdout(full).stderr(Stdio::piped());
            let Run { code, stderr, .. } = Process::start(&mut unwritten).output();
            assert_eq!(code, Some(2), "{args:?}: {stderr}");
            assert!(
                stderr.starts_with("error: standard output: No space left"),
                "{stderr}"
            );
            assert_eq!(stderr.lines().count(), 1);
        }
    }

    /// A device has no end, and a pipe may have none either: 256 MiB of address space
    /// above what the program needs are enough to say so.
    #[test]
    fn what_has_no_end_takes_no_memory() {
        let directory = tempdir().unwrap();
        let fifo = fifo(directory.path());
        for args in [
            "arena quixo4 dqn random --weights",
            "play quixo4 --load",
            "line --replay",
            "verify ultimate --certificate",
            "verify quixo3 --golden",
            "splits numerical3",
        ] {
            let limited = |file: &Path| {
                let script = format!(r#"ulimit -v 1500000; exec "$0" {args} "$1""#);
                run(Command::new("sh")
                    .args(["-c", &script, env!("CARGO_BIN_EXE_quixotic")])
                    .arg(file))
                .refuses()
            };
            let output = limited(Path::new("/dev/zero"));
            assert!(
                output.contains("device") || output.contains("is not a regular file"),
                "{args}: {output}"
            );
            if args.starts_with("splits") {
                continue;
            }
            let writer = Process::start(
                Command::new("sh")
                    .args(["-c", r#"exec cat /dev/zero > "$0""#])
                    .arg(&fifo)
                    .stderr(Stdio::null()),
            );
            let output = limited(&fifo);
            writer.output();
            assert!(
                output.contains("larger than") || output.contains("too long"),
                "{args}: {output}"
            );
        }
    }
}

/// Class files, archives, certificates, weights: each with another number where its version is. Parts of
/// jobs are in `shards.rs`, manifests on a host in `archive.rs`.
#[test]
fn files_of_another_version_are_refused_with_what_to_do() {
    let place = tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let refused = |args: &[&str], why: &str| {
        let error = quixotic(args).refuses();
        assert!(error.contains(why), "{error}");
        assert!(error.contains("a newer version of this program"), "{error}");
    };
    let db = path("db");
    quixotic(&["solve", "quixo3", "--quiet", "--db", &db]).succeeds();
    let class = format!("{db}/c00-00.qxc");
    let mut bytes = fs::read(&class).unwrap();
    bytes[8] = 3;
    fs::write(&class, bytes).unwrap();
    let version = "format version 3, but this program reads version 2";
    refused(&["probe", "quixo3", "--db", &db], version);

    let archive = path("archive");
    quixotic(&["export", "quixo3", "--quiet", "--archive", &archive]).succeeds();
    let manifest = format!("{archive}/manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let later = text.replacen("\"format\":2", "\"format\":3", 1);
    fs::write(&manifest, later).unwrap();
    refused(&["probe", "quixo3", "--db", &archive], version);

    let certificates = path("certificates");
    quixotic(&["export", "ultimate", "--archive", &certificates]).succeeds();
    let certificate = format!("{certificates}/ultimate41.qxd");
    let mut bytes = fs::read(&certificate).unwrap();
    bytes[8] = 9;
    fs::write(&certificate, bytes).unwrap();
    let verify = ["verify", "ultimate", "--certificate", &certificate];
    refused(&verify, "version 9 of the certificate format");

    let weights = path("weights");
    for (name, agent) in [("QXV2", "net"), ("QXN2", "dqn")] {
        fs::write(&weights, [name.as_bytes(), &[0; 100]].concat()).unwrap();
        let arena = ["arena", "quixo3", agent, "random", "--weights", &weights];
        refused(&arena, "version 2 of its format");
    }
}
