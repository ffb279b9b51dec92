//! Makes the databases that are part of the program. Needed when the file format changes;
//! the test `embedded` tells.
//!
//! `cargo run --release -p quixotic-solver --example embed` solves 3×3 and 4×4 and writes
//! `quixo3.qxb` and `quixo4.qxb` into the data of the tablebase.
//!
//! `cargo run --release -p quixotic-solver --example embed -- --opening 7 --db DIR` writes
//! `quixo5-opening.qxb`: levels 0 to 7 of the whole database of 5×5 in DIR, with all
//! distances, whether or not its files have those of wins.
//! `crates/tablebase/src/store/embedded.rs` lists what is embedded.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use quixotic_game::Budget;
use quixotic_quixo::{Class, Rules};
use quixotic_solver::{SolveOptions, solve};
use quixotic_tablebase::internal::format::class_path;
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
    solve_into(directory.path(), rules)?;
    pack(directory.path(), rules, rules.cells())
}

/// The bundle of the levels up to `last`, with all distances, from the whole database in a
/// directory.
///
/// These levels are solved once more from the level above, which gives the distances of
/// wins whether or not the files there have them; the levels above are linked, not copied.
/// Then the hashes of all values have to be those of the database.
pub(crate) fn opening(db: &Path, rules: Rules, last: u8) -> Result<Vec<u8>, Box<dyn Error>> {
    // Beside the files, since links do not lead to other file systems.
    let directory = tempfile::tempdir_in(db)?;
    for class in Class::within(rules.cells()).filter(|class| class.level() > last) {
        fs::hard_link(class_path(db, class), class_path(directory.path(), class))?;
    }
    solve_into(directory.path(), rules)?;
    let [given, made] = [db, directory.path()].map(|path| Database::open(path, rules));
    let (given, made) = (given?, made?);
    for class in classes(rules, last) {
        if given.class_file(class)?.digest() != made.class_file(class)?.digest() {
            return Err(format!("{class} has other values than {}", db.display()).into());
        }
    }
    pack(directory.path(), rules, last)
}

/// The classes of the levels up to `last`.
fn classes(rules: Rules, last: u8) -> impl Iterator<Item = Class> {
    Class::within(rules.cells()).filter(move |class| class.level() <= last)
}

/// Solves what is not there yet, with the distances of wins.
fn solve_into(directory: &Path, rules: Rules) -> Result<(), Box<dyn Error>> {
    let options = SolveOptions {
        rules,
        directory: PathBuf::from(directory),
        until: 0,
        memory: 8 << 30,
        win_distances: WinDistances::Kept,
        kernel: Kernel::detect(),
    };
    Ok(solve(&options, &Budget::UNLIMITED, &mut |_| {})?)
}

/// Packs the files of the levels up to `last`.
fn pack(directory: &Path, rules: Rules, last: u8) -> Result<Vec<u8>, Box<dyn Error>> {
    let read = |class| Ok((class, fs::read(class_path(directory, class))?));
    let files: Result<BTreeMap<Class, Vec<u8>>, std::io::Error> =
        classes(rules, last).map(read).collect();
    Ok(Bundle::pack(&files?, rules))
}
