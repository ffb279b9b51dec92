//! Writing a class file: to a temporary file, checksummed, then renamed, so that
//! a file under its final name is always whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use quixotic_game::Stopped;
use quixotic_tablebase::internal::encoding;
use quixotic_tablebase::internal::format::{
    Census, ClassFile, Header, blocks_per_page, class_path,
};
use quixotic_tablebase::internal::index::{Group, Index};
use quixotic_tablebase::{FileError, Kernel, Problem, WinDistances};
use rayon::prelude::*;

use super::compress::{Stay, compress};
use super::counter::Counter;
use super::whole::OpenFile;
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
    pub(crate) fn write(&self, values: &Values, stay: Stay) -> Result<u64, SolveError> {
        let content = Content::New(stay);
        Ok(self.prepare(values, content)?.publish()?)
    }

    /// Writes a class without the distances of its wins to a temporary file; `open` is its file
    /// with them.
    pub(crate) fn thin(&self, values: &Values, open: &OpenFile) -> Result<Prepared, SolveError> {
        self.prepare(values, Content::Thinned(&open.file))
    }

    fn prepare(&self, values: &Values, content: Content<'_>) -> Result<Prepared, SolveError> {
        let path = class_path(self.directory, values.class);
        let temporary = temporary_path(self.directory, values.class);
        let mut prepared = Prepared {
            temporary,
            path,
            length: 0,
            published: false,
        };
        match self.write_to(&prepared.temporary, values, content) {
            Ok(length) => prepared.length = length,
            Err(Failure::Stopped(stopped)) => return Err(stopped.into()),
            Err(Failure::File(problem)) => {
                return Err(FileError::new(&prepared.path, problem).into());
            }
        }
        Ok(prepared)
    }

    fn write_to(&self, path: &Path, values: &Values, content: Content<'_>) -> Result<u64, Failure> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
        file.write_all(&[0; Header::LEN])?;
        let mut tail = Vec::new();
        let mut census = Census::EMPTY;
        let mut digest = blake3::Hasher::new();
        let mut end = Header::LEN as u64;
        for (number, group) in values.layout().groups.iter().enumerate() {
            let encoder = PageEncoder {
                index: self.index,
                kernel: self.kernel,
                group,
                content,
            };
            let blocks = blocks_per_page(group);
            let stored = &values.group(number)[..group.positions()];
            for (batch, stored) in stored.chunks(BATCH * blocks * group.lanes).enumerate() {
                self.budget.check(0)?;
                if let Content::New(_) = content {
                    digest.update_rayon(stored);
                }
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
        // What is thinned was counted and hashed when it was new.
        let (census, digest) = match content {
            Content::New(_) => (census, digest.finalize()),
            Content::Thinned(file) => (file.census().clone(), file.digest()),
        };
        let header = Header {
            rules: self.rules,
            class: values.class,
            win_distances: content.win_distances(),
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
        tail.extend(digest.as_bytes());
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

/// What is written of a class.
#[derive(Clone, Copy)]
enum Content<'a> {
    /// Everything.
    New(Stay),
    /// Without the distances of wins; the file that has them.
    Thinned(&'a ClassFile),
}

impl Content<'_> {
    fn win_distances(self) -> WinDistances {
        match self {
            Content::New(_) => WinDistances::Kept,
            Content::Thinned(_) => WinDistances::LeftOut,
        }
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
    content: Content<'a>,
}

struct Page {
    bytes: Vec<u8>,
    /// What is new is counted.
    census: Census,
}

impl PageEncoder<'_> {
    /// Compresses the blocks of a page without the lanes that a look one ply
    /// ahead decides.
    fn encode(&self, first: usize, values: &[u8]) -> io::Result<Page> {
        let mut open_values = Vec::with_capacity(values.len() + 64);
        for values in values.chunks(self.group.lanes) {
            self.kernel.compress(values, &mut open_values);
        }
        let (stay, census) = match self.content {
            Content::New(stay) => (stay, self.count(first, values)),
            Content::Thinned(_) => {
                for value in &mut open_values {
                    *value = encoding::without_win_distance(*value);
                }
                (Stay::Lasting, Census::EMPTY)
            }
        };
        Ok(Page {
            bytes: compress(&open_values, stay)?,
            census,
        })
    }

    fn count(&self, first: usize, values: &[u8]) -> Census {
        let Group { ring, lanes, .. } = *self.group;
        let rings = &self.index.rings.group(ring)[first..];
        let mut counter = Counter::new();
        for (values, &ring) in values.chunks(lanes).zip(rings) {
            counter.count(values, self.index.rings.orbit(ring));
        }
        counter.finish()
    }
}
