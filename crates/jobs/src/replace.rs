//! Files that are there as a whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Writes a new file beside `path` and gives it that name. If there is a file of that name already,
/// the new one gets its `permissions`.
pub fn replace(path: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if permissions.is_some() {
        // A file that may not be written to is not replaced either.
        OpenOptions::new().write(true).open(path)?;
    }
    // Made here and not by the crate, which makes files that only their owner may read.
    let create = |path: &Path| OpenOptions::new().write(true).create_new(true).open(path);
    let mut builder = tempfile::Builder::new();
    let mut new = builder.prefix(".quixotic-").make_in(directory, create)?;
    new.write_all(bytes)?;
    if let Some(permissions) = permissions {
        new.as_file().set_permissions(permissions)?;
    }
    new.as_file().sync_all()?;
    new.persist(path).map_err(|error| error.error)?;
    Ok(())
}
