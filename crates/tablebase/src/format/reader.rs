//! Reading a class file: everything is checked before it is believed.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use quixotic_quixo::{Class, Rules};

use super::census::read_counts;
use super::opening::Opening;
use super::page_index::PageIndex;
use super::{
    Census, FileError, Header, Outline, PackedPage, Problem, WinDistances, blocks_per_page, pages,
};
use crate::encoding::{LOST, WIN, WIN_IN_1, WON};
use crate::index::{DecidedLanes, Index, Layout};
use crate::kernel::Kernel;
use crate::store::{Expected, Part, ReadRequest, Store};

/// A class file whose header and tail have been read and checked.
///
/// Of each page it keeps where it is and its checksum, 12 bytes: 39 MB for all classes
/// of 5×5. Where the store has an outline of the file, neither is read: parts of the index
/// are, as they are needed.
#[derive(Debug)]
pub struct ClassFile {
    pub(super) path: PathBuf,
    pub(super) header: Header,
    pub(super) layout: Layout,
    /// The number of the first page of each group.
    pub(super) first_pages: Vec<usize>,
    pub(super) index: PageIndex,
    /// The CRC-32 of the counts, where they are read on their own.
    pub(super) counts_checksum: u32,
    /// The census, and the hash of all values.
    pub(super) counts: OnceLock<(Census, blake3::Hash)>,
    pub(super) length: u64,
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

    /// The same for several classes, in one batch and any order.
    pub fn open_many(
        store: &dyn Store,
        rules: Rules,
        index: &Index,
        classes: &[Class],
    ) -> Result<Vec<ClassFile>, FileError> {
        let mut files = Vec::with_capacity(classes.len());
        let mut plans = Vec::new();
        for &class in classes {
            let plan = Opening::plan(class, store.length(class)?, index);
            match store.outline(rules, class) {
                Some(outline) => {
                    let path = store.name(class);
                    let file = plan.outlined(&path, &outline, rules);
                    files.push(file.map_err(|problem| FileError::new(&path, problem))?);
                }
                None => plans.push(plan),
            }
        }
        let reads: Vec<ReadRequest> = plans.iter().flat_map(Opening::reads).collect();
        let parts = store.read_all(&reads)?;
        let open = |(plan, parts): (Opening, &[Cow<'_, [u8]>])| {
            let path = store.name(plan.class);
            plan.check(&path, &parts[0], &parts[1], rules)
                .map_err(|problem| FileError::new(&path, problem))
        };
        for opened in plans.into_iter().zip(parts.chunks(2)).map(open) {
            files.push(opened?);
        }
        Ok(files)
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
    ///
    /// # Panics
    /// If only an outline of the file is known, and [`learn_counts`](ClassFile::learn_counts)
    /// was not called.
    pub fn census(&self) -> &Census {
        &self.counts().0
    }

    /// The hash of all values of the class, in stored order.
    ///
    /// # Panics
    /// As [`census`](ClassFile::census).
    pub fn digest(&self) -> blake3::Hash {
        self.counts().1
    }

    fn counts(&self) -> &(Census, blake3::Hash) {
        self.counts.get().expect("the counts were read")
    }

    /// What to read to know the counts, if they are not known.
    pub fn counts_read(&self) -> Option<Expected> {
        let read = self.read(self.index.end()..self.length, Part::Tail);
        let is_known = self.counts.get().is_some();
        (!is_known).then_some(Expected {
            read,
            checksum: self.counts_checksum,
        })
    }

    /// Takes what was read to know the counts.
    pub fn learn_counts(&self, bytes: &[u8]) -> Result<(), FileError> {
        let corrupt = || Problem::Corrupt("the counts do not match their checksum".into());
        let is_right = crc32fast::hash(bytes) == self.counts_checksum;
        let counts = bytes.split_last_chunk::<{ blake3::OUT_LEN }>();
        let counts = counts
            .filter(|_| is_right)
            .and_then(|(rest, _)| read_counts(rest));
        let counts = counts.ok_or_else(|| FileError::new(&self.path, corrupt()))?;
        let _ = self.counts.set(counts);
        Ok(())
    }

    /// What has to be known of it to read it from afar; `tail` are its bytes after the
    /// index.
    pub fn outline(&self, tail: &[u8]) -> Outline {
        Outline {
            win_distances: self.win_distances() == WinDistances::Kept,
            parts: self.index.parts(),
            counts: crc32fast::hash(tail),
        }
    }

    /// Where its bytes after the index are.
    pub fn after_index(&self) -> Range<u64> {
        self.index.end()..self.length
    }

    /// Length of the file.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// All its pages, in stored order.
    pub fn pages(&self) -> impl Iterator<Item = PagePlace> + '_ {
        let groups = self.layout.groups.iter().enumerate();
        groups.flat_map(|(group, of_group)| {
            (0..pages(of_group)).map(move |page| PagePlace { group, page })
        })
    }

    /// What to ask a store for to get a page.
    ///
    /// # Panics
    /// If the part of the index with the page is not known yet.
    pub fn page_read(&self, place: PagePlace) -> ReadRequest {
        self.page_expected(place).read
    }

    /// The same with its checksum.
    pub(crate) fn page_expected(&self, place: PagePlace) -> Expected {
        let (range, checksum) = self.entry(place);
        Expected {
            read: self.read(range, Part::Page),
            checksum,
        }
    }

    /// What to read before a page can be asked for: the part of the index with it, if that
    /// is not known.
    pub(crate) fn index_read(&self, place: PagePlace) -> Option<Expected> {
        let number = self.number(place);
        if self.index.find(number).is_some() {
            return None;
        }
        let (range, checksum) = self.index.part_of(number);
        Some(Expected {
            read: self.read(range, Part::Tail),
            checksum,
        })
    }

    /// Takes the part of the index with a page.
    pub(crate) fn learn_index(&self, place: PagePlace, bytes: &[u8]) -> Result<(), FileError> {
        let learnt = self.index.learn(self.number(place), bytes);
        learnt.map_err(|what| self.corrupt(place, what))
    }

    fn read(&self, range: Range<u64>, part: Part) -> ReadRequest {
        ReadRequest {
            class: self.header.class,
            range,
            part,
        }
    }

    /// Where a page is, and its checksum.
    fn entry(&self, place: PagePlace) -> (Range<u64>, u32) {
        let found = self.index.find(self.number(place));
        found.expect("the part of the index with the page is known")
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
        let length = self.page_len(place);
        let values = self.unpack(place, bytes, length)?;
        Ok(PackedPage::new(group, first, length / group.lanes, values))
    }

    /// The error of a page that is not as it should be.
    pub fn corrupt(&self, place: PagePlace, what: impl Display) -> FileError {
        let problem = Problem::Corrupt(format!("page {} {what}", self.number(place)));
        FileError::new(&self.path, problem)
    }

    pub(super) fn number(&self, place: PagePlace) -> usize {
        self.first_pages[place.group] + place.page
    }

    /// Checks a page, as it is in the file, against its checksum.
    pub(super) fn check_page(&self, place: PagePlace, bytes: &[u8]) -> Result<(), FileError> {
        match crc32fast::hash(bytes) == self.entry(place).1 {
            true => Ok(()),
            false => Err(self.corrupt(place, "does not match its checksum")),
        }
    }

    /// Checks and decompresses a page of at most so many positions.
    fn unpack(&self, place: PagePlace, bytes: &[u8], most: usize) -> Result<Vec<u8>, FileError> {
        self.check_page(place, bytes)?;
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

    /// Checks that wins are stored as the header says. No early exits, for the sake of
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
