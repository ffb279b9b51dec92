//! `export`: a folder that any host of plain files can serve.

use std::fs;
use std::path::Path;

use crate::command::{Run, command, files, quixotic, run};
use serde_json::Value;
use tempfile::tempdir;

fn export(game: &str, folder: &Path, db: Option<&Path>) -> Run {
    let mut export = command();
    export.args(["export", game, "--quiet"]).arg(folder);
    if let Some(db) = db {
        export.arg("--db").arg(db);
    }
    run(&mut export)
}

fn solve(game: &str, until: &str, db: &Path) {
    let mut solve = command();
    solve.args(["solve", game, "--quiet", "--until", until, "--db"]);
    run(solve.arg(db)).succeeds();
}

/// The manifest by its JSON alone: each entry is held against the class file, read as
/// docs/format.md says.
#[test]
fn the_manifest_says_what_is_in_the_files() {
    let folder = tempdir().unwrap();
    let output = export("quixo4", folder.path(), None).succeeds().stdout;
    assert!(output.contains("153 class files of quixo4"), "{output}");
    let mut content = files(folder.path());
    let manifest = content.remove("manifest.json").unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest["game"], "quixo4");
    assert_eq!(manifest["rules"], Value::Null);
    assert_eq!(manifest["classes"].as_array().unwrap().len(), content.len());
    for entry in manifest["classes"].as_array().unwrap() {
        let name = format!(
            "c{:02}-{:02}.qxc",
            entry["mover"].as_u64().unwrap(),
            entry["other"].as_u64().unwrap()
        );
        let file = &content[&name];
        assert_eq!(entry["bytes"], file.len());
        let number = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize;
        let (pages, tail) = (number(32), number(40));
        let outline = &entry["outline"];
        assert_eq!(outline["win_distances"], file[17] == 0);
        let (index, after) = file[tail..].split_at(8 * pages);
        assert_eq!(outline["counts"], crc32fast::hash(after));
        let parts: Vec<Value> = index
            .chunks(8 * 512)
            .map(|part| {
                let lengths = part
                    .chunks(8)
                    .map(|entry| u64::from(u32::from_le_bytes(entry[..4].try_into().unwrap())));
                serde_json::json!([lengths.sum::<u64>(), crc32fast::hash(part)])
            })
            .collect();
        assert_eq!(outline["parts"], Value::from(parts), "{name}");
    }
}

#[test]
fn a_folder_is_brought_up_to_date_and_files_are_linked() {
    let (db, folder) = (tempdir().unwrap(), tempdir().unwrap());
    let folder = folder.path().join("public").join("quixo3");
    solve("quixo3", "8", db.path());
    let output = export("quixo3", &folder, Some(db.path())).succeeds();
    assert!(
        output.stdout.contains("with 8–9 marked tiles"),
        "{}",
        output.stdout
    );
    let first = files(&folder);
    solve("quixo3", "0", db.path());
    // What is not of the database does no harm, and damage is repaired.
    fs::remove_file(folder.join("c05-04.qxc")).unwrap();
    fs::write(folder.join("c05-04.qxc"), "damaged").unwrap();
    fs::write(folder.join("index.html"), "hello").unwrap();
    export("quixo3", &folder, Some(db.path())).succeeds();
    let second = files(&folder);
    assert_eq!(first["c05-04.qxc"], second["c05-04.qxc"]);
    assert_eq!(second["index.html"], b"hello");
    // 55 classes, the manifest and the page; nothing else is left.
    assert_eq!((first.len(), second.len()), (20, 57));
    export("quixo3", &folder, Some(db.path())).succeeds();
    assert_eq!(files(&folder), second);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let inode = |directory: &Path| fs::metadata(directory.join("c05-04.qxc")).unwrap().ino();
        assert_eq!(inode(db.path()), inode(&folder));
    }
}

#[test]
fn what_cannot_be_exported_is_refused_in_one_line() {
    let (db, folder) = (tempdir().unwrap(), tempdir().unwrap());
    let error = export("quixo5", folder.path(), Some(db.path())).refuses();
    assert!(error.contains("there is no database of quixo5"), "{error}");
    solve("quixo3", "0", db.path());
    let error = export("quixo3", db.path(), Some(db.path())).refuses();
    assert!(error.contains("is the database itself"), "{error}");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = export("quixo3", &file, Some(db.path())).refuses();
    assert!(error.starts_with("cannot write"), "{error}");
    fs::write(db.path().join("c01-00.qxc"), "damaged").unwrap();
    let out = folder.path().join("out");
    let error = export("quixo3", &out, Some(db.path())).refuses();
    assert!(error.contains("c01-00.qxc"), "{error}");
    assert!(
        files(&out).is_empty(),
        "nothing is written before all is checked"
    );
    // A page that nobody has asked for is checked, too.
    solve("quixo3", "0", &folder.path().join("db"));
    let class = folder.path().join("db/c04-04.qxc");
    let mut bytes = fs::read(&class).unwrap();
    let first_page = 64;
    bytes[first_page + 5] ^= 1;
    fs::write(&class, bytes).unwrap();
    let error = export("quixo3", &out, Some(&folder.path().join("db"))).refuses();
    assert!(
        error.contains("c04-04.qxc") && error.contains("page 0 does not match its checksum"),
        "{error}"
    );
    assert!(files(&out).is_empty());
    let error = quixotic(&["export", "ultimate", "somewhere"]).refuses();
    assert!(error.contains("not for ultimate"), "{error}");
    assert!(!Path::new("somewhere").exists());
}
