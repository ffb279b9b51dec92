//! `export`: a database as a folder for a host of plain files: its class files, and a
//! manifest that says what is in them; or as an archive of few large files.

pub(crate) mod archive;
mod card;

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_catalog::GameId;
use quixotic_quixo::Class;
use quixotic_tablebase::internal::format::{PagePlace, class_path};
use quixotic_tablebase::store::{Manifest, ManifestClass, Part, ReadRequest};
use quixotic_tablebase::{Database, ProbeError, level_ranges};
use rayon::prelude::*;
use serde::Serialize;

use crate::env::Env;
use crate::files;
use crate::game_args::{Family, GameArgs, not_for};
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

    /// Make an archive of few large files, with sums, a data card and a hash tree; of ultimate and
    /// numerical4, their certificates: those in the directory --db, else those in the program
    #[arg(long)]
    archive: bool,

    /// Bytes of a file of an archive at most, unless one class is larger
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30, requires = "archive", value_parser = clap::value_parser!(u64).range(1..))]
    volume: u64,

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
    /// Of an archive.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<String>,
}

pub(crate) fn run(env: &Env<'_>, args: &ExportArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let id = args.game.id(env)?;
    if let (true, Some(shipped)) = (args.archive, certificate(&id)?) {
        return certificates(env, args, &id, shipped, out);
    }
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
    let bytes: u64 = manifest.classes.iter().map(|entry| entry.bytes).sum();
    let mut json = ExportJson {
        game: &target.id,
        folder: folder.display().to_string(),
        classes: total,
        bytes,
        levels: &levels,
        files: None,
        root: None,
    };
    let holds = format!(
        "{} class files of {} ({})",
        count(total),
        target.id,
        units::bytes(bytes)
    );
    let levels = format!("positions with {} marked tiles", level_ranges(&levels));
    if args.archive {
        drop(meter);
        let (manifest, bytes) =
            archive::database(env, &target, &database, manifest, folder, args.volume)?;
        json.bytes = bytes;
        json.files = Some(manifest.volumes.len() as u64);
        json.root = manifest.root().map(|root| root.to_hex().to_string());
        if args.json {
            write_json(out, &json)?;
            return Ok(ExitCode::SUCCESS);
        }
        writeln!(
            out,
            "{} is an archive of {holds}: {levels}.",
            folder.display()
        )?;
        for volume in &manifest.volumes {
            writeln!(out, "  {:<16} {}", volume.name, units::bytes(volume.bytes))?;
        }
        writeln!(out, "root       {}", json.root.unwrap_or_default())?;
        return Ok(ExitCode::SUCCESS);
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
    if args.json {
        write_json(out, &json)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        out,
        "{} holds {holds} and their manifest: {levels}.",
        folder.display()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The name and the bytes of a certificate in the program, of games that have one instead of a database.
fn certificate(id: &GameId) -> Result<Option<(&'static str, &'static [u8])>> {
    let supply = match Family::of(id)? {
        Family::Ultimate if id.rules().is_none() => &quixotic_ultimate::proof::SHIPPED,
        Family::Numerical(rules) if rules.size() == 4 && rules.is_standard() => {
            &quixotic_numerical::NUMERICAL4
        }
        Family::Quixo(_) => return Ok(None),
        _ => {
            return Err(not_for(
                id,
                "quixo3, quixo4, quixo5, numerical4 and ultimate",
            ));
        }
    };
    let bytes = supply.bytes().expect("the program contains it");
    Ok(Some((supply.name(), bytes)))
}

/// What `--json` prints of certificates.
#[derive(Serialize)]
struct CertificatesJson<'a> {
    #[serde(flatten)]
    game: &'a GameId,
    folder: String,
    files: u64,
    bytes: u64,
}

/// An archive of certificates.
fn certificates(
    env: &Env<'_>,
    args: &ExportArgs,
    id: &GameId,
    shipped: (&str, &[u8]),
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let directory = args.game.directory(env, id)?;
    let found = archive::found(env, directory.as_deref(), shipped)?;
    let bytes = archive::certificates(id.game(), &found, &args.folder)?;
    let folder = args.folder.display().to_string();
    let files = found.len() as u64;
    if args.json {
        let json = CertificatesJson {
            game: id,
            folder,
            files,
            bytes,
        };
        write_json(out, &json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let names: Vec<&str> = found.iter().map(|(name, _)| &**name).collect();
    let bytes = units::bytes(bytes);
    writeln!(
        out,
        "{folder} is an archive of {} ({bytes}).",
        names.join(", ")
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Reads and checks all pages of a class; `false` if that was interrupted.
fn check(env: &Env<'_>, database: &Database, class: Class) -> Result<bool, ProbeError> {
    let file = database.class_file(class)?;
    let places: Vec<PagePlace> = file.pages().collect();
    let checked = places.par_iter().try_for_each(|&place| {
        if env.stop.is_set() {
            return Err(None);
        }
        let read = database.read_page(file, place);
        read.map(drop).map_err(Some)
    });
    match checked {
        Ok(()) => Ok(true),
        Err(None) => Ok(false),
        Err(Some(error)) => Err(error.into()),
    }
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
    // In an archive it has no file of its own.
    let source = source.map(|source| class_path(source, class));
    match source.filter(|source| source.exists()) {
        Some(source) => {
            // A link to a symbolic link would be one, too.
            let source = fs::canonicalize(source).map_err(unwritten)?;
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

/// A class file that is part of the program, or of an archive.
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
