//! Files that people name: written whole or not at all, read up to a limit.
//!
//! A regular file is replaced by one that was written beside it under a name of its
//! own, so nobody ever sees half a file, and after a full disk nothing is left. A
//! symbolic link stays one: the file it leads to is replaced. A device or a pipe is
//! written to and never replaced.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow, bail};
use quixotic_game::Stop;
use quixotic_jobs::replace;

use crate::interrupt::{Interrupted, unless_stopped};
use crate::units;

/// Symbolic links in a row that are followed.
const LINKS: usize = 40;

/// Writes a file; what was there before is lost only when all is written.
pub fn write(path: &Path, bytes: &[u8], stop: &Stop) -> Result<()> {
    let refused = |error: io::Error| unwritten(path, &error);
    let target = end_of_links(path).map_err(refused)?;
    match fs::metadata(&target) {
        Ok(found) if !found.is_file() => {
            // Nobody may be reading at the other end of a pipe.
            let bytes = bytes.to_vec();
            let written = unless_stopped(stop, move || -> io::Result<()> {
                let mut device = OpenOptions::new().write(true).open(&target)?;
                device.write_all(&bytes)
            });
            written.ok_or_else(Interrupted::nothing)?.map_err(refused)
        }
        Ok(found) => replace(&target, bytes, Some(found.permissions())).map_err(refused),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            replace(&target, bytes, None).map_err(refused)
        }
        Err(error) => Err(refused(error)),
    }
}

/// Refuses a file that cannot be written, before the work that it is for.
pub fn ensure_writable(path: &Path) -> Result<()> {
    let refused = |error: io::Error| unwritten(path, &error);
    let target = end_of_links(path).map_err(refused)?;
    match fs::metadata(&target) {
        Ok(found) if found.is_dir() => return Err(refused(ErrorKind::IsADirectory.into())),
        // To open a pipe would be to wait for its other end.
        Ok(found) if !found.is_file() => return Ok(()),
        Ok(_) => drop(
            OpenOptions::new()
                .write(true)
                .open(&target)
                .map_err(refused)?,
        ),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(refused(error)),
    }
    // What is written comes as a new file beside it.
    let directory = target.parent().filter(|parent| *parent != Path::new(""));
    let directory = directory.unwrap_or(Path::new("."));
    fs::metadata(directory).map_err(refused)?;
    // The error would name a file that nobody knows.
    let new = tempfile::tempfile_in(directory).map_err(|error| refused(error.kind().into()))?;
    drop(new);
    Ok(())
}

/// The path that a chain of symbolic links leads to, there or not.
pub(crate) fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => {
                let link = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(link);
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Reads a file that is not larger than `limit` bytes; `what` says what it should be.
/// A pipe is read up to the limit.
pub fn read(path: &Path, what: &str, limit: u64, stop: &Stop) -> Result<Vec<u8>> {
    let found = readable(path, what)?;
    let too_large = || {
        let limit = units::bytes(limit);
        anyhow!(
            "{} is not a {what}: it is larger than {limit}",
            path.display()
        )
    };
    if found.is_file() && found.len() > limit {
        return Err(too_large());
    }
    let owned = path.to_owned();
    let work = move || {
        let mut bytes = Vec::new();
        File::open(owned)?.take(limit + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    // Nobody may ever write to the other end of a pipe.
    let bytes = match found.is_file() {
        true => work(),
        false => unless_stopped(stop, work).ok_or_else(Interrupted::nothing)?,
    };
    let bytes = bytes.map_err(|error: io::Error| unread(path, &error))?;
    if bytes.len() as u64 > limit {
        return Err(too_large());
    }
    Ok(bytes)
}

/// What is there to be read under a name; a device has no end and is refused.
pub(crate) fn readable(path: &Path, what: &str) -> Result<Metadata> {
    let found = fs::metadata(path).map_err(|error| unread(path, &error))?;
    if is_device(&found) {
        bail!("{} is not a {what}: it is a device", path.display());
    }
    Ok(found)
}

#[cfg(unix)]
fn is_device(found: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = found.file_type();
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_found: &Metadata) -> bool {
    false
}

/// Reads the same as text.
pub fn read_text(path: &Path, what: &str, limit: u64, stop: &Stop) -> Result<String> {
    let text = String::from_utf8(read(path, what, limit, stop)?);
    text.map_err(|_| anyhow!("{} is not a {what}: it is not text", path.display()))
}

/// Why a file cannot be read.
pub(crate) fn unread(path: &Path, error: &io::Error) -> Error {
    anyhow!("cannot read {}: {error}", path.display())
}

/// Why a file cannot be written.
pub fn unwritten(path: &Path, error: &io::Error) -> Error {
    anyhow!("cannot write {}: {error}", path.display())
}
