//! Shards of a job, however many, come to what the command gives without them; whatever does not go
//! together is refused in one line.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::command::{Run, command, files, quixotic};
use crate::process::Process;

/// Commands that take moments, each with the file that it writes without shards, if it is not
/// standard output.
const JOBS: [&[&str]; 7] = [
    &["splits", "numerical3"],
    &["arena", "quixo4", "minimax:1", "random", "--games", "11"],
    &[
        "arena",
        "quixo3",
        "--all",
        "random,minimax:2,perfect",
        "--games",
        "5",
        "--seed",
        "7",
    ],
    &[
        "ladder",
        "quixo4",
        "--agents",
        "random,minimax:2",
        "--positions",
        "30",
    ],
    &["labels", "quixo4", "--count", "60000", "--plies"],
    &["verify", "quixo3", "--independent"],
    &["solve", "ultimate", "--by", "9", "--except", "44"],
];

/// The signature of the database of 4×4 in the program.
fn signature() -> String {
    let stats = crate::command::json(&["stats", "quixo4", "--json"]);
    stats["signature"].as_str().unwrap().to_owned()
}

/// Does a shard.
fn shard(job: &[&str], number: u32, of: u32, part: &Path) -> Run {
    let (shard, part) = (format!("{number}/{of}"), part.to_str().unwrap());
    let more = ["--quiet", "--shard", &shard, "--out", part];
    quixotic(&[job, &more].concat())
}

/// Does all shards, the last first.
fn shards(job: &[&str], of: u32, directory: &Path) -> Vec<String> {
    let part = |number| directory.join(format!("part{number}.qxp"));
    for number in (1..=of).rev() {
        shard(job, number, of, &part(number)).succeeds();
    }
    let parts = (1..=of).map(|number| part(number).to_str().unwrap().to_owned());
    parts.collect()
}

fn merge(parts: &[impl AsRef<str>], out: &str) -> Run {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    quixotic(&[&["merge"], &parts[..], &["--out", out]].concat())
}

/// What the command gives without shards.
fn whole(job: &[&str]) -> Vec<u8> {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (more, file) = match job[0] {
        "splits" => (vec![path("splits.csv")], Some("splits.csv")),
        "labels" => (vec!["--out".into(), path("labels.qxl")], Some("labels.qxl")),
        "solve" => (
            vec!["--db".into(), path("")],
            Some("ultimate9-except-44.qxd"),
        ),
        _ => (vec!["--json".into(), "--no-times".into()], None),
    };
    let mut run = command();
    let run = run.args(job).args(more).args(["--quiet", "--threads", "2"]);
    let message = crate::command::run(run).succeeds().stdout;
    file.map_or(message.into_bytes(), |file| fs::read(path(file)).unwrap())
}

#[test]
fn any_number_of_shards_comes_to_the_same_bytes() {
    for job in JOBS {
        let expected = whole(job);
        for of in [1, 2, 3, 7] {
            let directory = tempdir().unwrap();
            let parts = shards(job, of, directory.path());
            let out = directory.path().join("result");
            merge(&parts, out.to_str().unwrap()).succeeds();
            assert!(fs::read(&out).unwrap() == expected, "{job:?} in {of}");
            let names = files(directory.path()).into_keys();
            assert!(
                names.eq((1..=of)
                    .map(|i| format!("part{i}.qxp"))
                    .chain(["result".into()]))
            );
        }
    }
}

#[test]
fn more_shards_than_pieces_are_fine_and_a_dash_is_standard_output() {
    let directory = tempdir().unwrap();
    let job = ["arena", "quixo3", "random", "random", "--games", "3"];
    let parts = shards(&job, 5, directory.path());
    let merged = merge(&parts, "-").succeeds().stdout;
    assert_eq!(merged.into_bytes(), whole(&job));
}

#[test]
fn a_sample_leaves_out_what_a_table_has() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (known, sample) = (path("known.csv"), path("sample.csv"));
    quixotic(&["splits", "numerical3", &known, "-q", "--limit", "50"]).succeeds();
    let options = ["--sample", "10", "--seed", "3", "--except", &known];
    let job = [&["splits", "numerical3"][..], &options].concat();
    let message = quixotic(&[&job, &[&*sample, "-q"][..]].concat()).succeeds();
    assert!(
        message.stdout.contains("splits are solved"),
        "{}",
        message.stdout
    );
    let rows = |path: &str| -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        text.lines().skip(1).map(ToOwned::to_owned).collect()
    };
    let (known_rows, sampled) = (rows(&known), rows(&sample));
    assert_eq!((known_rows.len(), sampled.len()), (50, 10));
    assert!(sampled.iter().all(|row| !known_rows.contains(row)));
    // All rows are those of the table of all splits.
    let all = include_str!("../../../../docs/results/numerical3-splits.csv");
    assert!(
        sampled
            .iter()
            .all(|row| all.lines().any(|line| line == row))
    );
    let parts = shards(&job, 3, directory.path());
    let merged = merge(&parts, "-").succeeds().stdout;
    assert_eq!(merged, fs::read_to_string(&sample).unwrap());
    let many = quixotic(&[
        "splits",
        "numerical3",
        &sample,
        "--sample",
        "17",
        "--except",
        &known,
    ]);
    assert_eq!(many.refuses(), "there are 16 splits to choose from, not 17");
}

#[test]
fn bad_shards_are_refused() {
    let directory = tempdir().unwrap();
    let part = directory.path().join("part.qxp");
    let part = part.to_str().unwrap();
    for text in ["0/3", "4/3", "-1/3", "1/0", "x"] {
        let message =
            format!("invalid shard `{text}`: expected I/N with I from 1 to N, such as 2/8");
        for job in JOBS {
            let more = ["--shard", text, "--out", part];
            let refused = quixotic(&[job, &more].concat()).refuses();
            assert!(refused.contains(&message), "{refused}");
        }
    }
    // A shard goes nowhere without a file, and has no other output.
    let without = quixotic(&["splits", "numerical3", "--shard", "1/3"]).refuses();
    assert!(without.contains("--out"), "{without}");
    let both = ["--shard", "1/3", "--out", part, "--json"];
    let both = quixotic(&[JOBS[1], &both].concat()).refuses();
    assert!(both.contains("--json"), "{both}");
    assert!(files(directory.path()).is_empty());
}

/// Parts of one job, and some that do not go together with them.
struct Parts {
    directory: TempDir,
    good: Vec<String>,
}

impl Parts {
    fn new() -> Parts {
        let directory = tempdir().unwrap();
        let good = shards(&["splits", "numerical3"], 3, directory.path());
        Parts { directory, good }
    }

    /// A file that is there, or that is to be.
    fn path(&self, name: &str) -> String {
        self.directory
            .path()
            .join(name)
            .to_str()
            .unwrap()
            .to_owned()
    }

    /// A changed copy of the second part.
    fn changed(&self, change: impl Fn(&str) -> String) -> String {
        let text = fs::read_to_string(&self.good[1]).unwrap();
        let path = self.path("changed.qxp");
        let changed = change(&text);
        assert_ne!(changed, text);
        fs::write(&path, changed).unwrap();
        path
    }

    /// What is said of parts that do not go together, with the directory left out.
    #[track_caller]
    fn refused(&self, parts: &[&str]) -> String {
        let out = self.path("result");
        fs::write(&out, "as it was").unwrap();
        let message = merge(parts, &out).refuses();
        assert_eq!(fs::read_to_string(&out).unwrap(), "as it was");
        message.replace(&self.path(""), "")
    }
}

#[test]
fn only_all_shards_of_one_job_are_merged() {
    let parts = Parts::new();
    let [one, two, three] = [0, 1, 2].map(|i| parts.good[i].as_str());
    let of = "missing of `splits numerical3`:";
    assert_eq!(parts.refused(&[one, three]), format!("{of} shard 2 of 3"));
    assert_eq!(parts.refused(&[two]), format!("{of} shards 1 and 3 of 3"));
    assert_eq!(
        parts.refused(&[one, two, three, one]),
        "part1.qxp and part1.qxp are both shard 1 of 3"
    );
    let seven = parts.path("seven.qxp");
    shard(&["splits", "numerical3"], 2, 7, Path::new(&seven)).succeeds();
    assert_eq!(
        parts.refused(&[one, &seven, three]),
        "seven.qxp is shard 2 of 7, part1.qxp is shard 1 of 3: the number of shards has to be the same"
    );
    // However many there are said to be.
    let most = parts.path("most.qxp");
    shard(&["splits", "numerical3"], 1, u32::MAX, Path::new(&most)).succeeds();
    assert_eq!(
        parts.refused(&[&most]),
        format!("{of} shards 2, 3, 4, 5, 6 and 4294967289 more of 4294967295")
    );
    let other = parts.path("other.qxp");
    shard(JOBS[1], 2, 3, Path::new(&other)).succeeds();
    assert_eq!(
        parts.refused(&[one, &other, three]),
        format!(
            "other.qxp is of `arena quixo4 minimax:1 random --games 11 (database {})`, part1.qxp is of \
             `splits numerical3`: only the shards of one job go together",
            &signature()[..8]
        )
    );
    // A seed makes another job, too.
    let seeded = parts.path("seeded.qxp");
    shard(
        &[JOBS[1], &["--seed", "2"]].concat(),
        1,
        3,
        Path::new(&seeded),
    )
    .succeeds();
    assert!(parts.refused(&[&other, &seeded]).contains("--seed 2"));
    assert!(
        parts
            .refused(&[one, &parts.path("none.qxp")])
            .starts_with("cannot read none.qxp")
    );
}

#[test]
fn foreign_and_damaged_parts_are_refused() {
    let parts = Parts::new();
    let with = |changed: String| parts.refused(&[&parts.good[0], &changed, &parts.good[2]]);
    let version = format!(r#""version":"{}""#, env!("CARGO_PKG_VERSION"));
    let older = with(parts.changed(|text| text.replace(&version, r#""version":"0.1.9""#)));
    let now = env!("CARGO_PKG_VERSION");
    assert_eq!(
        older,
        format!(
            "changed.qxp: it was made by version 0.1.9, and this is {now}: run the shard again"
        )
    );
    let format1 = with(parts.changed(|text| text.replace(r#""format":2"#, r#""format":1"#)));
    assert_eq!(
        format1,
        format!(
            "changed.qxp: it was made by version {now} (format 1), and this is {now}: run the shard again"
        )
    );
    let foreign = "changed.qxp: it is not a part of a job";
    assert_eq!(with(parts.changed(|_| String::new())), foreign);
    assert_eq!(
        with(parts.changed(|_| "first,second\n1,2\n".into())),
        foreign
    );
    assert_eq!(
        with(parts.changed(|text| text.replace("quixotic", "chess"))),
        foreign
    );
    // One flipped digit, lines that are missing or of another part, a file that ends early.
    let wrong = "changed.qxp: it is damaged: line 2 does not match its checksum";
    assert_eq!(
        with(parts.changed(|text| text.replacen("\"1 ", "\"2 ", 1))),
        wrong
    );
    assert_eq!(
        with(parts.changed(|text| text.replacen("\"check\":\"", "\"check\":\"0", 1))),
        wrong
    );
    let first = fs::read_to_string(&parts.good[0]).unwrap();
    let foreign = first.lines().nth(1).unwrap();
    let replaced = |text: &str| text.replacen(text.lines().nth(1).unwrap(), foreign, 1);
    assert_eq!(with(parts.changed(replaced)), wrong);
    let without = |number: usize| {
        move |text: &str| {
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            lines.remove(number);
            lines.concat()
        }
    };
    let missing = "changed.qxp: it is damaged: piece 7 is missing";
    assert_eq!(with(parts.changed(without(3))), missing);
    let last = with(parts.changed(without(22)));
    assert_eq!(last, "changed.qxp: it is damaged: piece 64 is missing");
    let cut = "changed.qxp: it is damaged: its last line is cut off";
    assert_eq!(
        with(parts.changed(|text| text[..text.len() / 2].into())),
        cut
    );
    assert_eq!(
        with(parts.changed(|text| text[..text.len() - 1].into())),
        cut
    );
}

/// A part says which database it saw, so that those of others are noticed.
#[test]
fn shards_that_saw_other_databases_do_not_go_together() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let db = path("quixo4");
    quixotic(&["solve", "quixo4", "--until", "12", "--db", &db, "--quiet"]).succeeds();
    let (one, two, same) = (path("one.qxp"), path("two.qxp"), path("same.qxp"));
    let job = JOBS[1];
    let elsewhere = [job, &["--db", &db]].concat();
    shard(job, 1, 2, Path::new(&one)).succeeds();
    shard(&elsewhere, 2, 2, Path::new(&two)).succeeds();
    let message = merge(&[&one, &two], &path("result")).refuses();
    let known = format!("(database {})", &signature()[..8]);
    assert_eq!(message.matches("(database ").count(), 2, "{message}");
    assert_eq!(message.matches(&known).count(), 1, "{message}");
    // Where the database is does not matter, only what is in it.
    quixotic(&["solve", "quixo4", "--db", &db, "--quiet"]).succeeds();
    shard(&elsewhere, 2, 2, Path::new(&same)).succeeds();
    let merged = merge(&[&one, &same], "-").succeeds().stdout;
    assert_eq!(merged.into_bytes(), whole(job));
}

/// What parts have in common can be had before any of them is made, and does not depend on how the command
/// was typed.
#[test]
fn the_plan_of_a_job_is_what_its_parts_say() {
    let directory = tempdir().unwrap();
    let part = directory.path().join("part.qxp");
    for job in JOBS {
        let plan = crate::command::json(&[job, &["--plan"]].concat());
        shard(job, 1, 500, &part).succeeds();
        let text = fs::read_to_string(&part).unwrap();
        let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert_eq!(header["job"], plan);
        for how in [&["--threads", "2", "-q"][..], &["--progress", "json"]] {
            let same = [job, &["--plan"], how].concat();
            assert_eq!(crate::command::json(&same), plan);
        }
        fs::remove_file(&part).unwrap();
    }
    let typed = |text: &str| {
        let words: Vec<&str> = text.split(' ').collect();
        crate::command::json(&[&words[..], &["--plan"]].concat())
    };
    let match_of = typed("arena quixo4 minimax:1 random --games 11");
    let words = ["arena", "quixo4", "minimax:1", "random", "--games", "11"];
    let inputs = serde_json::json!({"database": signature()});
    assert_eq!(
        match_of,
        serde_json::json!({"command": words, "pieces": 11, "inputs": inputs})
    );
    assert_eq!(
        typed("arena --seed 1 --games 11 quixo4 minimax:1 --cap 200 random --starts alternate"),
        match_of
    );
    assert_eq!(
        typed("solve ultimate --except 44 --by 9"),
        typed("solve ultimate --by 9 --except 44")
    );
}

#[test]
fn a_file_may_have_several_parts() {
    let parts = Parts::new();
    let read = |part: &String| fs::read_to_string(part).unwrap();
    let together = parts.path("together.qxp");
    fs::write(&together, read(&parts.good[2]) + &read(&parts.good[0])).unwrap();
    let merged = merge(&[&parts.good[1], &together], "-").succeeds().stdout;
    assert_eq!(merged.into_bytes(), whole(&["splits", "numerical3"]));
    assert_eq!(
        parts.refused(&[&together, &parts.good[2]]),
        "together.qxp, part 1 and part3.qxp are both shard 3 of 3"
    );
    let cut = read(&parts.good[2]);
    fs::write(
        &together,
        cut[..cut.len() - 9].to_owned() + "\n" + &read(&parts.good[0]),
    )
    .unwrap();
    let message = parts.refused(&[&together, &parts.good[1]]);
    assert!(
        message.starts_with("together.qxp, part 1: it is damaged: "),
        "{message}"
    );
}

/// Whoever starts a shard holds the other end of its standard input.
#[test]
fn a_shard_ends_with_its_standard_input() {
    let directory = tempdir().unwrap();
    let journal = directory.path().join("part.qxp.partial");
    let mut child = command();
    child.args([
        "splits",
        "numerical4",
        "--quiet",
        "--shard",
        "1/1",
        "--until-eof",
        "--out",
    ]);
    child.arg(directory.path().join("part.qxp"));
    child.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Process::start(&mut child);
    assert!(child.until(|| journal.exists()));
    drop(child.child.stdin.take());
    let run = child.output();
    assert_eq!(run.code, Some(130), "{run:?}");
    assert!(run.stderr.starts_with("interrupted: "), "{run:?}");
}

#[test]
fn a_part_that_is_there_is_left_alone() {
    let parts = Parts::new();
    let job = ["splits", "numerical3"];
    let before = fs::read(&parts.good[1]).unwrap();
    let again = shard(&job, 2, 3, Path::new(&parts.good[1])).succeeds();
    assert!(
        again
            .stdout
            .ends_with("is shard 2 of 3 of `splits numerical3` already.\n")
    );
    let other = shard(&job, 1, 3, Path::new(&parts.good[1])).refuses();
    assert!(
        other.ends_with(
            "it is of shard 2 of 3 of `splits numerical3`; delete it, or choose another --out"
        ),
        "{other}"
    );
    assert_eq!(fs::read(&parts.good[1]).unwrap(), before);
    fs::write(&parts.good[1], "something else\n").unwrap();
    let foreign = shard(&job, 2, 3, Path::new(&parts.good[1])).refuses();
    assert!(foreign.contains("it is not a part of a job"), "{foreign}");
}

/// A shard that is killed goes on where it was, whatever its last line looks like, and its part has the
/// bytes of one that was never disturbed.
#[test]
fn a_shard_that_was_killed_goes_on() {
    let directory = tempdir().unwrap();
    let job = ["arena", "quixo4", "minimax:3", "minimax:2", "--games", "60"];
    let path = |name: &str| directory.path().join(name);
    shard(&job, 1, 1, &path("undisturbed.qxp")).succeeds();
    let (part, journal) = (path("part.qxp"), path("part.qxp.partial"));
    let args = [
        &job[..],
        &["--quiet", "--threads", "1", "--shard", "1/1", "--out"],
    ]
    .concat();
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    // On a busy machine it may be over before it is killed; then it begins anew.
    let was_killed = (0..20).any(|_| {
        let _ = fs::remove_file(&part);
        let mut child = command();
        child.args(&args).arg(&part).stdout(Stdio::null());
        let mut child = Process::start(&mut child);
        child.until(|| lines() >= 5);
        !child.kill().success()
    });
    assert!(was_killed && lines() >= 5 && !part.exists());
    // Two processes do not work on the same shard.
    let other = fs::File::open(&journal).unwrap();
    other.lock().unwrap();
    let busy = shard(&job, 1, 1, &part).refuses();
    assert!(
        busy.ends_with("another process is at work on this shard"),
        "{busy}"
    );
    drop(other);
    // As if it had been killed within a line.
    let mut text = fs::read_to_string(&journal).unwrap();
    text.push_str(r#"{"piece":59,"resu"#);
    fs::write(&journal, &text).unwrap();
    shard(&job, 1, 1, &part).succeeds();
    assert_eq!(
        fs::read(&part).unwrap(),
        fs::read(path("undisturbed.qxp")).unwrap()
    );
    assert!(!journal.exists());
}

/// What a journal has is believed only if nothing of it has changed and it is of this shard; whatever else has its name
/// stays as it is.
#[test]
fn a_journal_is_checked_before_it_is_gone_on_with() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let job = ["splits", "numerical3"];
    let text = |number: u32| {
        let part = path(&format!("{number}.qxp"));
        shard(&job, number, 3, &part).succeeds();
        fs::read_to_string(part).unwrap()
    };
    let (two, three) = (text(2), text(3));
    let lines: Vec<&str> = two.split_inclusive('\n').collect();
    let (part, journal) = (path("part.qxp"), path("part.qxp.partial"));
    let begun = lines[..9].concat();
    let damaged = "it is damaged: line 2 does not match its checksum";
    for (changed, message) in [
        // A wrong value.
        (begun.replacen("first", "second", 1), damaged),
        (begun.replacen("\"piece\":1,", "\"piece\":4,", 1), damaged),
        // A row of another shard.
        (
            lines[0].to_owned() + three.lines().nth(1).unwrap() + "\n",
            damaged,
        ),
        (
            three.clone(),
            "it is of shard 3 of 3 of `splits numerical3`",
        ),
        ("mine\n".into(), "it is not a part of a job"),
        // Not a header that was cut off.
        ("mine".into(), "it is not a part of a job"),
    ] {
        fs::write(&journal, &changed).unwrap();
        let refused = shard(&job, 2, 3, &part).refuses();
        let name = journal.display();
        assert_eq!(
            refused,
            format!("{name}: {message}; delete it, or choose another --out")
        );
        assert_eq!(fs::read_to_string(&journal).unwrap(), changed);
        assert!(!part.exists());
    }
    for begun in [&begun[..], &begun[..begun.len() - 7], &lines[0][..40], ""] {
        fs::write(&journal, begun).unwrap();
        shard(&job, 2, 3, &part).succeeds();
        assert_eq!(fs::read_to_string(&part).unwrap(), two);
        fs::remove_file(&part).unwrap();
    }
}

/// What is kept is used: a result that was put into the journal is in the part.
#[test]
fn what_was_done_is_not_done_again() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let job = ["splits", "numerical3"];
    shard(&job, 1, 30, &path("part.qxp")).succeeds();
    let text = fs::read_to_string(path("part.qxp")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (row, _) = lines[1].split_once(",\"check\"").unwrap();
    let marked = row.replace("\"result\":[\"", "\"result\":[\"kept ");
    let check = blake3::hash((lines[0].to_owned() + &marked).as_bytes()).to_hex();
    let marked = format!("{marked},\"check\":\"{}\"}}\n", &check[..16]);
    fs::remove_file(path("part.qxp")).unwrap();
    fs::write(path("part.qxp.partial"), format!("{}\n{marked}", lines[0])).unwrap();
    shard(&job, 1, 30, &path("part.qxp")).succeeds();
    let again = fs::read_to_string(path("part.qxp")).unwrap();
    assert!(again.contains(&marked), "{again}");
    assert_eq!(again.lines().count(), lines.len());
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    const JOB: [&str; 2] = ["splits", "numerical3"];

    #[test]
    fn a_part_goes_to_a_regular_file() {
        let directory = tempdir().unwrap();
        let fifo = directory.path().join("fifo");
        crate::command::run(Command::new("mkfifo").arg(&fifo)).succeeds();
        let large = directory.path().join("large");
        fs::File::create(&large).unwrap().set_len(3 << 30).unwrap();
        let message = "it is not a regular file";
        for (out, why) in [
            (fifo.as_path(), message),
            (Path::new("/dev/zero"), message),
            (Path::new("/dev/null"), message),
            (directory.path(), message),
            (&large, "it is larger than any part of a job"),
        ] {
            let refused = shard(&JOB, 1, 30, out).refuses();
            assert!(refused.contains(why), "{refused}");
        }
        // Nor is anything else taken for a journal.
        let (part, journal) = (
            directory.path().join("part.qxp"),
            directory.path().join("part.qxp.partial"),
        );
        fs::rename(&fifo, &journal).unwrap();
        let refused = shard(&JOB, 1, 30, &part).refuses();
        assert!(refused.contains(message), "{refused}");
    }

    #[test]
    fn a_link_for_a_part_stays_one_and_a_journal_is_none() {
        let directory = tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        symlink("target.qxp", path("link.qxp")).unwrap();
        shard(&JOB, 1, 30, &path("link.qxp")).succeeds();
        shard(&JOB, 1, 30, &path("other.qxp")).succeeds();
        assert!(path("link.qxp").is_symlink());
        assert_eq!(
            fs::read(path("target.qxp")).unwrap(),
            fs::read(path("other.qxp")).unwrap()
        );
        // One that was put there leads anywhere.
        fs::write(path("mine"), "").unwrap();
        symlink("mine", path("part.qxp.partial")).unwrap();
        let refused = shard(&JOB, 1, 30, &path("part.qxp")).refuses();
        assert!(refused.contains("it is not a regular file"), "{refused}");
        assert_eq!(fs::read(path("mine")).unwrap(), b"");
        assert!(path("part.qxp.partial").is_symlink() && !path("part.qxp").exists());
    }
}
