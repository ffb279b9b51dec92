//! Opening a class file: its header and its tail, or what an outline says of them.

use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use quixotic_quixo::{Class, Rules};

use super::census::read_counts;
use super::page_index::PageIndex;
use super::{Census, ClassFile, Header, Outline, Problem, WinDistances, pages};
use crate::index::{Index, Layout};
use crate::store::{Part, ReadRequest};

/// How a class file is opened. Where its tail begins is only known from its header, but the
/// tail has nearly the same length whatever is in it; so a bit more is read, and both come
/// in one batch.
pub(super) struct Opening {
    pub(super) class: Class,
    /// Bytes of the file.
    length: u64,
    layout: Layout,
    /// Pages that such a file has.
    pages: usize,
}

impl Opening {
    /// The census is at most 256 entries of 9 bytes.
    const LONGEST_CENSUS: u64 = 256 * 9;

    pub(super) fn plan(class: Class, length: u64, index: &Index) -> Opening {
        let layout = index.layout(class);
        Opening {
            class,
            length,
            pages: layout.groups.iter().map(pages).sum(),
            layout,
        }
    }

    /// The least length of the tail: that without a census.
    fn least_tail(&self) -> u64 {
        (self.pages * 8 + 4 + 2 * blake3::OUT_LEN) as u64
    }

    /// The end of the file, with the tail in it.
    fn end(&self) -> Range<u64> {
        let longest = self.least_tail() + Opening::LONGEST_CENSUS;
        self.length.saturating_sub(longest)..self.length
    }

    /// The header, and the end of the file.
    pub(super) fn reads(&self) -> [ReadRequest; 2] {
        let header = 0..self.length.min(Header::LEN as u64);
        [(Part::Header, header), (Part::Tail, self.end())].map(|(part, range)| ReadRequest {
            class: self.class,
            range,
            part,
        })
    }

    /// The class file with that header and that end.
    pub(super) fn check(
        self,
        path: &Path,
        header_bytes: &[u8],
        end: &[u8],
        rules: Rules,
    ) -> Result<ClassFile, Problem> {
        let header = self.check_header(header_bytes, rules)?;
        // The header is right about the tail's length, give or take the census.
        let tail = &end[(header.tail - self.end().start) as usize..];
        self.check_tail(path, header, header_bytes, tail)
    }

    fn check_header(&self, bytes: &[u8], rules: Rules) -> Result<Header, Problem> {
        let found = self.length;
        let truncated = |needed| Problem::Truncated { found, needed };
        let bytes = <&[u8; Header::LEN]>::try_from(bytes);
        let header = Header::from_bytes(bytes.map_err(|_| truncated(Header::LEN as u64))?)?;
        let holds = |rules: Rules, class: Class| format!("{class} of {rules}");
        if (header.rules, header.class) != (rules, self.class) {
            return Err(Problem::Other {
                found: holds(header.rules, header.class),
                wanted: holds(rules, self.class),
            });
        }
        if header.positions != self.layout.positions() || header.pages != self.pages as u64 {
            return Err(Problem::Corrupt("wrong counts in the header".into()));
        }
        let tail_len = found
            .checked_sub(header.tail)
            .ok_or(truncated(header.tail))?;
        let least = self.least_tail();
        if tail_len < least {
            return Err(truncated(header.tail.saturating_add(least)));
        }
        if tail_len > least + Opening::LONGEST_CENSUS {
            return Err(Problem::Corrupt("bytes after the end".into()));
        }
        Ok(header)
    }

    fn check_tail(
        self,
        path: &Path,
        header: Header,
        header_bytes: &[u8],
        tail: &[u8],
    ) -> Result<ClassFile, Problem> {
        let (content, digest) = tail.split_at(tail.len() - blake3::OUT_LEN);
        let mut whole = blake3::Hasher::new();
        whole.update(header_bytes);
        whole.update(content);
        if whole.finalize().as_bytes() != digest {
            return Err(Problem::Corrupt(
                "header or tail does not match its checksum".into(),
            ));
        }
        let (entries, rest) = content.split_at(self.pages * 8);
        let index =
            PageIndex::whole(entries, header.tail).map_err(|what| Problem::Corrupt(what.into()))?;
        let counts = read_counts(rest)
            .ok_or_else(|| Problem::Corrupt("the census has the wrong length".into()))?;
        Ok(self.file(path, header, index, OnceLock::from(counts), 0))
    }

    /// The class file of which that is known.
    pub(super) fn outlined(
        self,
        path: &Path,
        outline: &Outline,
        rules: Rules,
    ) -> Result<ClassFile, Problem> {
        let other = || Problem::Corrupt("it is not as its outline says".into());
        let index = PageIndex::outlined(outline, self.pages).ok_or_else(other)?;
        let header = Header {
            rules,
            class: self.class,
            win_distances: match outline.win_distances {
                true => WinDistances::Kept,
                false => WinDistances::LeftOut,
            },
            positions: self.layout.positions(),
            pages: index.pages() as u64,
            tail: index.tail(),
        };
        let least = index.tail() + self.least_tail();
        if !(least..=least + Opening::LONGEST_CENSUS).contains(&self.length) {
            return Err(other());
        }
        Ok(self.file(path, header, index, OnceLock::new(), outline.counts))
    }

    fn file(
        self,
        path: &Path,
        header: Header,
        index: PageIndex,
        counts: OnceLock<(Census, blake3::Hash)>,
        counts_checksum: u32,
    ) -> ClassFile {
        ClassFile {
            path: path.to_owned(),
            header,
            first_pages: first_pages(&self.layout),
            layout: self.layout,
            index,
            counts_checksum,
            counts,
            length: self.length,
        }
    }
}

/// The number of the first page of each group.
fn first_pages(layout: &Layout) -> Vec<usize> {
    let first_pages = layout.groups.iter().scan(0, |next, group| {
        let first = *next;
        *next += pages(group);
        Some(first)
    });
    first_pages.collect()
}
