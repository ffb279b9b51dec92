//! Writing files whole or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow};

/// Writes a file under a temporary name beside it, then renames it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".tmp");
    let temporary = PathBuf::from(temporary);
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| problem(path, &error))
}

/// What the operating system says of a file.
pub(crate) fn problem(path: &Path, error: &io::Error) -> Error {
    anyhow!("{}: {error}", path.display())
}
