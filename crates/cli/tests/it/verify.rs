//! `verify` finds a value that is wrong in a file that is otherwise good. The file
//! is forged by docs/format.md alone.

use std::fs;
use std::ops::Range;
use std::process::{Command, Stdio};

use crate::command::{command, json, run};
use crate::files::run_unread;
use crate::process::Process;
use serde_json::Value;
use tempfile::tempdir;

const HEADER: usize = 64;
const TAIL: Range<usize> = 40..48;
const PAGES: Range<usize> = 32..40;
const DRAW: u8 = 128;

fn number(bytes: &[u8]) -> usize {
    u64::from_le_bytes(bytes.try_into().unwrap()) as usize
}

/// Calls the first stored value of a class file a draw, and makes the checksums
/// right again.
fn forge(file: &[u8]) -> Vec<u8> {
    let (pages, tail) = (number(&file[PAGES]), number(&file[TAIL]));
    let mut index = file[tail..tail + 8 * pages].to_vec();
    let mut body = Vec::new();
    let mut forged = false;
    let mut at = HEADER;
    for entry in index.chunks_exact_mut(8) {
        let length = u32::from_le_bytes(entry[..4].try_into().unwrap()) as usize;
        let mut page = file[at..at + length].to_vec();
        at += length;
        let mut values = zstd::bulk::decompress(&page, 1 << 20).unwrap();
        if let Some(value) = values.first_mut()
            && !forged
        {
            assert_ne!(*value, DRAW);
            *value = DRAW;
            forged = true;
            page = zstd::bulk::compress(&values, 3).unwrap();
        }
        entry[..4].copy_from_slice(&(page.len() as u32).to_le_bytes());
        entry[4..].copy_from_slice(&crc32fast::hash(&page).to_le_bytes());
        body.extend(page);
    }
    assert!(forged, "all positions of the class are decided");
    let mut header = file[..HEADER].to_vec();
    header[TAIL].copy_from_slice(&((HEADER + body.len()) as u64).to_le_bytes());
    let rest = &file[tail + index.len()..file.len() - blake3::OUT_LEN];
    let checked = [&header[..], &index, rest].concat();
    let hash = blake3::hash(&checked);
    [&header[..], &body, &index, rest, hash.as_bytes()].concat()
}

#[test]
fn a_wrong_value_is_named() {
    let directory = tempdir().unwrap();
    let command_line = || {
        let mut verify = command();
        verify.args(["verify", "quixo3", "--quiet", "--db"]);
        verify.arg(directory.path());
        verify
    };
    let verify = || run(&mut command_line());
    run(command()
        .args(["solve", "quixo3", "--quiet", "--db"])
        .arg(directory.path()))
    .succeeds();
    let right = verify().succeeds().stdout;
    assert!(right.starts_with("quixo3 is right: "), "{right}");

    let path = directory.path().join("c02-03.qxc");
    let file = fs::read(&path).unwrap();
    fs::write(&path, forge(&file)).unwrap();
    let wrong = verify();
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    assert_eq!(wrong.stderr, "");
    // The answer is "no", whether it is read or not.
    let unread = run_unread(&mut command_line());
    assert_eq!(unread.code, Some(1), "{unread:?}");
    assert_eq!(unread.stderr, "");
    let output = wrong.stdout.lines().next().unwrap();
    assert!(output.starts_with("quixo3 is wrong: "), "{output}");
    assert!(
        output.ends_with(" of 2,862 stored positions contradict their moves."),
        "{output}"
    );
    // It is named with what it is, and the counts and the hash that do not fit are.
    let lines = || wrong.stdout.lines();
    let named = lines().filter_map(|line| line.strip_prefix("wrong value: "));
    let named: Vec<(&str, &str)> = named
        .filter_map(|line| line.split_once(" is stored as draw, "))
        .filter(|(position, _)| json(&["probe", "quixo3", position, "--json"])["outcome"] != "draw")
        .collect();
    let [(position, rest)] = named[..] else {
        panic!("{}", wrong.stdout);
    };
    let truth = json(&["probe", "quixo3", position, "--json"]);
    let follows = format!(
        "{} in {} plies",
        truth["outcome"].as_str().unwrap(),
        truth["distance"]
    );
    assert_eq!(rest, format!("but its moves make it {follows}"));
    let name = path.display().to_string();
    assert_eq!(lines().filter(|line| line.starts_with(&name)).count(), 2);

    // The same for programs, and by the independent way, which ends with the first.
    let output = run(command_line().arg("--json"));
    assert_eq!(output.code, Some(1), "{output:?}");
    let output: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!(
        (&output["positions"], &output["checked"]),
        (&2862.into(), &2862.into())
    );
    let findings = output["findings"].as_array().unwrap();
    assert_eq!(output["mismatches"], findings.len());
    assert!(
        findings
            .iter()
            .any(|found| found["position"] == position && found["stored"] == "draw")
    );
    let independent = run(command_line().arg("--independent"));
    assert_eq!(independent.code, Some(1), "{independent:?}");
    assert!(
        independent
            .stdout
            .starts_with("quixo3 is wrong.\nwrong value: ")
    );
}

#[test]
fn json_says_what_is_right() {
    let output = json(&["verify", "quixo3", "--quiet", "--json"]);
    assert_eq!(
        (&output["positions"], &output["checked"]),
        (&2862.into(), &2862.into())
    );
    assert_eq!(
        (&output["mismatches"], &output["right"]),
        (&0.into(), &true.into())
    );
    assert!(
        output["signature"]
            .as_str()
            .unwrap()
            .starts_with("728c75478ffb65fa")
    );
    assert!(output["cpu_seconds"].as_f64().unwrap() >= 0.0);
    let sampled = json(&["verify", "quixo3", "--quiet", "--json", "--sample", "50"]);
    assert_eq!(
        (&sampled["checked"], &sampled["signature"]),
        (&50.into(), &output["signature"])
    );
}

/// Nothing is left in the directory of a database that was verified.
#[test]
fn the_journal_goes_away() {
    let directory = tempdir().unwrap();
    let on = |args: &[&str]| {
        run(command()
            .args(args)
            .arg("--quiet")
            .arg("--db")
            .arg(directory.path()))
    };
    on(&["solve", "quixo3"]).succeeds();
    let journal = directory.path().join("verified");
    fs::write(&journal, "C(9,0) nonsense").unwrap();
    on(&["verify", "quixo3"]).succeeds();
    assert!(!journal.exists());
}

/// Whatever a verification that is killed has noted, the next one ends as if nothing had happened.
#[test]
fn a_killed_verification_ends_with_the_same_result() {
    let directory = tempdir().unwrap();
    let on = |args: &[&str]| {
        let mut run = command();
        run.args(args)
            .arg("--quiet")
            .arg("--db")
            .arg(directory.path());
        run
    };
    run(&mut on(&["solve", "quixo4"])).succeeds();
    let verify = ["verify", "quixo4", "--json", "--threads", "1"];
    let output = |command: &mut Command| {
        let mut output: Value = serde_json::from_str(&run(command).succeeds().stdout).unwrap();
        output["cpu_seconds"].take();
        output
    };
    let whole = output(&mut on(&verify));
    assert_eq!(whole["right"], true);
    let journal = directory.path().join("verified");
    let noted = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let mut killed = 0;
    for wanted in [1, 10, 40] {
        let mut child = Process::start(on(&verify).stdout(Stdio::null()));
        child.until(|| noted() >= wanted);
        child.kill();
        killed += usize::from(noted() >= wanted);
    }
    assert!(killed > 0, "no verification was killed early");
    assert_eq!(output(&mut on(&verify)), whole);
    assert!(!journal.exists());
}
