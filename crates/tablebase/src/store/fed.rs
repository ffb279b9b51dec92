//! Class files that somebody else fetches, as a worker of a page does: the store answers
//! from what it was fed, and otherwise notes what it wants. Whoever asked fetches that, feeds
//! it, and asks again.
//!
//! What the files look like is known from a [`Manifest`], so that nothing is fetched but
//! parts of indices and pages, each of which is checked when it is fed. They are kept as they
//! came, compressed, until they are more than a limit; then those go that were not used for
//! longest.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quixotic_quixo::{Class, Rules};
use thiserror::Error;

use super::manifest::{Manifest, ManifestClass};
use super::{Expected, ReadRequest, Store, missing};
use crate::format::{FileError, Outline, Problem, class_path};

/// A store that is fed.
#[derive(Debug)]
pub struct Fed {
    manifest: Manifest,
    /// Bytes that are kept.
    limit: usize,
    pantry: Mutex<Pantry>,
}

/// A part of a file: its class, where it starts, and where it ends.
type Key = (Class, u64, u64);

/// What was fed, and what is wanted.
#[derive(Debug, Default)]
struct Pantry {
    parts: HashMap<Key, Kept>,
    bytes: usize,
    /// Counts uses.
    clock: u64,
    wanted: HashMap<Key, Expected>,
    /// What was told to be wanted, and not fed yet.
    ordered: HashMap<Key, u32>,
}

#[derive(Debug)]
struct Kept {
    bytes: Vec<u8>,
    used: u64,
}

/// Why what is fed is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// Nobody wanted it.
    #[error("nobody asked for that")]
    Unwanted,
    /// It is not what was asked for.
    #[error("it does not match its checksum")]
    Damaged,
}

impl Fed {
    /// The files of a manifest with outlines; keeps about so many bytes of them.
    pub fn new(manifest: Manifest, limit: usize) -> Fed {
        Fed {
            manifest,
            limit,
            pantry: Mutex::default(),
        }
    }

    /// What was asked for and not here since this was last called, in the order of the
    /// files.
    pub fn take_wanted(&self) -> Vec<ReadRequest> {
        let mut pantry = self.pantry();
        let wanted = std::mem::take(&mut pantry.wanted);
        for (key, expected) in &wanted {
            pantry.ordered.insert(*key, expected.checksum);
        }
        let mut reads: Vec<ReadRequest> = wanted.into_values().map(|wanted| wanted.read).collect();
        reads.sort_by_key(|read| (read.class, read.range.start));
        reads
    }

    /// Feeds a part that was wanted.
    pub fn feed(&self, class: Class, start: u64, bytes: Vec<u8>) -> Result<(), Refused> {
        let key = (class, start, start + bytes.len() as u64);
        let mut pantry = self.pantry();
        if pantry.parts.contains_key(&key) {
            return Ok(());
        }
        let checksum = pantry.ordered.get(&key).ok_or(Refused::Unwanted)?;
        if crc32fast::hash(&bytes) != *checksum {
            return Err(Refused::Damaged);
        }
        pantry.ordered.remove(&key);
        pantry.keep(key, bytes);
        Ok(())
    }

    /// Lets go of what is too much. Between two questions, so that all parts that one takes
    /// can be here together.
    pub fn tidy(&self) {
        let mut pantry = self.pantry();
        if pantry.bytes <= self.limit {
            return;
        }
        let mut by_use: Vec<(u64, Key)> = pantry.parts.iter().map(|(&k, p)| (p.used, k)).collect();
        by_use.sort_unstable();
        for (_, key) in by_use {
            // Some room at once, so that this is not done after every question.
            if pantry.bytes <= self.limit / 4 * 3 {
                break;
            }
            if let Some(gone) = pantry.parts.remove(&key) {
                pantry.bytes -= gone.bytes.len();
            }
        }
    }

    fn pantry(&self) -> MutexGuard<'_, Pantry> {
        self.pantry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pantry {
    fn keep(&mut self, key: Key, bytes: Vec<u8>) {
        self.bytes += bytes.len();
        let used = self.clock;
        self.parts.insert(key, Kept { bytes, used });
    }

    fn get(&mut self, key: &Key) -> Option<Vec<u8>> {
        self.clock += 1;
        let kept = self.parts.get_mut(key)?;
        kept.used = self.clock;
        Some(kept.bytes.clone())
    }
}

fn key_of(read: &ReadRequest) -> Key {
    (read.class, read.range.start, read.range.end)
}

impl Store for Fed {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        Ok(self
            .manifest
            .classes
            .iter()
            .map(ManifestClass::class)
            .collect())
    }

    fn name(&self, class: Class) -> PathBuf {
        class_path(Path::new(""), class)
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        let entry = self.manifest.entry(class);
        Ok(entry.ok_or_else(|| missing(&self.name(class)))?.bytes)
    }

    fn is_far(&self) -> bool {
        true
    }

    fn outline(&self, rules: Rules, class: Class) -> Option<Outline> {
        self.manifest.outline(rules, class)
    }

    fn expect(&self, reads: &[Expected]) {
        let mut pantry = self.pantry();
        for expected in reads {
            let key = key_of(&expected.read);
            if !pantry.parts.contains_key(&key) {
                pantry.wanted.insert(key, expected.clone());
            }
        }
    }

    /// What is not here was expected, and so is noted.
    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let mut pantry = self.pantry();
        let part = |read: &ReadRequest| {
            let bytes = pantry.get(&key_of(read));
            let bytes =
                bytes.ok_or_else(|| FileError::new(&self.name(read.class), Problem::Awaited));
            Ok(Cow::Owned(bytes?))
        };
        reads.iter().map(part).collect()
    }
}
