//! The hash tree of a database: pages, parts of 512 pages, classes, root. Who knows the root can
//! check any page with the hashes of its class's parts and those of the pages in its part, 16 KiB at
//! most, and nothing else.
//!
//! How many pages and parts a class has follows from the rules. So a hash of hashes cannot pass for
//! that of a page, although both are plain BLAKE3.

use blake3::{Hash, OUT_LEN};
use quixotic_quixo::Class;

use super::page_index::PART;
use super::{ClassFile, FileError, PagePlace, Problem};
use crate::store::{Part, ReadRequest, Store};

/// Bytes that are read at once.
const BATCH: u64 = 8 << 20;

/// The hashes of a class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassHashes {
    class: Class,
    /// The hash that the file has of its header and tail.
    file: Hash,
    pages: Vec<Hash>,
}

impl ClassHashes {
    /// Reads all pages of a class file and checks them. `goes_on` is asked now and then; `None`
    /// if it says no.
    ///
    /// # Panics
    /// If only an outline of the file is known.
    pub fn of(
        store: &dyn Store,
        file: &ClassFile,
        goes_on: impl Fn() -> bool,
    ) -> Result<Option<ClassHashes>, FileError> {
        let places: Vec<PagePlace> = file.pages().collect();
        let mut pages = Vec::with_capacity(places.len());
        let mut rest = &places[..];
        while let Some(first) = rest.first() {
            if !goes_on() {
                return Ok(None);
            }
            let begin = file.page_read(*first).range.start;
            let is_near = |place: &&PagePlace| file.page_read(**place).range.end - begin <= BATCH;
            let (batch, others) = rest.split_at(rest.iter().take_while(is_near).count());
            let reads: Vec<ReadRequest> = batch.iter().map(|&page| file.page_read(page)).collect();
            for (&place, bytes) in batch.iter().zip(store.read_all(&reads)?) {
                file.check_page(place, &bytes)?;
                pages.push(blake3::hash(&bytes));
            }
            rest = others;
        }
        let length = file.length();
        let read = ReadRequest {
            class: file.class(),
            range: length - OUT_LEN as u64..length,
            part: Part::Tail,
        };
        Ok(Some(ClassHashes {
            class: file.class(),
            file: hash_of(&store.read(read)?),
            pages,
        }))
    }

    /// As they are in the file of the tree: that of the class file, those of the parts, those of
    /// the pages.
    pub fn to_bytes(&self) -> Vec<u8> {
        let hashes = [self.file].into_iter().chain(self.parts());
        let hashes = hashes.chain(self.pages.iter().copied());
        hashes.flat_map(|hash| *hash.as_bytes()).collect()
    }

    /// The hash of the class.
    pub fn class(&self) -> Hash {
        let head = [self.file].into_iter().chain(self.parts());
        let head: Vec<u8> = head.flat_map(|hash| *hash.as_bytes()).collect();
        class_hash(self.class, &head)
    }

    fn parts(&self) -> impl Iterator<Item = Hash> + '_ {
        let parts = self.pages.chunks(PART);
        parts.map(|pages| {
            let bytes: Vec<u8> = pages.iter().flat_map(|page| *page.as_bytes()).collect();
            blake3::hash(&bytes)
        })
    }
}

/// The root of the tree, from the hashes of the classes in ascending order.
pub fn root(classes: &[Hash]) -> Hash {
    let mut root = blake3::Hasher::new();
    for class in classes {
        root.update(class.as_bytes());
    }
    root.finalize()
}

/// The hash of a class, from those of its file and of its parts.
fn class_hash(class: Class, head: &[u8]) -> Hash {
    let mut hash = blake3::Hasher::new();
    hash.update(&[class.mine, class.theirs]);
    hash.update(head);
    hash.finalize()
}

/// A hash from its bytes; one that no data has from too few.
fn hash_of(bytes: &[u8]) -> Hash {
    Hash::from(<[u8; OUT_LEN]>::try_from(bytes).unwrap_or_default())
}

impl ClassFile {
    /// What to read to check a page against the hash tree: the hashes of the file and of the
    /// parts, and those of the pages in its part.
    pub fn hash_reads(&self, place: PagePlace) -> [ReadRequest; 2] {
        let (pages, part) = (self.index.pages(), self.number(place) / PART);
        let head = 1 + pages.div_ceil(PART);
        let first = head + part * PART;
        let last = (first + PART).min(head + pages);
        [0..head, first..last].map(|hashes| ReadRequest {
            class: self.class(),
            range: (hashes.start * OUT_LEN) as u64..(hashes.end * OUT_LEN) as u64,
            part: Part::Hashes,
        })
    }

    /// Checks a page against the hash of its class, with the hashes that were read.
    pub fn check_hashes(
        &self,
        place: PagePlace,
        class: Hash,
        [head, pages]: [&[u8]; 2],
        page: &[u8],
    ) -> Result<(), FileError> {
        let wrong = |what: String| Err(FileError::new(&self.path, Problem::Corrupt(what)));
        if class_hash(self.class(), head) != class {
            return wrong(format!(
                "the hashes of {} are not those of the hash tree",
                self.class()
            ));
        }
        let number = self.number(place);
        let hash = |hashes: &[u8], number: usize| {
            let hash = hashes.chunks(OUT_LEN).nth(number);
            hash.map(hash_of)
        };
        let is_right = hash(head, 1 + number / PART) == Some(blake3::hash(pages))
            && hash(pages, number % PART) == Some(blake3::hash(page));
        match is_right {
            true => Ok(()),
            false => wrong(format!(
                "page {number} of {} is not that of the hash tree",
                self.class()
            )),
        }
    }
}
