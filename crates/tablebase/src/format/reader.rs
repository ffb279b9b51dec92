//! Reading a class file: everything is checked before it is believed.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};

use quixotic_quixo::{Class, Rules};

use super::{Census, FileError, Header, PackedPage, Problem, WinDistances, blocks_per_page, pages};
use crate::encoding::{LOST, WIN, WIN_IN_1, WON};
use crate::index::{DecidedLanes, Index, Layout};
use crate::kernel::Kernel;
use crate::store::{Part, ReadRequest, Store};

/// A class file whose header and tail have been read and checked.
///
/// Of each page it keeps where it is and its checksum, 12 bytes: 39 MB for all classes
/// of 5×5.
#[derive(Debug)]
pub struct ClassFile {
    path: PathBuf,
    header: Header,
    layout: Layout,
    /// The number of the first page of each group.
    first_pages: Vec<usize>,
    /// For each page its offset and checksum; one more offset for the end.
    offsets: Vec<u64>,
    checksums: Vec<u32>,
    census: Census,
    digest: blake3::Hash,
}

/// A page of a class file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PagePlace {
    /// The number of its group in the layout of the class.
    pub group: usize,
    /// Its number in the group.
    pub page: usize,
}

impl ClassFile {
    /// Reads header and tail of the file of a class under given rules.
    pub fn open(
        store: &dyn Store,
        rules: Rules,
        index: &Index,
        class: Class,
    ) -> Result<ClassFile, FileError> {
        Ok(ClassFile::open_many(store, rules, index, &[class])?.swap_remove(0))
    }

    /// The same for several classes, in one batch.
    pub fn open_many(
        store: &dyn Store,
        rules: Rules,
        index: &Index,
        classes: &[Class],
    ) -> Result<Vec<ClassFile>, FileError> {
        let plan = |&class: &Class| Ok(Opening::plan(class, store.length(class)?, index));
        let plans: Vec<Opening> = classes.iter().map(plan).collect::<Result<_, FileError>>()?;
        let reads: Vec<ReadRequest> = plans.iter().flat_map(Opening::reads).collect();
        let parts = store.read_all(&reads)?;
        let open = |(plan, parts): (Opening, &[Cow<'_, [u8]>])| {
            let path = store.name(plan.class);
            plan.check(&path, &parts[0], &parts[1], rules)
                .map_err(|problem| FileError::new(&path, problem))
        };
        plans.into_iter().zip(parts.chunks(2)).map(open).collect()
    }

    /// What errors call it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its class.
    pub fn class(&self) -> Class {
        self.header.class
    }

    /// How its class is stored.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether its wins have a distance; if not, their value is [`WIN`].
    pub fn win_distances(&self) -> WinDistances {
        self.header.win_distances
    }

    /// How many positions have each value.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// The hash of all values of the class, in stored order.
    pub fn digest(&self) -> blake3::Hash {
        self.digest
    }

    /// Length of the file.
    pub fn length(&self) -> u64 {
        let tail = self.checksums.len() * 8 + 4 + self.census.entries().count() * 9;
        self.header.tail + (tail + 2 * blake3::OUT_LEN) as u64
    }

    /// All its pages, in stored order.
    pub fn pages(&self) -> impl Iterator<Item = PagePlace> + '_ {
        let groups = self.layout.groups.iter().enumerate();
        groups.flat_map(|(group, of_group)| {
            (0..pages(of_group)).map(move |page| PagePlace { group, page })
        })
    }

    /// What to ask a store for to get a page.
    pub fn page_read(&self, place: PagePlace) -> ReadRequest {
        let number = self.number(place);
        ReadRequest {
            class: self.header.class,
            range: self.offsets[number]..self.offsets[number + 1],
            part: Part::Page,
        }
    }

    /// Positions in a page.
    pub fn page_len(&self, place: PagePlace) -> usize {
        let group = &self.layout.groups[place.group];
        let blocks = blocks_per_page(group);
        blocks.min(group.blocks - place.page * blocks) * group.lanes
    }

    /// Decodes a page, read from a store, into `values`: one byte for each position.
    pub fn decode_page(
        &self,
        index: &Index,
        kernel: Kernel,
        place: PagePlace,
        bytes: &[u8],
        values: &mut [u8],
    ) -> Result<(), FileError> {
        let packed = self.unpack(place, bytes, values.len())?;
        let expanded = self.expand(index, kernel, place, &packed, values);
        expanded.map_err(|what| self.corrupt(place, what))
    }

    /// Decompresses a page, read from a store, for those who want few of its positions.
    pub fn packed_page(&self, place: PagePlace, bytes: &[u8]) -> Result<PackedPage, FileError> {
        let group = self.layout.groups[place.group];
        let first = place.page * blocks_per_page(&group);
        let values = self.unpack(place, bytes, self.page_len(place))?;
        Ok(PackedPage::new(group, first, values))
    }

    /// The error of a page that is not as it should be.
    pub fn corrupt(&self, place: PagePlace, what: impl Display) -> FileError {
        let problem = Problem::Corrupt(format!("page {} {what}", self.number(place)));
        FileError::new(&self.path, problem)
    }

    fn number(&self, place: PagePlace) -> usize {
        self.first_pages[place.group] + place.page
    }

    /// Checks and decompresses a page of at most so many positions.
    fn unpack(&self, place: PagePlace, bytes: &[u8], most: usize) -> Result<Vec<u8>, FileError> {
        if crc32fast::hash(bytes) != self.checksums[self.number(place)] {
            return Err(self.corrupt(place, "does not match its checksum"));
        }
        let packed = super::page::decompress(bytes, most);
        let packed = packed.map_err(|error| {
            self.corrupt(place, format_args!("cannot be decompressed: {error}"))
        })?;
        let checked = self.check_win_distances(&packed);
        checked.map_err(|what| self.corrupt(place, what))?;
        Ok(packed)
    }

    /// Puts back the positions of a page that are decided.
    fn expand(
        &self,
        index: &Index,
        kernel: Kernel,
        place: PagePlace,
        mut packed: &[u8],
        values: &mut [u8],
    ) -> Result<(), &'static str> {
        let group = &self.layout.groups[place.group];
        let first = place.page * blocks_per_page(group);
        let rings = first..first + values.len() / group.lanes;
        let rings = index.rings.some(group.ring, rings);
        let mut decided = DecidedLanes::default();
        for (values, &ring) in values.chunks_mut(group.lanes).zip(&*rings) {
            let ring = index.rings.tiles(ring);
            index.decided.lanes(ring, group.core, &mut decided);
            let open = decided.open(group.lanes);
            if open.count() > packed.len() {
                return Err("is too short");
            }
            kernel.expand(&mut packed, &open, values);
            kernel.mark(values, &decided.won, WON);
            kernel.mark(values, &decided.lost, LOST);
            kernel.mark(values, &decided.wins_in_1, WIN_IN_1);
        }
        match packed {
            [] => Ok(()),
            _ => Err("is too long"),
        }
    }

    /// Checks that wins are told as the header says. No early exits, for the sake of
    /// vectors.
    fn check_win_distances(&self, packed: &[u8]) -> Result<(), &'static str> {
        let any = |is: fn(u8) -> bool| packed.iter().fold(false, |any, &value| any | is(value));
        match self.header.win_distances {
            WinDistances::LeftOut if any(|value| value > WIN) => {
                Err("has distances of wins, but the header says that they are left out")
            }
            WinDistances::Kept if any(|value| value == WIN) => {
                Err("leaves distances of wins out, but the header says that they are kept")
            }
            _ => Ok(()),
        }
    }
}

/// How a class file is opened. Where its tail begins is only known from its header, but the
/// tail has nearly the same length whatever is in it; so a bit more is read, and both come
/// in one batch.
struct Opening {
    class: Class,
    /// Bytes of the file.
    length: u64,
    layout: Layout,
    /// Pages that such a file has.
    pages: usize,
}

impl Opening {
    /// The census is at most 256 entries of 9 bytes.
    const LONGEST_CENSUS: u64 = 256 * 9;

    fn plan(class: Class, length: u64, index: &Index) -> Opening {
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
    fn reads(&self) -> [ReadRequest; 2] {
        let header = 0..self.length.min(Header::LEN as u64);
        [(Part::Header, header), (Part::Tail, self.end())].map(|(part, range)| ReadRequest {
            class: self.class,
            range,
            part,
        })
    }

    /// The class file with that header and that end.
    fn check(
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
        let first_pages = self.layout.groups.iter().scan(0, |next, group| {
            let first = *next;
            *next += pages(group);
            Some(first)
        });
        let first_pages = first_pages.collect();
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
        let (entries, _) = entries.as_chunks::<4>();
        let mut offsets = vec![Header::LEN as u64];
        let mut checksums = Vec::with_capacity(self.pages);
        for entry in entries.chunks_exact(2) {
            let length = u64::from(u32::from_le_bytes(entry[0]));
            offsets.push(offsets[offsets.len() - 1] + length);
            checksums.push(u32::from_le_bytes(entry[1]));
        }
        if offsets[self.pages] != header.tail {
            return Err(Problem::Corrupt(
                "the index does not match the pages".into(),
            ));
        }
        let (census, digest) = read_census(rest)
            .ok_or_else(|| Problem::Corrupt("the census has the wrong length".into()))?;
        Ok(ClassFile {
            path: path.to_owned(),
            header,
            layout: self.layout,
            first_pages,
            offsets,
            checksums,
            census,
            digest,
        })
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
