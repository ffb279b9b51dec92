//! Where the pages of a class file are, and their checksums: the index in its tail.
//!
//! The index of a large class has 800 KB. Who reads a file from a disk reads it whole and
//! checks it with the tail. Who is far away knows from an [`Outline`] where its parts are,
//! of 512 pages each, and their checksums, and reads the parts that it needs.

use std::ops::Range;
use std::sync::OnceLock;

use super::{Header, PAGE};

/// Pages in a part of an index: 4 KiB of entries.
pub(crate) const PART: usize = 512;
/// Bytes of an entry: the length of a page and its checksum.
const ENTRY: usize = 8;
/// Bytes of a compressed page at most: zstd's bound for as many values as a page has. Whoever
/// reads a page makes room for what the index says, so a longer one is refused before.
const LONGEST_PAGE: u64 = (PAGE + PAGE / 256 + ((128 << 10) - PAGE) / 2048) as u64;

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
    /// `None` if a page is too long.
    fn read(start: u64, bytes: &[u8]) -> Option<Entries> {
        let (words, _) = bytes.as_chunks::<4>();
        let mut offsets = vec![start];
        let mut checksums = Vec::with_capacity(words.len() / 2);
        for entry in words.chunks_exact(2) {
            let length = u64::from(u32::from_le_bytes(entry[0]));
            if length > LONGEST_PAGE {
                return None;
            }
            offsets.push(offsets[offsets.len() - 1] + length);
            checksums.push(u32::from_le_bytes(entry[1]));
        }
        Some(Entries { offsets, checksums })
    }

    fn end(&self) -> u64 {
        self.offsets[self.offsets.len() - 1]
    }
}

impl PageIndex {
    /// The whole index, from its bytes, or what is wrong with it.
    pub(super) fn whole(bytes: &[u8], tail: u64) -> Result<PageIndex, &'static str> {
        let mut start = Header::LEN as u64;
        let mut parts = Vec::with_capacity(bytes.len().div_ceil(PART * ENTRY));
        for bytes in bytes.chunks(PART * ENTRY) {
            let entries = Entries::read(start, bytes)
                .ok_or("the index has a page that is longer than a compressed page can be")?;
            let end = entries.end();
            parts.push(IndexPart {
                start,
                checksum: crc32fast::hash(bytes),
                entries: OnceLock::from(entries),
            });
            start = end;
        }
        let pages = bytes.len() / ENTRY;
        match start == tail {
            true => Ok(PageIndex { parts, tail, pages }),
            false => Err("the index does not match the pages"),
        }
    }

    /// An index of so many pages of which only the outline is known; `None` if no such index
    /// has that outline.
    pub(super) fn outlined(outline: &Outline, pages: usize) -> Option<PageIndex> {
        let mut start = Header::LEN as u64;
        let mut parts = Vec::with_capacity(outline.parts.len());
        for (number, &(bytes, checksum)) in outline.parts.iter().enumerate() {
            let pages = pages.checked_sub(number * PART)?.min(PART) as u64;
            if u64::from(bytes) > pages * LONGEST_PAGE {
                return None;
            }
            parts.push(IndexPart {
                start,
                checksum,
                entries: OnceLock::new(),
            });
            start += u64::from(bytes);
        }
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

    /// Takes the bytes of the part with a page, or says what is wrong with them.
    pub(super) fn learn(&self, page: usize, bytes: &[u8]) -> Result<(), &'static str> {
        let number = page / PART;
        let part = &self.parts[number];
        let (range, checksum) = self.part_of(page);
        if bytes.len() as u64 != range.end - range.start || crc32fast::hash(bytes) != checksum {
            return Err("has an index that does not match its checksum");
        }
        let entries = Entries::read(part.start, bytes)
            .ok_or("has an index with a page that is longer than a compressed page can be")?;
        let end = self.parts.get(number + 1);
        if entries.end() != end.map_or(self.tail, |part| part.start) {
            return Err("has an index that does not match its outline");
        }
        // Whoever came first has learnt the same.
        let _ = part.entries.set(entries);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entry of a page of so many bytes.
    fn entry(length: u64) -> [u8; ENTRY] {
        let mut entry = [0; ENTRY];
        entry[..4].copy_from_slice(&(length as u32).to_le_bytes());
        entry
    }

    #[test]
    fn the_longest_page_is_what_zstd_says() {
        let bound = zstd::zstd_safe::compress_bound(PAGE);
        assert_eq!(LONGEST_PAGE, bound as u64);
    }

    /// As long as can be is read; one byte more is refused, whoever says it.
    #[test]
    fn pages_that_are_longer_than_can_be_are_refused() {
        for (length, is_right) in [(LONGEST_PAGE, true), (LONGEST_PAGE + 1, false)] {
            let index = entry(length);
            let tail = Header::LEN as u64 + length;
            let whole = PageIndex::whole(&index, tail);
            assert_eq!(whole.is_ok(), is_right, "{whole:?}");
            let outline = |parts| Outline {
                win_distances: true,
                parts,
                counts: 0,
            };
            let one = outline(vec![(length as u32, crc32fast::hash(&index))]);
            assert_eq!(PageIndex::outlined(&one, 1).is_some(), is_right);
            // The outline allows it where another page is shorter, the index does not.
            let index = [entry(length), entry(1)].concat();
            let two = outline(vec![(length as u32 + 1, crc32fast::hash(&index))]);
            let two = PageIndex::outlined(&two, 2).unwrap();
            let learnt = two.learn(0, &index);
            assert_eq!(learnt.is_ok(), is_right, "{learnt:?}");
            assert_eq!(two.find(0).is_some(), is_right);
        }
    }
}
