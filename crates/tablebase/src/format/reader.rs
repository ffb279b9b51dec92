//! Reading a class file: everything is checked before it is believed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use quixotic_quixo::{Class, Rules};

use super::{Census, FileError, Header, Problem, WinDistances, blocks_per_page, pages};
use crate::encoding::{LOST, WIN_IN_1, WON};
use crate::index::{DecidedLanes, Group, Index, Layout};
use crate::kernel::Kernel;

/// Where the bytes of a class file come from.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// A file on disk.
    File(Mutex<File>),
    /// A file that is part of the program.
    Embedded(&'static [u8]),
}

impl Bytes {
    fn len(&self) -> io::Result<u64> {
        match self {
            Bytes::File(file) => Ok(lock(file).metadata()?.len()),
            Bytes::Embedded(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Reads `len` bytes at `offset`; the caller has checked that they exist.
    fn read(&self, offset: u64, len: usize) -> io::Result<Vec<u8>> {
        let mut read = vec![0; len];
        match self {
            Bytes::File(file) => {
                let mut file = lock(file);
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(&mut read)?;
            }
            Bytes::Embedded(bytes) => {
                let all = bytes.get(offset as usize..).unwrap_or_default();
                let part = all.get(..len).ok_or(io::ErrorKind::UnexpectedEof)?;
                read.copy_from_slice(part);
            }
        }
        Ok(read)
    }
}

fn lock(file: &Mutex<File>) -> std::sync::MutexGuard<'_, File> {
    // A reader that panicked left nothing behind but the file's position.
    file.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// An open class file whose header and tail have been checked.
#[derive(Debug)]
pub(crate) struct ClassFile {
    path: PathBuf,
    bytes: Bytes,
    header: Header,
    layout: Layout,
    /// For each page its offset and checksum; one more offset for the end.
    offsets: Vec<u64>,
    checksums: Vec<u32>,
    census: Census,
    digest: blake3::Hash,
}

impl ClassFile {
    /// Opens the file of a class under given rules.
    pub(crate) fn open(
        path: &Path,
        rules: Rules,
        index: &Index,
        class: Class,
    ) -> Result<ClassFile, FileError> {
        let file = File::open(path).map_err(|error| FileError::new(path, error))?;
        ClassFile::read(path, Bytes::File(Mutex::new(file)), rules, index, class)
    }

    /// Opens a class file from its bytes; `path` is how errors call it.
    pub(crate) fn read(
        path: &Path,
        bytes: Bytes,
        rules: Rules,
        index: &Index,
        class: Class,
    ) -> Result<ClassFile, FileError> {
        ClassFile::check(path, bytes, rules, index, class)
            .map_err(|problem| FileError::new(path, problem))
    }

    fn check(
        path: &Path,
        bytes: Bytes,
        rules: Rules,
        index: &Index,
        class: Class,
    ) -> Result<ClassFile, Problem> {
        let found = bytes.len()?;
        let truncated = |needed| Problem::Truncated { found, needed };
        let header_bytes = bytes.read(0, (Header::LEN as u64).min(found) as usize)?;
        let Ok(header_bytes) = <[u8; Header::LEN]>::try_from(header_bytes) else {
            return Err(truncated(Header::LEN as u64));
        };
        let header = Header::from_bytes(&header_bytes)?;
        let holds = |rules: Rules, class: Class| format!("{class} of {rules}");
        if (header.rules, header.class) != (rules, class) {
            return Err(Problem::Other {
                found: holds(header.rules, header.class),
                wanted: holds(rules, class),
            });
        }
        let layout = index.layout(class);
        let expected_pages: usize = layout.groups.iter().map(pages).sum();
        if header.positions != layout.positions() || header.pages != expected_pages as u64 {
            return Err(Problem::Corrupt("wrong counts in the header".into()));
        }
        let tail_len = found
            .checked_sub(header.tail)
            .ok_or(truncated(header.tail))?;
        let least = (expected_pages * 8 + 4 + 2 * blake3::OUT_LEN) as u64;
        if tail_len < least {
            return Err(truncated(header.tail.saturating_add(least)));
        }
        // The census is at most 256 entries of 9 bytes.
        if tail_len > least + 256 * 9 {
            return Err(Problem::Corrupt("bytes after the end".into()));
        }
        let tail = bytes.read(header.tail, tail_len as usize)?;
        let (content, digest) = tail.split_at(tail.len() - blake3::OUT_LEN);
        let mut whole = blake3::Hasher::new();
        whole.update(&header_bytes);
        whole.update(content);
        if whole.finalize().as_bytes() != digest {
            return Err(Problem::Corrupt(
                "header or tail does not match its checksum".into(),
            ));
        }
        let (entries, rest) = content.split_at(expected_pages * 8);
        let (entries, _) = entries.as_chunks::<4>();
        let mut offsets = vec![Header::LEN as u64];
        let mut checksums = Vec::with_capacity(expected_pages);
        for entry in entries.chunks_exact(2) {
            let length = u64::from(u32::from_le_bytes(entry[0]));
            offsets.push(offsets[offsets.len() - 1] + length);
            checksums.push(u32::from_le_bytes(entry[1]));
        }
        if offsets[expected_pages] != header.tail {
            return Err(Problem::Corrupt(
                "the index does not match the pages".into(),
            ));
        }
        let (census, digest) = read_census(rest)
            .ok_or_else(|| Problem::Corrupt("the census has the wrong length".into()))?;
        Ok(ClassFile {
            path: path.to_owned(),
            bytes,
            header,
            layout,
            offsets,
            checksums,
            census,
            digest,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether its wins have a distance; if not, their value is
    /// [`crate::encoding::WIN`].
    pub(crate) fn win_distances(&self) -> WinDistances {
        self.header.win_distances
    }

    /// How many positions have each value.
    pub(crate) fn census(&self) -> &Census {
        &self.census
    }

    /// The hash of all values of the class, in stored order.
    pub(crate) fn digest(&self) -> blake3::Hash {
        self.digest
    }

    /// Length of the file.
    pub(crate) fn len(&self) -> u64 {
        let tail = self.checksums.len() * 8 + 4 + self.census.entries().count() * 9;
        self.header.tail + (tail + 2 * blake3::OUT_LEN) as u64
    }

    /// The number of the first page of a group.
    pub(crate) fn first_page(&self, group: usize) -> usize {
        self.layout.groups[..group].iter().map(pages).sum()
    }

    /// Decodes a page of a group into `values`, one byte for each position.
    pub(crate) fn read_page(
        &self,
        index: &Index,
        kernel: Kernel,
        group: usize,
        page: usize,
        values: &mut [u8],
    ) -> Result<(), FileError> {
        let number = self.first_page(group) + page;
        self.try_read_page(
            index,
            kernel,
            &self.layout.groups[group],
            page,
            number,
            values,
        )
        .map_err(|problem| FileError::new(&self.path, problem))
    }

    fn try_read_page(
        &self,
        index: &Index,
        kernel: Kernel,
        group: &Group,
        page: usize,
        number: usize,
        values: &mut [u8],
    ) -> Result<(), Problem> {
        let [start, end] = [self.offsets[number], self.offsets[number + 1]];
        let compressed = self.bytes.read(start, (end - start) as usize)?;
        if crc32fast::hash(&compressed) != self.checksums[number] {
            return Err(Problem::Corrupt(format!(
                "page {number} does not match its checksum"
            )));
        }
        let packed = super::page::decompress(&compressed, values.len())
            .map_err(|error| Problem::Corrupt(format!("page {number}: {error}")))?;
        let mut packed = packed.as_slice();
        let first = page * blocks_per_page(group);
        let rings = &index.rings.group(group.ring)[first..];
        let mut decided = DecidedLanes::new();
        for (values, &ring) in values.chunks_mut(group.lanes).zip(rings) {
            let ring = index.rings.tiles(ring);
            index.decided.lanes(ring, group.core, &mut decided);
            let open = decided.open(group.lanes);
            if open.len() > packed.len() {
                return Err(Problem::Corrupt(format!("page {number} is too short")));
            }
            kernel.spread(&mut packed, &open, values);
            kernel.mark(values, &decided.won, WON);
            kernel.mark(values, &decided.lost, LOST);
            kernel.mark(values, &decided.wins_in_1, WIN_IN_1);
        }
        if !packed.is_empty() {
            return Err(Problem::Corrupt(format!("page {number} is too long")));
        }
        Ok(())
    }
}

/// Reads the census and the digest of the values, which fill `bytes`.
fn read_census(bytes: &[u8]) -> Option<(Census, blake3::Hash)> {
    let (count, rest) = bytes.split_first_chunk::<4>()?;
    let (rest, digest) = rest.split_last_chunk::<{ blake3::OUT_LEN }>()?;
    let (entries, []) = rest.as_chunks::<9>() else {
        return None;
    };
    if entries.len() != u32::from_le_bytes(*count) as usize {
        return None;
    }
    let mut census = Census::EMPTY;
    for entry in entries {
        let (value, count) = entry.split_first()?;
        census.set(*value, u64::from_le_bytes(count.try_into().ok()?));
    }
    Some((census, blake3::Hash::from_bytes(*digest)))
}
