//! `export`: a database as a folder for a host of plain files: its class files, and a
//! manifest that says what is in them.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_catalog::GameId;
use quixotic_quixo::Class;
use quixotic_tablebase::internal::format::class_path;
use quixotic_tablebase::store::{Manifest, ManifestClass, Part, ReadRequest};
use quixotic_tablebase::{Database, ProbeError, level_ranges};
use serde::Serialize;

use crate::env::Env;
use crate::files;
use crate::game_args::GameArgs;
use crate::interrupt::Interrupted;
use crate::meter::Meter;
use crate::output::write_json;
use crate::target::Target;
use crate::units::{self, count};

/// What is exported, and where to.
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The folder to fill; it is made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints. The names of the fields are part of the contract.
#[derive(Serialize)]
struct ExportJson<'a> {
    #[serde(flatten)]
    game: &'a GameId,
    folder: String,
    classes: u64,
    bytes: u64,
    levels: &'a [u8],
}

pub(crate) fn run(env: &Env<'_>, args: &ExportArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = Target::new(env, &args.game)?;
    let (database, source) = target.open_with_directory()?;
    let folder = &args.folder;
    fs::create_dir_all(folder).map_err(|error| files::unwritten(folder, &error))?;
    if source
        .as_deref()
        .is_some_and(|source| is_same(source, folder))
    {
        bail!(
            "{} is the database itself: choose another folder",
            folder.display()
        );
    }
    let levels = database.levels();
    // All headers, tails and pages are read and checked before anything is written.
    let manifest = Manifest::of(database.store(), target.rules, &levels)?;
    let mut meter = Meter::new(env);
    let total = manifest.classes.len() as u64;
    let interrupted = || Interrupted("the same command goes on".into());
    for (done, entry) in manifest.classes.iter().enumerate() {
        meter.show_steps(
            done as u64,
            total,
            &format_args!("checking {}", entry.class()),
        );
        let checked = check(env, &database, entry.class()).map_err(|error| target.advise(error))?;
        checked.then_some(()).ok_or_else(interrupted)?;
    }
    for (done, entry) in manifest.classes.iter().enumerate() {
        meter.show_steps(done as u64, total, &entry.class());
        env.budget().check(0).map_err(|_| interrupted())?;
        put(&database, source.as_deref(), entry, folder)?;
    }
    meter.show_steps(total, total, &Manifest::NAME);
    drop(meter);
    let path = folder.join(Manifest::NAME);
    files::write(&path, &manifest.to_bytes(), env.stop)?;
    let bytes: u64 = manifest.classes.iter().map(|entry| entry.bytes).sum();
    if args.json {
        let json = ExportJson {
            game: &target.id,
            folder: folder.display().to_string(),
            classes: total,
            bytes,
            levels: &levels,
        };
        write_json(out, &json)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        out,
        "{} holds {} class files of {} ({}) and their manifest: positions with {} marked tiles.",
        folder.display(),
        count(total),
        target.id,
        units::bytes(bytes),
        level_ranges(&levels)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Reads and checks all pages of a class; `false` if that was interrupted.
fn check(env: &Env<'_>, database: &Database, class: Class) -> Result<bool, ProbeError> {
    let file = database.class_file(class)?;
    for place in file.pages() {
        if env.stop.is_set() {
            return Ok(false);
        }
        database.read_page(file, place)?;
    }
    Ok(true)
}

/// Puts the file of a class into a folder: as a hard link if that is possible.
fn put(
    database: &Database,
    source: Option<&Path>,
    entry: &ManifestClass,
    folder: &Path,
) -> Result<()> {
    let class = entry.class();
    let path = class_path(folder, class);
    let unwritten = |error: io::Error| files::unwritten(&path, &error);
    let room = tempfile::Builder::new()
        .prefix(".quixotic-")
        .tempdir_in(folder)
        .map_err(unwritten)?;
    let new = class_path(room.path(), class);
    match source {
        Some(source) => {
            // A link to a symbolic link would be one, too.
            let source = fs::canonicalize(class_path(source, class)).map_err(unwritten)?;
            if is_same(&source, &path) {
                return Ok(());
            }
            if fs::hard_link(&source, &new).is_err() {
                fs::copy(&source, &new).map_err(unwritten)?;
            }
        }
        None => fs::write(&new, whole(database, class, entry.bytes)?).map_err(unwritten)?,
    }
    match fs::symlink_metadata(&path) {
        Ok(found) if found.is_dir() => bail!("{} is a directory", path.display()),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(unwritten(error)),
        _ => Ok(fs::rename(&new, &path).map_err(unwritten)?),
    }
}

/// A class file that is part of the program.
fn whole(database: &Database, class: Class, length: u64) -> Result<Vec<u8>> {
    let read = ReadRequest {
        class,
        range: 0..length,
        part: Part::Page,
    };
    let mut parts = database.store().read_many(&[read])?;
    Ok(parts.swap_remove(0).into_owned())
}

/// Whether two paths lead to the same file or directory.
fn is_same(a: &Path, b: &Path) -> bool {
    match (identity(a), identity(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path)?;
    Ok((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}
