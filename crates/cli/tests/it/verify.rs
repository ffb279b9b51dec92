//! `verify` finds a value that is wrong in a file that is otherwise good. The file
//! is forged by docs/format.md alone.

use std::fs;
use std::ops::Range;

use crate::command::{command, json, run, run_unread};
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
    let told = wrong.stdout.strip_prefix("quixo3 is wrong: wrong value: ");
    let (position, rest) = told.unwrap().split_once(" is stored as draw, ").unwrap();
    let truth = json(&["probe", "quixo3", position, "--json"]);
    let follows = format!(
        "{} in {} plies",
        truth["outcome"].as_str().unwrap(),
        truth["distance"]
    );
    assert_eq!(rest, format!("but its moves make it {follows}\n"));
}
