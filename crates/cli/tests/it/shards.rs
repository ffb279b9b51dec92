//! Shards of a job, however many, come to what the command gives without them; whatever does not go
//! together is refused in one line.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use tempfile::{TempDir, tempdir};

use crate::command::{Run, command, files, quixotic};
use crate::process::Process;

/// Commands that take moments, each with the file that it writes without shards, if it is not
/// standard output.
const JOBS: [&[&str]; 6] = [
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
    &["verify", "quixo3", "--independent"],
    &["solve", "ultimate", "--by", "9", "--except", "44"],
];

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
        "solve" => (
            vec!["--db".into(), path("")],
            Some("ultimate9-except-44.qxd"),
        ),
        _ => (vec!["--json".into(), "--no-times".into()], None),
    };
    let mut run = command();
    let run = run.args(job).args(more).args(["--quiet", "--threads", "2"]);
    let told = crate::command::run(run).succeeds().stdout;
    file.map_or(told.into_bytes(), |file| fs::read(path(file)).unwrap())
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
    let told = quixotic(&[&job, &[&*sample, "-q"][..]].concat()).succeeds();
    assert!(told.stdout.contains("splits are solved"), "{}", told.stdout);
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
    for (text, told) in [
        ("0/3", "there is no shard 0 of 3: they are 1/3 to 3/3"),
        ("4/3", "there is no shard 4 of 3: they are 1/3 to 3/3"),
        (
            "-1/3",
            "`-1/3` is no shard: it is a number and how many there are, like 3/8",
        ),
        ("1/0", "there is at least one shard: 1/1"),
        (
            "x",
            "`x` is no shard: it is a number and how many there are, like 3/8",
        ),
    ] {
        for job in JOBS {
            let more = ["--shard", text, "--out", part];
            let refused = quixotic(&[job, &more].concat()).refuses();
            assert!(refused.contains(told), "{refused}");
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
        let told = merge(parts, &out).refuses();
        assert_eq!(fs::read_to_string(&out).unwrap(), "as it was");
        told.replace(&self.path(""), "")
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
        "other.qxp is of `arena quixo4 minimax:1 random --games 11 --seed 1`, part1.qxp is of \
         `splits numerical3`: only the shards of one job go together"
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
        format!("changed.qxp: it was made by version 0.1.9, and this is {now}: make it anew")
    );
    let foreign = "changed.qxp: it is no part of a job";
    assert_eq!(with(parts.changed(|_| String::new())), foreign);
    assert_eq!(
        with(parts.changed(|_| "first,second\n1,2\n".into())),
        foreign
    );
    assert_eq!(
        with(parts.changed(|text| text.replace("quixotic", "chess"))),
        foreign
    );
    // One flipped digit, lines that are missing or doubled, a file that ends early.
    let wrong = "changed.qxp: it is damaged: its checksum is wrong";
    assert_eq!(
        with(parts.changed(|text| text.replacen("\"1 ", "\"2 ", 1))),
        wrong
    );
    let lines = |text: &str| {
        text.lines()
            .map(|line| format!("{line}\n"))
            .collect::<Vec<_>>()
    };
    let without = |text: &str| {
        let mut lines = lines(text);
        lines.remove(3);
        lines.concat()
    };
    assert_eq!(with(parts.changed(without)), wrong);
    let cut = "changed.qxp: it is damaged: its end is missing";
    assert_eq!(
        with(parts.changed(|text| text[..text.len() / 2].into())),
        cut
    );
    assert_eq!(
        with(parts.changed(|text| text[..text.len() - 1].into())),
        cut
    );
    let unfinished = |text: &str| {
        let mut lines = lines(text);
        lines.pop();
        lines.concat()
    };
    assert_eq!(with(parts.changed(unfinished)), cut);
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
            "it is shard 2 of 3 of `splits numerical3`; delete it, or choose another --out"
        ),
        "{other}"
    );
    assert_eq!(fs::read(&parts.good[1]).unwrap(), before);
    fs::write(&parts.good[1], "something else\n").unwrap();
    let foreign = shard(&job, 2, 3, Path::new(&parts.good[1])).refuses();
    assert!(foreign.contains("it is no part of a job"), "{foreign}");
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

/// What is kept is used: a result that was put into the journal is in the part.
#[test]
fn what_was_done_is_not_done_again() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let job = ["splits", "numerical3"];
    shard(&job, 1, 30, &path("part.qxp")).succeeds();
    let text = fs::read_to_string(path("part.qxp")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let marked = lines[1].replace("\"result\":[\"", "\"result\":[\"kept ");
    fs::remove_file(path("part.qxp")).unwrap();
    let journal = path("part.qxp.partial");
    fs::write(&journal, format!("{}\n{marked}\n", lines[0])).unwrap();
    shard(&job, 1, 30, &path("part.qxp")).succeeds();
    let again = fs::read_to_string(path("part.qxp")).unwrap();
    assert!(again.contains("kept "), "{again}");
    assert_eq!(again.lines().count(), lines.len());
    // The journal of another shard is no beginning of this one.
    fs::rename(path("part.qxp"), path("away")).unwrap();
    fs::write(&journal, format!("{}\n", lines[0])).unwrap();
    let refused = shard(&job, 2, 30, &path("part.qxp")).refuses();
    assert!(
        refused.contains("it is of shard 1 of 30 of `splits numerical3`"),
        "{refused}"
    );
}
