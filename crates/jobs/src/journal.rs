//! What a shard has done so far: a file beside its part that grows by a line for each piece.
//!
//! Each line is handed to the system when its piece is done, so a process that is killed loses the
//! pieces in progress only. A line that was cut off is dropped; its piece is done again.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use quixotic_catalog::Error;
use serde_json::Value;

use crate::crew::broken;
use crate::part::{Header, PartError, piece_line, read_piece};
use crate::{Job, Shard};

/// The pieces of a shard that are done.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines.
    good: u64,
    /// Their results.
    pub(crate) results: BTreeMap<u64, Value>,
}

impl Journal {
    /// Opens the journal of a part, or begins one. It is locked as long as it is open, where the file
    /// system can do that.
    pub(crate) fn open(part: &Path, job: &Job, shard: Shard) -> Result<Journal, Error> {
        let mut name = part.as_os_str().to_owned();
        name.push(".partial");
        let path = PathBuf::from(name);
        let open = || -> io::Result<(File, String)> {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            let mut file = options.open(&path)?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Err(io::Error::other("another process is at work on this shard"));
            }
            let mut text = Vec::new();
            file.read_to_end(&mut text)?;
            Ok((file, String::from_utf8_lossy(&text).into_owned()))
        };
        let (file, text) = open().map_err(|error| unwritten(&path, &error))?;
        let refused = |why: &dyn std::fmt::Display| {
            let name = path.display();
            Error::Bad(format!("{name}: {why}; delete it, or choose another --out"))
        };
        let expected = Header::new(job.clone(), shard).line();
        // The first line may be cut off, too.
        let (results, good) = match text.split_once('\n') {
            None => (BTreeMap::new(), 0),
            Some((first, _)) => {
                let found = Header::read(first).map_err(|error| refused(&error))?;
                if (&found.job, found.shard) != (job, shard) {
                    return Err(refused(&format!(
                        "it is of shard {} of `{}`",
                        found.shard, found.job
                    )));
                }
                read(&text, first.len() + 1).map_err(|error| refused(&error))?
            }
        };
        let mut journal = Journal {
            path,
            file,
            good: good as u64,
            results,
        };
        journal.cut(&expected)?;
        Ok(journal)
    }

    /// Drops what follows the good lines; a journal without any gets its first.
    fn cut(&mut self, header: &str) -> Result<(), Error> {
        let mut cut = || -> io::Result<()> {
            self.file.set_len(self.good)?;
            self.file.seek(SeekFrom::End(0))?;
            if self.good == 0 {
                self.file.write_all(header.as_bytes())?;
                self.good = header.len() as u64;
            }
            Ok(())
        };
        cut().map_err(|error| unwritten(&self.path, &error))
    }

    /// Keeps the result of a piece.
    pub(crate) fn add(&mut self, piece: u64, result: Value) -> Result<(), Error> {
        // One write, straight to the system: there is nothing to flush. Half a line on a full disk
        // must not be in the way of other pieces that are just being finished.
        let line = piece_line(piece, &result);
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let _ = self.file.set_len(self.good);
            let _ = self.file.seek(SeekFrom::Start(self.good));
            return Err(unwritten(&self.path, &error));
        }
        self.good += line.len() as u64;
        self.results.insert(piece, result);
        Ok(())
    }

    /// Takes the file away, since its part is written.
    pub(crate) fn remove(self) -> Result<(), Error> {
        fs::remove_file(&self.path).map_err(|error| unwritten(&self.path, &error))
    }
}

/// The results after a header of that length, and how many bytes of the text are good.
fn read(text: &str, header: usize) -> Result<(BTreeMap<u64, Value>, usize), PartError> {
    let (mut results, mut good) = (BTreeMap::new(), header);
    for line in text[header..].split_inclusive('\n') {
        if !line.ends_with('\n') {
            break;
        }
        let (piece, result) = read_piece(line).ok_or(PartError::Damaged("a piece is none"))?;
        results.insert(piece, result);
        good += line.len();
    }
    Ok((results, good))
}

/// The error of a file that cannot be written.
pub(crate) fn unwritten(path: &Path, error: &io::Error) -> Error {
    broken(&format!("cannot write {}", path.display()), error)
}
