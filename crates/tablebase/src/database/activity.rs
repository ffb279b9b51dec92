//! What a database has done since it was opened, for those who watch over a server.
//!
//! Plain counters: whoever publishes them brings the library, if any.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quixotic_quixo::{Class, Rules};

use crate::format::{FileError, Outline, Problem};
use crate::store::{Expected, ReadRequest, Store};

/// What a database has done since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Pages that were asked for and in memory, or just being read by somebody else.
    pub hits: u64,
    /// Pages that had to be read.
    pub misses: u64,
    /// Bytes that the store handed out: pages, headers and tails as they are in the files.
    pub bytes_read: u64,
    /// Parts of files that did not match their checksum, or contradicted themselves.
    pub damaged: u64,
}

/// The same while it is counted.
#[derive(Debug, Default)]
pub(super) struct Counters {
    hits: AtomicU64,
    misses: AtomicU64,
    bytes_read: AtomicU64,
    damaged: AtomicU64,
}

impl Counters {
    pub(super) fn hit(&self) {
        self.hits.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn miss(&self) {
        self.misses.fetch_add(1, Ordering::Relaxed);
    }

    /// Passes on what came of reading a file, and counts damage.
    pub(super) fn noted<T>(&self, read: Result<T, FileError>) -> Result<T, FileError> {
        if let Err(error) = &read
            && matches!(error.problem(), Problem::Corrupt(_))
        {
            self.damaged.fetch_add(1, Ordering::Relaxed);
        }
        read
    }

    pub(super) fn activity(&self) -> Activity {
        let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Activity {
            hits: load(&self.hits),
            misses: load(&self.misses),
            bytes_read: load(&self.bytes_read),
            damaged: load(&self.damaged),
        }
    }
}

/// A store whose bytes are counted, whoever reads them.
#[derive(Debug)]
pub(super) struct Counted<S> {
    store: S,
    counters: Arc<Counters>,
}

impl<S> Counted<S> {
    pub(super) fn new(store: S, counters: Arc<Counters>) -> Counted<S> {
        Counted { store, counters }
    }
}

impl<S: Store> Store for Counted<S> {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        self.store.classes()
    }

    fn name(&self, class: Class) -> PathBuf {
        self.store.name(class)
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        self.store.length(class)
    }

    fn forget(&self, class: Class) {
        self.store.forget(class);
    }

    fn is_remote(&self) -> bool {
        self.store.is_remote()
    }

    fn outline(&self, rules: Rules, class: Class) -> Option<Outline> {
        self.store.outline(rules, class)
    }

    fn hash(&self, class: Class) -> Option<blake3::Hash> {
        self.store.hash(class)
    }

    fn expect(&self, reads: &[Expected]) {
        self.store.expect(reads);
    }

    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let parts = self.store.read_many(reads)?;
        let bytes: u64 = parts.iter().map(|part| part.len() as u64).sum();
        self.counters.bytes_read.fetch_add(bytes, Ordering::Relaxed);
        Ok(parts)
    }
}
