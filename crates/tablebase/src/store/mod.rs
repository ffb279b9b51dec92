//! Where the bytes of a database come from.
//!
//! A [`Store`] knows class files by their class and hands out parts of them, many at
//! once, so that a remote one can fetch them in one go. Nothing above it knows
//! of files: [`Directory`] reads them from a disk, [`Memory`] holds their bytes,
//! [`Bundle`] is files in one, as part of the program, and [`Layers`] are two stores as one.
//! [`OnDemand`] answers from the parts supplied to it and lists those it lacks. A [`Place`] is a
//! directory or a store made elsewhere.

mod bundle;
mod directory;
mod embedded;
mod layers;
mod manifest;
mod memory;
mod on_demand;
mod place;

pub use bundle::Bundle;
pub use directory::Directory;
pub use layers::Layers;
pub use manifest::{Manifest, ManifestClass, ManifestError, Piece, Volume, VolumePlace};
pub use memory::Memory;
pub use on_demand::{OnDemand, Refused};
pub use place::Place;

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quixotic_quixo::{Class, Rules};

use crate::format::{FileError, Outline};

/// Where the bytes of a database come from. Any number of threads ask at once.
///
/// A store that has handed out a part of a class file hands out all others from the
/// same file, even if another one takes its name: what the index in one file says is
/// not true of another.
pub trait Store: Send + Sync + fmt::Debug {
    /// The classes whose files are here now, in any order.
    fn classes(&self) -> Result<Vec<Class>, FileError>;

    /// What errors call the file of a class: a path, an address.
    fn name(&self, class: Class) -> PathBuf;

    /// How many bytes the file of a class has. An error that
    /// [`is_missing`](FileError::is_missing) if it is not here.
    fn length(&self, class: Class) -> Result<u64, FileError>;

    /// Forgets the file of a class that turned out to be damaged, so that one that takes
    /// its place is seen. A store that remembers no files has nothing to do.
    fn forget(&self, _class: Class) {}

    /// Whether each batch takes a while, however small it is, as over a network. Then it
    /// pays to find out what will be asked, and to ask for it together.
    fn is_remote(&self) -> bool {
        false
    }

    /// What is known of the file of a class under these rules before it is read, where
    /// something is. Then its header is not read, and of its tail only what is needed.
    fn outline(&self, _rules: Rules, _class: Class) -> Option<Outline> {
        None
    }

    /// The hash of a class in the hash tree of an archive, if this is one. Then the parts
    /// that are [`Part::Hashes`] are here.
    fn hash(&self, _class: Class) -> Option<blake3::Hash> {
        None
    }

    /// Announces the next reads, so that a store can request all of them together.
    fn expect(&self, _reads: &[Expected]) {}

    /// Parts of class files, in the order in which they are asked for.
    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError>;
}

impl<S: Store + ?Sized> Store for Arc<S> {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        (**self).classes()
    }

    fn name(&self, class: Class) -> PathBuf {
        (**self).name(class)
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        (**self).length(class)
    }

    fn forget(&self, class: Class) {
        (**self).forget(class);
    }

    fn is_remote(&self) -> bool {
        (**self).is_remote()
    }

    fn outline(&self, rules: Rules, class: Class) -> Option<Outline> {
        (**self).outline(rules, class)
    }

    fn hash(&self, class: Class) -> Option<blake3::Hash> {
        (**self).hash(class)
    }

    fn expect(&self, reads: &[Expected]) {
        (**self).expect(reads);
    }

    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        (**self).read_many(reads)
    }
}

impl dyn Store + '_ {
    /// Parts of class files, each as long as was asked for.
    pub(crate) fn read_all(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let parts = self.read_many(reads)?;
        for (number, read) in reads.iter().enumerate() {
            let length = parts.get(number).map(|part| part.len() as u64);
            if length != Some(read.range.end - read.range.start) {
                let cut = io::ErrorKind::UnexpectedEof;
                return Err(FileError::new(&self.name(read.class), cut));
            }
        }
        Ok(parts)
    }

    /// One part of a class file.
    pub(crate) fn read(&self, read: ReadRequest) -> Result<Cow<'_, [u8]>, FileError> {
        Ok(self.read_all(&[read])?.swap_remove(0))
    }
}

/// A part of a class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRequest {
    /// The class.
    pub class: Class,
    /// The bytes, counted from the start of its file. They are within its length.
    pub range: Range<u64>,
    /// What they are.
    pub part: Part,
}

/// A part of a class file, and the CRC-32 that it has to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The part.
    pub read: ReadRequest,
    /// Its CRC-32.
    pub checksum: u32,
}

/// The parts of a class file. A store may keep the small ones closer at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first 64 bytes, which are read once.
    Header,
    /// The index of the pages, the counts and the checksums, which are read once.
    Tail,
    /// A compressed page.
    Page,
    /// Hashes of the class in the hash tree, which are counted from the start of those of the class.
    Hashes,
}

/// What a missing class file is to stores that have no operating system to say it.
fn missing(name: &Path) -> FileError {
    FileError::new(name, io::ErrorKind::NotFound)
}

/// A part of bytes that are all here.
fn part_of<'a>(
    bytes: &'a [u8],
    read: &ReadRequest,
    name: impl Fn() -> PathBuf,
) -> Result<Cow<'a, [u8]>, FileError> {
    let range = usize::try_from(read.range.start)
        .ok()
        .zip(usize::try_from(read.range.end).ok());
    let part = range.and_then(|(start, end)| bytes.get(start..end));
    part.map(Cow::Borrowed)
        .ok_or_else(|| FileError::new(&name(), io::ErrorKind::UnexpectedEof))
}
