//! Writing a class file: to a temporary file, checksummed, then renamed, so that
//! a file under its final name is always whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use quixotic_game::Stopped;
use quixotic_tablebase::internal::encoding;
use quixotic_tablebase::internal::format::{Census, Header, blocks_per_page, class_path};
use quixotic_tablebase::internal::index::{Group, Index};
use quixotic_tablebase::{FileError, Kernel, Problem, WinDistances};
use rayon::prelude::*;

use super::compress::compress;
use super::counter::Counter;
use super::{ClassFiles, temporary_path};
use crate::SolveError;
use crate::values::Values;

/// Pages that are compressed together, to keep all threads busy and the memory
/// for compressed pages small.
const BATCH: usize = 512;

/// A class file that is whole but for its name.
#[must_use]
pub(crate) struct Prepared {
    temporary: PathBuf,
    path: PathBuf,
    length: u64,
    published: bool,
}

impl Prepared {
    /// Gives the file its name, in place of one that may be there; returns its
    /// length.
    pub(crate) fn publish(mut self) -> Result<u64, FileError> {
        fs::rename(&self.temporary, &self.path)
            .map_err(|error| FileError::new(&self.path, error))?;
        self.published = true;
        Ok(self.length)
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        if !self.published {
            // It is of no use, and on a full disk in the way.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

impl ClassFiles<'_> {
    /// Writes a class to its file; returns the length of the file.
    pub(crate) fn write(&self, values: &Values) -> Result<u64, SolveError> {
        Ok(self.prepare(values, WinDistances::Kept)?.publish()?)
    }

    /// Writes a class to a temporary file.
    pub(crate) fn prepare(
        &self,
        values: &Values,
        win_distances: WinDistances,
    ) -> Result<Prepared, SolveError> {
        let path = class_path(self.directory, values.class);
        let temporary = temporary_path(self.directory, values.class);
        let mut prepared = Prepared {
            temporary,
            path,
            length: 0,
            published: false,
        };
        match self.write_to(&prepared.temporary, values, win_distances) {
            Ok(length) => prepared.length = length,
            Err(Failure::Stopped(stopped)) => return Err(stopped.into()),
            Err(Failure::File(problem)) => {
                return Err(FileError::new(&prepared.path, problem).into());
            }
        }
        Ok(prepared)
    }

    fn write_to(
        &self,
        path: &Path,
        values: &Values,
        win_distances: WinDistances,
    ) -> Result<u64, Failure> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
        file.write_all(&[0; Header::LEN])?;
        let mut tail = Vec::new();
        let mut census = Census::EMPTY;
        let mut content = blake3::Hasher::new();
        let mut end = Header::LEN as u64;
        for (number, group) in values.layout().groups.iter().enumerate() {
            let encoder = PageEncoder {
                index: self.index,
                kernel: self.kernel,
                group,
                win_distances,
            };
            let blocks = blocks_per_page(group);
            let stored = &values.group(number)[..group.positions()];
            for (batch, stored) in stored.chunks(BATCH * blocks * group.lanes).enumerate() {
                self.budget.check(0)?;
                content.update_rayon(stored);
                let pages: Vec<Page> = stored
                    .par_chunks(blocks * group.lanes)
                    .enumerate()
                    .map(|(page, values)| encoder.encode((batch * BATCH + page) * blocks, values))
                    .collect::<io::Result<_>>()?;
                for page in pages {
                    file.write_all(&page.bytes)?;
                    end += page.bytes.len() as u64;
                    tail.extend((page.bytes.len() as u32).to_le_bytes());
                    tail.extend(crc32fast::hash(&page.bytes).to_le_bytes());
                    census = census.plus(&page.census);
                }
            }
        }
        let header = Header {
            rules: self.rules,
            class: values.class,
            win_distances,
            positions: values.layout().positions(),
            pages: tail.len() as u64 / 8,
            tail: end,
        }
        .to_bytes();
        tail.extend((census.entries().count() as u32).to_le_bytes());
        for (value, count) in census.entries() {
            tail.push(value);
            tail.extend(count.to_le_bytes());
        }
        tail.extend(content.finalize().as_bytes());
        let mut whole = blake3::Hasher::new();
        whole.update(&header);
        whole.update(&tail);
        tail.extend(whole.finalize().as_bytes());
        file.write_all(&tail)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        file.into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_all()?;
        Ok(end + tail.len() as u64)
    }
}

/// Why a file was not written to its end.
enum Failure {
    File(Problem),
    Stopped(Stopped),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::File(problem)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::File(error.into())
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        Failure::Stopped(stopped)
    }
}

struct PageEncoder<'a> {
    index: &'a Index,
    kernel: Kernel,
    group: &'a Group,
    win_distances: WinDistances,
}

struct Page {
    bytes: Vec<u8>,
    census: Census,
}

impl PageEncoder<'_> {
    /// Compresses the blocks of a page without the lanes that a look one ply
    /// ahead decides.
    fn encode(&self, first: usize, values: &[u8]) -> io::Result<Page> {
        let Group { ring, lanes, .. } = *self.group;
        let rings = &self.index.rings.group(ring)[first..];
        let mut open_values = Vec::with_capacity(values.len() + 64);
        let mut counter = Counter::new();
        for (values, &ring) in values.chunks(lanes).zip(rings) {
            self.kernel.compress(values, &mut open_values);
            counter.count(values, self.index.rings.orbit(ring));
        }
        if self.win_distances == WinDistances::LeftOut {
            for value in &mut open_values {
                *value = encoding::without_win_distance(*value);
            }
        }
        Ok(Page {
            bytes: compress(&open_values)?,
            census: counter.finish(),
        })
    }
}
