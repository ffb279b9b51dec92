//! Class files fetched by the caller, as a worker of a page does: the store answers from the parts
//! that it has, and otherwise records those that are missing. The caller fetches and supplies
//! them, and asks again.
//!
//! The layout of the files is known from a [`Manifest`], so only parts of indices and pages are
//! fetched, and each is checked when it is supplied. They are cached compressed, up to a
//! limit; the least recently used are dropped first.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quixotic_quixo::{Class, Rules};
use thiserror::Error;

use super::manifest::{Manifest, ManifestClass};
use super::{Expected, ReadRequest, Store, missing};
use crate::format::{FileError, Outline, Problem, class_path};

/// A store whose caller fetches its parts on demand.
#[derive(Debug)]
pub struct OnDemand {
    manifest: Manifest,
    /// Bytes of parts to keep.
    limit: usize,
    cache: Mutex<Cache>,
}

/// A part of a file: its class, where it starts, and where it ends.
type Key = (Class, u64, u64);

/// Parts that are here, and those that are wanted.
#[derive(Debug, Default)]
struct Cache {
    parts: HashMap<Key, Kept>,
    bytes: usize,
    /// Counts uses.
    clock: u64,
    wanted: HashMap<Key, Expected>,
    /// Requested by [`OnDemand::take_wanted`] and not supplied yet.
    ordered: HashMap<Key, u32>,
}

#[derive(Debug)]
struct Kept {
    bytes: Vec<u8>,
    used: u64,
}

/// Why a part is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// It was not requested.
    #[error("it was not requested")]
    Unwanted,
    /// It is not the part that was requested.
    #[error("it does not match its checksum")]
    Damaged,
}

impl OnDemand {
    /// The files of a manifest with outlines; keeps about `limit` bytes of them.
    pub fn new(manifest: Manifest, limit: usize) -> OnDemand {
        OnDemand {
            manifest,
            limit,
            cache: Mutex::default(),
        }
    }

    /// The parts found missing since the last call, in the order of the files.
    pub fn take_wanted(&self) -> Vec<ReadRequest> {
        let mut cache = self.cache();
        let wanted = std::mem::take(&mut cache.wanted);
        for (key, expected) in &wanted {
            cache.ordered.insert(*key, expected.checksum);
        }
        let mut reads: Vec<ReadRequest> = wanted.into_values().map(|wanted| wanted.read).collect();
        reads.sort_by_key(|read| (read.class, read.range.start));
        reads
    }

    /// Supplies a part that was wanted.
    pub fn supply(&self, class: Class, start: u64, bytes: Vec<u8>) -> Result<(), Refused> {
        let key = (class, start, start + bytes.len() as u64);
        let mut cache = self.cache();
        if cache.parts.contains_key(&key) {
            return Ok(());
        }
        let checksum = cache.ordered.get(&key).ok_or(Refused::Unwanted)?;
        if crc32fast::hash(&bytes) != *checksum {
            return Err(Refused::Damaged);
        }
        cache.ordered.remove(&key);
        cache.keep(key, bytes);
        Ok(())
    }

    /// Drops parts beyond the limit. Called between two questions, so that all parts of one question
    /// can be here together.
    pub fn tidy(&self) {
        let mut cache = self.cache();
        if cache.bytes <= self.limit {
            return;
        }
        let mut by_use: Vec<(u64, Key)> = cache.parts.iter().map(|(&k, p)| (p.used, k)).collect();
        by_use.sort_unstable();
        for (_, key) in by_use {
            // Some room at once, so that this is not done after every question.
            if cache.bytes <= self.limit / 4 * 3 {
                break;
            }
            if let Some(gone) = cache.parts.remove(&key) {
                cache.bytes -= gone.bytes.len();
            }
        }
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cache {
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

impl Store for OnDemand {
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

    fn is_remote(&self) -> bool {
        true
    }

    fn outline(&self, rules: Rules, class: Class) -> Option<Outline> {
        self.manifest.outline(rules, class)
    }

    fn expect(&self, reads: &[Expected]) {
        let mut cache = self.cache();
        for expected in reads {
            let key = key_of(&expected.read);
            if !cache.parts.contains_key(&key) {
                cache.wanted.insert(key, expected.clone());
            }
        }
    }

    /// A missing part was expected before, and so recorded.
    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let mut cache = self.cache();
        let part = |read: &ReadRequest| {
            let bytes = cache.get(&key_of(read));
            let bytes =
                bytes.ok_or_else(|| FileError::new(&self.name(read.class), Problem::Awaited));
            Ok(Cow::Owned(bytes?))
        };
        reads.iter().map(part).collect()
    }
}
