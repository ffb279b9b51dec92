//! The directory of a database: one process at a time, no leftovers, enough room.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use quixotic_quixo::Class;

use super::report::SolveError;
use crate::bytes::MIB;
use crate::files::temporary_path;

/// Takes the directory of a database for this process, for as long as the file lives, and clears
/// what an interrupted run of the solver left unfinished.
///
/// # Errors
/// If it cannot be used, or another process has taken it.
pub fn lock(directory: &Path, cells: u8) -> Result<File, SolveError> {
    let unusable = |error| SolveError::Directory {
        path: directory.to_owned(),
        error,
    };
    fs::create_dir_all(directory).map_err(unusable)?;
    let mut open = File::options();
    let lock = open.write(true).create(true).truncate(false);
    let lock = lock.open(directory.join("lock")).map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(SolveError::Locked(directory.to_owned())),
        Err(TryLockError::Error(error)) => return Err(unusable(error)),
    }
    for class in Class::within(cells) {
        match fs::remove_file(temporary_path(directory, class)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unusable(error)),
            _ => {}
        }
    }
    Ok(lock)
}

/// Makes the renaming of files last.
pub(super) fn sync(directory: &Path) -> Result<(), SolveError> {
    let synced = if cfg!(unix) {
        File::open(directory).and_then(|directory| directory.sync_all())
    } else {
        Ok(())
    };
    synced.map_err(|error| SolveError::Directory {
        path: directory.to_owned(),
        error,
    })
}

/// Checks that so many bytes fit on the disk, and a little more: small files have
/// more overhead.
pub(super) fn check_space(directory: &Path, bytes: u64) -> Result<(), SolveError> {
    let needed = (bytes + MIB) / MIB;
    let free = free_space(directory).map_err(|error| SolveError::Directory {
        path: directory.to_owned(),
        error,
    })?;
    if free / MIB < needed {
        return Err(SolveError::Space {
            path: directory.to_owned(),
            needed,
            free: free / MIB,
        });
    }
    Ok(())
}

/// Bytes that are free on the disk of a directory.
#[cfg(unix)]
pub fn free_space(directory: &Path) -> io::Result<u64> {
    let status = rustix::fs::statvfs(directory)?;
    Ok(status.f_bavail * status.f_frsize)
}

/// Unknown here: a full disk will be reported when it is met.
#[cfg(not(unix))]
pub fn free_space(_: &Path) -> io::Result<u64> {
    Ok(u64::MAX)
}
