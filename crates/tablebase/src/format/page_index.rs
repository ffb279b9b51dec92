//! Where the pages of a class file are, and their checksums: the index in its tail.
//!
//! The index of a large class has 800 KB. Who reads a file from a disk reads it whole and
//! checks it with the tail. Who is far away knows from an [`Outline`] where its parts are,
//! of 512 pages each, and their checksums, and reads the parts that it needs.

use std::ops::Range;
use std::sync::OnceLock;

use super::Header;

/// Pages in a part of an index: 4 KiB of entries.
pub(crate) const PART: usize = 512;
/// Bytes of an entry: the length of a page and its checksum.
const ENTRY: usize = 8;

/// What has to be known of a class file to read it without its header and its tail.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Outline {
    /// Whether its wins have a distance.
    pub win_distances: bool,
    /// For each 512 pages their bytes, and the CRC-32 of their entries in the index.
    pub parts: Vec<(u32, u32)>,
    /// The CRC-32 of what follows the index in the tail.
    pub counts: u32,
}

/// The index of a class file, or the parts of it that were needed so far.
#[derive(Debug)]
pub(super) struct PageIndex {
    parts: Vec<IndexPart>,
    /// Where the index is in the file.
    tail: u64,
    pages: usize,
}

#[derive(Debug)]
struct IndexPart {
    /// Where its first page is in the file.
    start: u64,
    checksum: u32,
    entries: OnceLock<Entries>,
}

/// For each page of a part its offset and checksum; one more offset for the end.
#[derive(Debug)]
struct Entries {
    offsets: Vec<u64>,
    checksums: Vec<u32>,
}

impl Entries {
    fn read(start: u64, bytes: &[u8]) -> Entries {
        let (words, _) = bytes.as_chunks::<4>();
        let mut offsets = vec![start];
        let mut checksums = Vec::with_capacity(words.len() / 2);
        for entry in words.chunks_exact(2) {
            let length = u64::from(u32::from_le_bytes(entry[0]));
            offsets.push(offsets[offsets.len() - 1] + length);
            checksums.push(u32::from_le_bytes(entry[1]));
        }
        Entries { offsets, checksums }
    }

    fn end(&self) -> u64 {
        self.offsets[self.offsets.len() - 1]
    }
}

impl PageIndex {
    /// The whole index, from its bytes; `None` if the pages do not end where the tail begins.
    pub(super) fn whole(bytes: &[u8], tail: u64) -> Option<PageIndex> {
        let mut start = Header::LEN as u64;
        let parts = bytes.chunks(PART * ENTRY).map(|bytes| {
            let entries = Entries::read(start, bytes);
            let part = IndexPart {
                start,
                checksum: crc32fast::hash(bytes),
                entries: OnceLock::new(),
            };
            start = entries.end();
            let _ = part.entries.set(entries);
            part
        });
        let parts = parts.collect();
        let pages = bytes.len() / ENTRY;
        (start == tail).then_some(PageIndex { parts, tail, pages })
    }

    /// An index of so many pages of which only the outline is known; `None` if that is of
    /// another number.
    pub(super) fn outlined(outline: &Outline, pages: usize) -> Option<PageIndex> {
        let mut start = Header::LEN as u64;
        let parts = outline.parts.iter().map(|&(bytes, checksum)| {
            let part = IndexPart {
                start,
                checksum,
                entries: OnceLock::new(),
            };
            start += u64::from(bytes);
            part
        });
        let parts: Vec<IndexPart> = parts.collect();
        let is_whole = parts.len() == pages.div_ceil(PART);
        is_whole.then_some(PageIndex {
            parts,
            tail: start,
            pages,
        })
    }

    /// What an outline says of it.
    pub(super) fn parts(&self) -> Vec<(u32, u32)> {
        let ends = self.parts.iter().skip(1).map(|part| part.start);
        let ends = ends.chain([self.tail]);
        let parts = self.parts.iter().zip(ends);
        parts
            .map(|(part, end)| ((end - part.start) as u32, part.checksum))
            .collect()
    }

    /// Where the index is in the file.
    pub(super) fn tail(&self) -> u64 {
        self.tail
    }

    /// Where the index ends.
    pub(super) fn end(&self) -> u64 {
        self.tail + (self.pages * ENTRY) as u64
    }

    /// How many pages there are.
    pub(super) fn pages(&self) -> usize {
        self.pages
    }

    /// Where a page is, and its checksum; `None` if that part is not known yet.
    pub(super) fn find(&self, page: usize) -> Option<(Range<u64>, u32)> {
        let entries = self.parts[page / PART].entries.get()?;
        let number = page % PART;
        let range = entries.offsets[number]..entries.offsets[number + 1];
        Some((range, entries.checksums[number]))
    }

    /// Where the part of the index with a page is in the file, and its checksum.
    pub(super) fn part_of(&self, page: usize) -> (Range<u64>, u32) {
        let part = page / PART;
        let start = self.tail + (part * PART * ENTRY) as u64;
        let range = start..(start + (PART * ENTRY) as u64).min(self.end());
        (range, self.parts[part].checksum)
    }

    /// Takes the bytes of the part with a page. Whether they are the right ones.
    pub(super) fn learn(&self, page: usize, bytes: &[u8]) -> bool {
        let number = page / PART;
        let part = &self.parts[number];
        let (range, checksum) = self.part_of(page);
        let is_right =
            bytes.len() as u64 == range.end - range.start && crc32fast::hash(bytes) == checksum;
        let entries = Entries::read(part.start, bytes);
        let end = self
            .parts
            .get(number + 1)
            .map_or(self.tail, |part| part.start);
        if !is_right || entries.end() != end {
            return false;
        }
        // Whoever came first has learnt the same.
        let _ = part.entries.set(entries);
        true
    }
}
