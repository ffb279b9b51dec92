//! Makes the databases that are part of the program. Needed when the file format changes;
//! the test `embedded` tells.
//!
//! `cargo run --release -p quixotic-solver --example embed` solves 3×3 and 4×4 and writes
//! `quixo3.qxb` and `quixo4.qxb` into the data of the tablebase.
//!
//! `cargo run --release -p quixotic-solver --example embed -- --opening 7 --db DIR` writes
//! `quixo5-opening.qxb`: levels 0 to 7 of the whole database of 5×5 in DIR, whether or not its
//! files have the distances of wins. The last level has them; below it they follow from the
//! level above. Pages are compressed as well as they can be.
//! `crates/tablebase/src/store/embedded.rs` lists what is embedded.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use quixotic_game::Budget;
use quixotic_quixo::{Class, Rules};
use quixotic_solver::{SolveOptions, solve};
use quixotic_tablebase::internal::format::{Header, class_path};
use quixotic_tablebase::store::Bundle;
use quixotic_tablebase::{Database, Kernel, WinDistances};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => {
            for size in [3, 4] {
                let bundle = whole(Rules::official(size)?)?;
                write(&format!("quixo{size}.qxb"), &bundle)?;
            }
            Ok(())
        }
        ["--opening", level, "--db", directory] => {
            let bundle = opening(Path::new(directory), Rules::official(5)?, level.parse()?)?;
            write("quixo5-opening.qxb", &bundle)
        }
        _ => Err("embed takes no arguments, or --opening LEVEL --db DIR".into()),
    }
}

/// Writes a bundle among the data of the tablebase.
fn write(name: &str, bundle: &[u8]) -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tablebase/data")
        .join(name);
    fs::write(&path, bundle)?;
    println!("wrote {}, {} bytes", path.display(), bundle.len());
    Ok(())
}

/// Solves a small board.
fn whole(rules: Rules) -> Result<Vec<u8>, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    solve_into(directory.path(), rules, WinDistances::Kept)?;
    let files = read_files(directory.path(), Class::within(rules.cells()))?;
    Ok(Bundle::pack(&files, rules))
}

/// The bundle of the levels up to `last` from the whole database in a directory.
///
/// These levels are solved once more from the level above, which gives the distances of
/// wins whether or not the files there have them; the levels above are linked, not copied.
/// Then the hashes of all values have to be those of the database. Below the last level the
/// distances of wins are left out.
pub(crate) fn opening(db: &Path, rules: Rules, last: u8) -> Result<Vec<u8>, Box<dyn Error>> {
    // Beside the files, since links do not lead to other file systems.
    let directory = tempfile::tempdir_in(db)?;
    for class in Class::within(rules.cells()).filter(|class| class.level() > last) {
        fs::hard_link(class_path(db, class), class_path(directory.path(), class))?;
    }
    solve_into(directory.path(), rules, WinDistances::Kept)?;
    let [given, made] = [db, directory.path()].map(|path| Database::open(path, rules));
    let (given, made) = (given?, made?);
    for class in classes(rules, last) {
        if given.class_file(class)?.digest() != made.class_file(class)?.digest() {
            return Err(format!("{class} has other values than {}", db.display()).into());
        }
    }
    let has_distances = |class: Class| class.level() == last;
    let mut files = read_files(
        directory.path(),
        classes(rules, last).filter(|&c| has_distances(c)),
    )?;
    drop(made);
    solve_into(directory.path(), rules, WinDistances::LeftOut)?;
    let thin = classes(rules, last).filter(|&class| !has_distances(class));
    files.extend(read_files(directory.path(), thin)?);
    for file in files.values_mut() {
        *file = repacked(file)?;
    }
    Ok(Bundle::pack(&files, rules))
}

/// The classes of the levels up to `last`.
fn classes(rules: Rules, last: u8) -> impl Iterator<Item = Class> {
    Class::within(rules.cells()).filter(move |class| class.level() <= last)
}

/// Solves what is not there yet, and leaves out the distances of wins if wanted.
fn solve_into(
    directory: &Path,
    rules: Rules,
    win_distances: WinDistances,
) -> Result<(), Box<dyn Error>> {
    let options = SolveOptions {
        rules,
        directory: PathBuf::from(directory),
        until: 0,
        memory: 8 << 30,
        win_distances,
        kernel: Kernel::detect(),
    };
    Ok(solve(&options, &Budget::UNLIMITED, &mut |_| {})?)
}

/// The files of classes.
fn read_files(
    directory: &Path,
    classes: impl Iterator<Item = Class>,
) -> Result<BTreeMap<Class, Vec<u8>>, std::io::Error> {
    let read = |class| Ok((class, fs::read(class_path(directory, class))?));
    classes.map(read).collect()
}

/// The level of zstd that takes the least room; the solver has no time for it.
const BEST: i32 = 19;

/// A class file with its pages compressed anew: see docs/format.md for its parts.
fn repacked(file: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let (start, rest) = file.split_first_chunk().ok_or("no header")?;
    let header = Header::from_bytes(start)?;
    let tail = header.tail as usize - Header::LEN;
    let (mut pages, tail) = rest.split_at_checked(tail).ok_or("no tail")?;
    let (index, rest) = tail.split_at(8 * header.pages as usize);
    let mut packed = Vec::new();
    let mut lengths = Vec::new();
    for entry in index.chunks(8) {
        let length = u32::from_le_bytes(entry[..4].try_into()?);
        let (page, others) = pages.split_at(length as usize);
        pages = others;
        let page = zstd::bulk::compress(&zstd::stream::decode_all(page)?, BEST)?;
        lengths.extend((page.len() as u32).to_le_bytes());
        lengths.extend(crc32fast::hash(&page).to_le_bytes());
        packed.extend(page);
    }
    // What follows the index of the pages stays, but for the hash of header and tail.
    let (census, _) = rest.split_at(rest.len() - blake3::OUT_LEN);
    let start = Header {
        tail: (Header::LEN + packed.len()) as u64,
        ..header
    };
    let start = start.to_bytes();
    let tail = [&lengths, census].concat();
    let hash = blake3::Hasher::new()
        .update(&start)
        .update(&tail)
        .finalize();
    Ok([&start[..], &packed, &tail, hash.as_bytes()].concat())
}
