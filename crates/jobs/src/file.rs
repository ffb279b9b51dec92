//! A shard from its beginning to its file, with interruptions.
//!
//! While it runs, its journal beside that file, `PART.partial`, grows by a row for each piece: a part whose rows
//! are in the order in which they came. Each line is handed to the system when its piece is done, so a process
//! that is killed loses the pieces in progress only; a line that was cut off is dropped.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use quixotic_catalog::Error;
use quixotic_game::Budget;
use serde_json::Value;

use crate::part::{header, read_header, read_rows, row_line};
use crate::work::broken;
use crate::{Job, LARGEST, Part, Piece, Shard, Threads, replace, work_off};

/// Whether there was anything to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// The part was there already.
    Before,
    /// It is there now.
    Now,
}

/// Does a shard and writes its part, under a name of its own until it is whole. A part that is there is left
/// alone; what an interrupted run has done is not done again. `report` is called with how many pieces are done,
/// and how many there are.
///
/// # Errors
/// If under that name there is anything but this part, and whatever the work says.
pub fn run_to_file(
    path: &Path,
    (job, shard): (&Job, Shard),
    work: &Piece<'_>,
    threads: Threads,
    budget: &Budget,
    report: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Ran, Error> {
    if is_there(path, job, shard)? {
        return Ok(Ran::Before);
    }
    let mut journal = Journal::open(path, job, shard)?;
    let is_open = |piece: &u64| !journal.rows.contains_key(piece);
    let total = shard.pieces(job.pieces).count() as u64;
    let left: Vec<u64> = shard.pieces(job.pieces).filter(is_open).collect();
    report(journal.rows.len() as u64, total);
    work_off(work, &left, threads, budget, &mut |piece, row| {
        journal.add(piece, row)?;
        report(journal.rows.len() as u64, total);
        Ok(())
    })?;
    let part = Part {
        job: job.clone(),
        shard,
        rows: std::mem::take(&mut journal.rows),
    };
    replace(path, part.write().as_bytes(), None).map_err(|error| unwritten(path, &error))?;
    journal.remove(path, job, shard)?;
    Ok(Ran::Now)
}

/// Whether the part is there, whole.
fn is_there(path: &Path, job: &Job, shard: Shard) -> Result<bool, Error> {
    let unread = |error: io::Error| broken(&format!("cannot read {}", path.display()), &error);
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(unread(error)),
        // To open a pipe would be to wait for its other end.
        Ok(found) if !found.is_file() => return Err(refused(path, &"it is not a regular file")),
        Ok(found) if found.len() > LARGEST => {
            return Err(refused(path, &"it is larger than any part of a job"));
        }
        Ok(_) => {}
    }
    let bytes = fs::read(path).map_err(unread)?;
    let part = Part::read(&String::from_utf8_lossy(&bytes));
    let part = part.map_err(|error| refused(path, &error))?;
    check_same(path, (&part.job, part.shard), (job, shard))?;
    Ok(true)
}

/// What a shard has done so far.
struct Journal {
    path: PathBuf,
    file: File,
    header: String,
    /// Bytes of whole lines.
    good: u64,
    rows: BTreeMap<u64, Value>,
}

impl Journal {
    /// Opens the journal of a part, or begins one. It is locked as long as it is open, where the file system
    /// can do that. A file that is no journal of this shard is refused before anything is written to it.
    fn open(part: &Path, job: &Job, shard: Shard) -> Result<Journal, Error> {
        let mut name = part.as_os_str().to_owned();
        name.push(".partial");
        let path = PathBuf::from(name);
        let (file, text) = open(&path)?;
        let header = header(job, shard);
        // The first line may be cut off, too.
        let (rows, good) = match text.split_once('\n') {
            None if header.starts_with(&text) => (BTreeMap::new(), 0),
            _ => {
                let (first, text) = text.split_once('\n').unwrap_or((&text, ""));
                let found = read_header(first).map_err(|error| refused(&path, &error))?;
                check_same(&path, (&found.0, found.1), (job, shard))?;
                let rows = read_rows(first, (job, shard), text);
                let (rows, length) = rows.map_err(|error| refused(&path, &error))?;
                (rows, first.len() + 1 + length)
            }
        };
        let mut journal = Journal {
            path,
            file,
            header,
            good: good as u64,
            rows,
        };
        journal.cut()?;
        Ok(journal)
    }

    /// Drops what follows the whole lines; a journal without any gets its first.
    fn cut(&mut self) -> Result<(), Error> {
        let mut cut = || -> io::Result<()> {
            self.file.set_len(self.good)?;
            self.file.seek(SeekFrom::End(0))?;
            if self.good == 0 {
                let line = format!("{}\n", self.header);
                self.file.write_all(line.as_bytes())?;
                self.good = line.len() as u64;
            }
            Ok(())
        };
        cut().map_err(|error| unwritten(&self.path, &error))
    }

    /// Keeps the row of a piece.
    fn add(&mut self, piece: u64, row: Value) -> Result<(), Error> {
        // One write, straight to the system: there is nothing to flush. Half a line on a full disk
        // must not be in the way of other pieces that are just being finished.
        let line = row_line(&self.header, piece, &row);
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let _ = self.file.set_len(self.good);
            let _ = self.file.seek(SeekFrom::Start(self.good));
            return Err(unwritten(&self.path, &error));
        }
        self.good += line.len() as u64;
        self.rows.insert(piece, row);
        Ok(())
    }

    /// Takes the file away, after a look whether the part that is to take its place can be read.
    fn remove(self, part: &Path, job: &Job, shard: Shard) -> Result<(), Error> {
        match is_there(part, job, shard)? {
            true => fs::remove_file(&self.path).map_err(|error| unwritten(&self.path, &error)),
            false => Err(refused(part, &"it is gone again")),
        }
    }
}

/// Opens and locks a journal, there or not, and reads it. A link is not followed: it may lead to anything.
fn open(path: &Path) -> Result<(File, String), Error> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            options.create_new(true);
        }
        Err(error) => return Err(unwritten(path, &error)),
        Ok(found) if !found.is_file() => return Err(refused(path, &"it is not a regular file")),
        Ok(found) if found.len() > LARGEST => {
            return Err(refused(path, &"it is larger than any part of a job"));
        }
        Ok(_) => {}
    }
    let read = || -> io::Result<(File, Vec<u8>)> {
        let mut file = options.open(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::other("another process is at work on this shard"));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok((file, bytes))
    };
    let (file, bytes) = read().map_err(|error| unwritten(path, &error))?;
    // Half a character at the end is a line that was cut off.
    Ok((file, String::from_utf8_lossy(&bytes).into_owned()))
}

/// Refuses what is of another job or shard.
fn check_same(path: &Path, found: (&Job, Shard), wanted: (&Job, Shard)) -> Result<(), Error> {
    match found == wanted {
        true => Ok(()),
        false => {
            let (job, shard) = found;
            Err(refused(path, &format!("it is of shard {shard} of `{job}`")))
        }
    }
}

/// The error of a file that is in the way.
fn refused(path: &Path, why: &dyn Display) -> Error {
    let name = path.display();
    Error::Bad(format!("{name}: {why}; delete it, or choose another --out"))
}

/// The error of a file that cannot be written.
fn unwritten(path: &Path, error: &io::Error) -> Error {
    broken(&format!("cannot write {}", path.display()), error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    fn squares() -> (Job, Shard) {
        let job = Job {
            command: vec!["squares".into()],
            pieces: 4,
            inputs: BTreeMap::new(),
        };
        (job, "1/2".parse().unwrap())
    }

    #[test]
    fn a_journal_goes_when_its_part_can_be_read_and_no_sooner() {
        let directory = tempdir().unwrap();
        let (path, (job, shard)) = (directory.path().join("part.qxp"), squares());
        let rows = [(0, 0.into()), (2, 4.into())].into();
        let (of, part) = (job.clone(), Part { job, shard, rows });
        let whole = part.write();
        for (content, is_good) in [
            (None, false),
            (Some(&whole[..whole.len() - 3]), false),
            (Some(&*whole.replace("4", "5")), false),
            (Some(&*whole), true),
        ] {
            let _ = fs::remove_file(&path);
            if let Some(content) = content {
                fs::write(&path, content).unwrap();
            }
            let journal = Journal::open(&path, &of, shard).unwrap();
            let name = journal.path.clone();
            assert_eq!(journal.remove(&path, &of, shard).is_ok(), is_good);
            assert_eq!(name.exists(), !is_good);
        }
    }

    #[test]
    fn a_journal_has_rows_of_its_shard_alone() {
        let directory = tempdir().unwrap();
        let (path, (job, shard)) = (directory.path().join("part.qxp"), squares());
        let header = header(&job, shard);
        for (piece, is_good) in [(0, true), (2, true), (1, false), (4, false)] {
            let row = row_line(&header, piece, &0.into());
            let text = format!("{header}\n{row}");
            fs::write(directory.path().join("part.qxp.partial"), text).unwrap();
            match Journal::open(&path, &job, shard) {
                Ok(journal) => assert!(is_good && journal.rows.contains_key(&piece)),
                Err(error) => assert!(!is_good && error.to_string().contains("of another shard")),
            }
        }
    }
}
