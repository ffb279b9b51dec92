//! `export --archive`, `fetch` and `verify --audit`: what an archive is, by the description in
//! docs/format.md and by the tools of the system; and that a fetched database is the one of the
//! host or there is a line that says why not, whatever the host does and whenever the run ends.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::command::{Run, command, files, quixotic, run};
use crate::host::{Host, Manner};
use crate::process::Process;

type Files = BTreeMap<String, Vec<u8>>;

/// An archive of a small board in volumes of 100 KB, and what `export` printed.
fn archive(game: &str) -> (TempDir, Value) {
    let folder = tempdir().unwrap();
    let mut export = command();
    export.args(["export", game, "--archive", "--volume", "100000", "--quiet"]);
    let export = export.arg("--json").arg(folder.path());
    let json = run(export).succeeds().stdout;
    (folder, serde_json::from_str(&json).unwrap())
}

/// The class files of a board.
fn classes(game: &str) -> Files {
    let folder = tempdir().unwrap();
    let mut export = command();
    run(export.args(["export", game, "--quiet"]).arg(folder.path())).succeeds();
    let mut files = files(folder.path());
    files.remove("manifest.json");
    files
}

fn fetch(game: &str, url: &str, db: &Path) -> Command {
    let mut fetch = command();
    fetch.args(["fetch", game, url, "--quiet", "--json", "--db"]);
    fetch.arg(db);
    fetch.stdin(Stdio::null()).stdout(Stdio::piped());
    fetch.stderr(Stdio::piped());
    fetch
}

/// The class files in a directory, and nothing else but the lock.
#[track_caller]
fn fetched(db: &Path) -> Files {
    let mut files = files(db);
    files.remove("lock");
    assert!(!db.join("fetching").exists());
    files
}

fn number(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize
}

/// The hashes of a class file, and that of the class, as docs/format.md says.
fn tree(name: &str, file: &[u8]) -> (Vec<u8>, blake3::Hash) {
    let (pages, tail) = (number(file, 32), number(file, 40));
    let mut start = 64;
    let page = |entry: &[u8]| {
        let length = u32::from_le_bytes(entry[..4].try_into().unwrap()) as usize;
        start += length;
        *blake3::hash(&file[start - length..start]).as_bytes()
    };
    let hashes: Vec<[u8; 32]> = file[tail..tail + 8 * pages].chunks(8).map(page).collect();
    let parts = hashes
        .chunks(512)
        .map(|part| *blake3::hash(&part.concat()).as_bytes());
    let head: Vec<u8> = file[file.len() - 32..]
        .iter()
        .copied()
        .chain(parts.collect::<Vec<_>>().concat())
        .collect();
    let class = [name[1..3].parse().unwrap(), name[4..6].parse().unwrap()];
    let hash = blake3::hash(&[&class[..], &head].concat());
    ([head, hashes.concat()].concat(), hash)
}

#[test]
fn an_archive_is_as_described_and_the_system_can_read_it() {
    let (folder, json) = archive("quixo4");
    let mut sums = Command::new("sha256sum");
    run(sums
        .args(["--check", "SHA256SUMS"])
        .current_dir(folder.path()))
    .succeeds();
    let classes = classes("quixo4");
    let content = files(folder.path());
    let sums = String::from_utf8(content["SHA256SUMS"].clone()).unwrap();
    assert_eq!(sums.lines().count(), content.len() - 1);

    let unpacked = tempdir().unwrap();
    let volumes = content.keys().filter(|name| name.ends_with(".tar"));
    assert!(volumes.clone().count() > 1);
    for volume in volumes {
        let mut tar = Command::new("tar");
        tar.arg("-xf").arg(folder.path().join(volume));
        run(tar.arg("-C").arg(unpacked.path())).succeeds();
        assert!(content[volume].len() <= 100_000, "{volume}");
    }
    assert_eq!(files(unpacked.path()), classes);

    let manifest: Value = serde_json::from_slice(&content["manifest.json"]).unwrap();
    assert_eq!(manifest["format"], 2);
    let mut root = blake3::Hasher::new();
    for (entry, (name, file)) in manifest["classes"].as_array().unwrap().iter().zip(&classes) {
        let (hashes, hash) = tree(name, file);
        let place = &entry["place"];
        let at = |field: &str| place[field].as_u64().unwrap() as usize;
        let volume = manifest["volumes"][at("volume")]["name"].as_str().unwrap();
        assert_eq!(&content[volume][at("offset")..][..file.len()], file);
        assert_eq!(
            content["hashes.qxh"][at("hashes")..][..hashes.len()],
            hashes
        );
        assert_eq!(place["hash"], hash.to_hex().as_str(), "{name}");
        root.update(hash.as_bytes());
    }
    let root = root.finalize().to_hex().to_string();
    assert_eq!(json["root"], *root);
    let card: Value = serde_json::from_slice(&content["card.json"]).unwrap();
    assert_eq!(card["solution"]["root"], *root);
    assert_eq!(card["solution"]["positions"], 43_046_721);
    assert!(String::from_utf8_lossy(&content["README.md"]).contains(&root));
    // No time, no machine.
    assert_eq!(files(archive("quixo4").0.path()), content);
}

#[test]
fn an_archive_is_read_as_it_is_here_and_on_a_host() {
    let (folder, json) = archive("quixo4");
    let host = Host::with(files(folder.path()));
    let probe = ["probe", "quixo4", "X3/2O1/4/3X O", "--json"];
    let expected = quixotic(&probe).succeeds().stdout;
    let root = json["root"].as_str().unwrap();
    for db in [folder.path().to_str().unwrap(), &host.url()] {
        let with_db = |args: &[&str]| quixotic(&[args, &["--db", db]].concat());
        assert_eq!(with_db(&probe).succeeds().stdout, expected);
        let audit = ["verify", "quixo4", "--audit", "20", "--quiet", "--root"];
        let text = with_db(&[&audit[..], &[root]].concat()).succeeds().stdout;
        assert!(text.contains("20 random ones of "), "{text}");
        assert!(text.contains("pages are those of the hash tree"), "{text}");
        assert!(text.contains(root), "{text}");
        let other = "0".repeat(64);
        let error = with_db(&[&audit[..], &[&other]].concat()).refuses();
        assert!(error.contains("this is another database"), "{error}");
    }
    let whole = ["verify", "quixo4", "--quiet", "--db"];
    quixotic(&[&whole[..], &[folder.path().to_str().unwrap()]].concat()).succeeds();
    // A folder of class files has no tree, and says so.
    let text = quixotic(&["verify", "quixo4", "--audit", "20", "--quiet"])
        .succeeds()
        .stdout;
    assert!(
        text.ends_with('\n') && text.contains("there is no hash tree here"),
        "{text}"
    );
    let error = quixotic(&["verify", "quixo4", "--audit", "20", "--root", root]).refuses();
    assert!(error.contains("there is no hash tree here"), "{error}");
}

/// Every page is read, so whatever is changed in one is found, though its checksum was changed with it.
#[test]
fn an_audit_finds_a_page_that_is_not_that_of_the_tree() {
    let (folder, _) = archive("quixo3");
    let audit = || {
        let mut audit = command();
        audit.args(["verify", "quixo3", "--audit", "1000", "--quiet", "--db"]);
        run(audit.arg(folder.path()))
    };
    audit().succeeds();
    let path = folder.path().join("hashes.qxh");
    let hashes = fs::read(&path).unwrap();
    for at in [0, hashes.len() / 2, hashes.len() - 1] {
        let mut changed = hashes.clone();
        changed[at] ^= 1;
        fs::write(&path, changed).unwrap();
        let error = audit().refuses();
        assert!(error.contains("hash tree"), "{error}");
    }
    fs::write(&path, hashes).unwrap();
    audit().succeeds();
}

#[test]
fn a_database_is_fetched_from_an_archive_and_from_a_folder() {
    let expected = classes("quixo4");
    let (folder, json) = archive("quixo4");
    let root = json["root"].as_str().unwrap();
    for (host, root) in [
        (Host::with(files(folder.path())), Some(root)),
        (Host::of_board(4), None),
    ] {
        let db = tempdir().unwrap();
        let mut first = fetch("quixo4", &host.url(), db.path());
        first.args(root.iter().flat_map(|root| ["--root", root]));
        let first: Value = serde_json::from_str(&run(&mut first).succeeds().stdout).unwrap();
        assert_eq!(fetched(db.path()), expected);
        assert_eq!(
            (&first["files"], &first["fetched"]),
            (&153.into(), &first["bytes"])
        );
        assert_eq!(first["root"], root.map_or(Value::Null, Into::into));
        let again = run(&mut fetch("quixo4", &host.url(), db.path()))
            .succeeds()
            .stdout;
        let again: Value = serde_json::from_str(&again).unwrap();
        assert_eq!(again["fetched"], 0);
        // A file that is damaged here is named, and not replaced behind anybody's back.
        let mut file = expected["c04-05.qxc"].clone();
        file[100] ^= 1;
        fs::write(db.path().join("c04-05.qxc"), file).unwrap();
        let error = run(&mut fetch("quixo4", &host.url(), db.path())).refuses();
        assert!(
            error.contains("c04-05.qxc is not as on the host"),
            "{error}"
        );
        fs::remove_file(db.path().join("c04-05.qxc")).unwrap();
        run(&mut fetch("quixo4", &host.url(), db.path())).succeeds();
        assert_eq!(fetched(db.path()), expected);
        let mut other = fetch("quixo4", &host.url(), db.path());
        let error = run(other.args(["--root", &"0".repeat(64)])).refuses();
        assert!(error.contains("root"), "{error}");
    }
}

/// Killed after each number of requests, and never asked to clean up.
#[test]
fn a_fetch_that_is_killed_ten_times_ends_with_the_same_bytes() {
    let host = Host::with(files(archive("quixo4").0.path()));
    let db = tempdir().unwrap();
    let expected = classes("quixo4");
    for requests in 1..=10 {
        host.behave(|_, _| Manner::Well);
        let mut process = Process::start(&mut fetch("quixo4", &host.url(), db.path()));
        assert!(
            process.until(|| host.asked().len() >= requests),
            "it has ended"
        );
        process.kill();
        // What has its final name is whole.
        for (name, file) in files(db.path()) {
            assert!(name == "lock" || file == expected[&name], "{name}");
        }
    }
    // As if a run had been ended while it wrote, with bytes of another version.
    let room = db.path().join("fetching");
    fs::create_dir_all(&room).unwrap();
    fs::write(room.join("c00-00.qxc"), vec![7; 100]).unwrap();
    fs::write(room.join("c00-01.qxc"), vec![7; 1 << 20]).unwrap();
    run(&mut fetch("quixo4", &host.url(), db.path())).succeeds();
    assert_eq!(fetched(db.path()), expected);
}

#[test]
fn the_same_bytes_come_from_a_host_that_fails_now_and_then() {
    let host = Host::with(files(archive("quixo3").0.path()));
    let expected = classes("quixo3");
    for manner in [
        Manner::Short,
        Manner::OtherPart,
        Manner::Whole,
        Manner::Gzip,
        Manner::Status(503),
        Manner::Closing,
    ] {
        host.behave(move |number, _| {
            if number % 3 == 1 {
                manner
            } else {
                Manner::Well
            }
        });
        let db = tempdir().unwrap();
        run(&mut fetch("quixo3", &host.url(), db.path())).succeeds();
        assert_eq!(fetched(db.path()), expected, "{manner:?}");
    }
    // A wrong bit makes a file arrive twice.
    host.behave(|number, _| {
        if number == 5 {
            Manner::Flipped
        } else {
            Manner::Well
        }
    });
    let db = tempdir().unwrap();
    run(&mut fetch("quixo3", &host.url(), db.path())).succeeds();
    assert_eq!(fetched(db.path()), expected);
}

#[test]
fn a_host_that_lies_is_refused_in_a_line_and_nothing_of_it_is_taken() {
    let refused = |host: &Host, text: &str| {
        let db = tempdir().unwrap();
        let error = run(&mut fetch("quixo3", &host.url(), db.path())).refuses();
        assert!(error.contains(text), "{error}");
        let classes = classes("quixo3");
        for (name, file) in files(db.path()) {
            assert!(name == "lock" || file == classes[&name], "{name}");
        }
    };
    let content = files(archive("quixo3").0.path());
    let host = Host::with(content.clone());
    for (manner, text) in [
        (Manner::Flipped, "arrives damaged"),
        (Manner::Whole, "does not send parts of files"),
        (Manner::Short, "ends too early"),
        (Manner::Status(404), "there is no such file on the host"),
        (Manner::Status(403), "refuses access"),
    ] {
        host.behave(move |number, _| if number > 3 { manner } else { Manner::Well });
        refused(&host, text);
    }
    // Another database under the same names: a volume that is as long and has other bytes.
    host.behave(|_, _| Manner::Well);
    let volume = content.keys().find(|name| name.ends_with(".tar")).unwrap();
    for byte in &mut host.files().get_mut(volume).unwrap()[20_000..] {
        *byte = !*byte;
    }
    refused(&host, "arrives damaged");
    host.files().get_mut(volume).unwrap().push(0);
    refused(&host, "but");
    let manifest = |from: &str, to: &str| {
        let text = String::from_utf8(content["manifest.json"].clone()).unwrap();
        assert!(text.contains(from), "{from}");
        let changed = text.replacen(from, to, 1).into_bytes();
        host.files().insert("manifest.json".into(), changed);
    };
    manifest("\"format\":2", "\"format\":3");
    refused(&host, "use a newer version of this program");
    manifest("\"bytes\":", "\"bytes\":1");
    refused(&host, "does not match its checksum");
    host.files().remove("manifest.json");
    refused(&host, "there is no manifest.json here");
    let error = quixotic(&["fetch", "quixo4", &Host::with(content).url()]).refuses();
    assert!(error.contains("it is of quixo3, not of quixo4"), "{error}");
}

#[test]
fn certificates_are_archived_and_fetched() {
    let folder = tempdir().unwrap();
    let mut export = command();
    export
        .args(["export", "numerical4", "--archive"])
        .arg(folder.path());
    let text = run(&mut export).succeeds().stdout;
    assert!(text.contains("is an archive of numerical4.qxr"), "{text}");
    let mut sums = Command::new("sha256sum");
    run(sums
        .args(["--check", "SHA256SUMS"])
        .current_dir(folder.path()))
    .succeeds();
    let content = files(folder.path());
    let host = Host::with(content.clone());
    let db = tempdir().unwrap();
    run(&mut fetch("numerical4", &host.url(), db.path())).succeeds();
    let found = fetched(db.path());
    assert_eq!(found["numerical4.qxr"], content["numerical4.qxr"]);
    assert_eq!(found.len(), 1);
    let error = run(&mut fetch("ultimate", &host.url(), db.path())).refuses();
    assert!(
        error.contains("is of numerical4, not of ultimate"),
        "{error}"
    );
    host.files().get_mut("numerical4.qxr").unwrap()[5000] ^= 1;
    fs::remove_file(db.path().join("numerical4.qxr")).unwrap();
    let error = run(&mut fetch("numerical4", &host.url(), db.path())).refuses();
    assert!(error.contains("it does not match its SHA-256"), "{error}");
    assert!(!db.path().join("numerical4.qxr").exists());
}

/// What is no address is refused before anything is made.
#[test]
fn what_cannot_be_fetched_or_archived_is_refused_in_a_line() {
    let place = tempdir().unwrap();
    let db = place.path().join("db");
    let refused = |run: Run, text: &str| {
        let error = run.refuses();
        assert!(error.contains(text), "{error}");
        assert!(!db.exists());
    };
    refused(
        run(&mut fetch("quixo4", "somewhere", &db)),
        "fetch needs an address",
    );
    let nobody = "http://me:hunter2hunter2@127.0.0.1:9/db";
    refused(
        run(&mut fetch("quixo4", nobody, &db)),
        "http://127.0.0.1:9/db: cannot be reached",
    );
    refused(
        run(&mut fetch("numerical3", nobody, &db)),
        "cannot be reached",
    );
    let classes = place.path().join("classes");
    fs::create_dir(&classes).unwrap();
    fs::write(classes.join("c00-00.qxc"), "").unwrap();
    let mut export = command();
    export.args(["export", "quixo3", "--quiet", "--archive"]);
    refused(run(export.arg(&classes)), "holds class files already");
    refused(
        quixotic(&["export", "numerical3", "--archive", "nowhere"]),
        "not for numerical3",
    );
}
