//! Which pairs of classes were found right by a verification that has not ended.
//!
//! A line of text for each: the class of the pair with more tiles of the mover, and the
//! hash of the file hashes of all files that had a part in it. A pair one of whose files
//! has changed since has no line with its hash any more and is verified again, as is one
//! whose line is damaged, and one with a fault, which has no line: so the same command
//! tells the same faults again.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quixotic_quixo::Class;

/// The name of the file in the directory of a database.
pub(super) const NAME: &str = "verified";

/// The journal of a verification.
pub(super) struct Journal {
    /// The lines that were there.
    before: String,
    /// What is written to; `None` if that is not possible.
    file: Option<(PathBuf, File)>,
}

impl Journal {
    /// The journal in a directory, if files can be written there; a fresh one forgets what
    /// is there.
    pub(super) fn open(directory: Option<&Path>, fresh: bool) -> Journal {
        let path = directory.map(|directory| directory.join(NAME));
        if let (Some(path), true) = (&path, fresh) {
            // What cannot be removed cannot be written, either, and is not believed below.
            let _ = fs::remove_file(path);
        }
        let read = path.as_deref().filter(|_| !fresh);
        let read = read.and_then(|path| fs::read(path).ok());
        let before = String::from_utf8_lossy(&read.unwrap_or_default()).into_owned();
        let append = |path: PathBuf| {
            let mut file = File::options().create(true).append(true).open(&path)?;
            // A line that was cut off stays by itself.
            if !before.is_empty() && !before.ends_with('\n') {
                file.write_all(b"\n")?;
            }
            Ok::<_, io::Error>((path, file))
        };
        Journal {
            file: path.and_then(|path| append(path).ok()),
            before,
        }
    }

    /// Whether anything is kept for another run.
    pub(super) fn is_kept(&self) -> bool {
        self.file.is_some()
    }

    /// Whether a pair whose files have that hash was found right.
    pub(super) fn has(&self, class: Class, files: blake3::Hash) -> bool {
        let line = line(class, files);
        self.before.lines().any(|other| other == line)
    }

    /// Notes that a pair was found right. If that is not possible, the next run has
    /// more to do, and that is all.
    pub(super) fn add(&mut self, class: Class, files: blake3::Hash) {
        if let Some((_, file)) = &mut self.file {
            let line = line(class, files) + "\n";
            let _ = file
                .write_all(line.as_bytes())
                .and_then(|()| file.sync_data());
        }
    }

    /// Removes it: everything has been verified.
    pub(super) fn remove(self) {
        if let Some((path, _)) = self.file {
            let _ = fs::remove_file(path);
        }
    }
}

fn line(class: Class, files: blake3::Hash) -> String {
    format!("{class} {}", files.to_hex())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_believed_one_by_one() {
        let directory = tempfile::tempdir().unwrap();
        let open = || Journal::open(Some(directory.path()), false);
        let (class, hash) = (Class::new(4, 3), blake3::hash);
        let mut journal = open();
        assert!(journal.is_kept() && !journal.has(class, hash(b"1")));
        journal.add(class, hash(b"1"));
        assert!(open().has(class, hash(b"1")));
        assert!(!open().has(class, hash(b"2")) && !open().has(class.swapped(), hash(b"1")));
        // Something else, and a line that was cut off.
        let path = directory.path().join(NAME);
        let mut damaged = fs::read(&path).unwrap();
        damaged.extend(b"\xff\x00\nC(4,3) 0123");
        fs::write(&path, damaged).unwrap();
        open().add(class, hash(b"2"));
        assert!(open().has(class, hash(b"1")) && open().has(class, hash(b"2")));
        assert!(!Journal::open(Some(directory.path()), true).has(class, hash(b"1")));
        open().remove();
        assert!(!path.exists() && !Journal::open(None, false).is_kept());
    }
}
