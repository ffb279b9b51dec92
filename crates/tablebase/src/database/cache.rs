//! A cache of decompressed pages, bounded in bytes.
//!
//! A thread that misses a page reads it and holds a placeholder; others that ask for
//! it meanwhile wait for that read instead of making their own.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::{Cache, DefaultLifecycle, GuardResult, PlaceholderGuard};
use quick_cache::{DefaultHashBuilder, Weighter};
use quixotic_quixo::Class;

use crate::format::{PAGE, PackedPage, PagePlace};

/// A page: its class, and its place in the file. They sort as they lie in the files.
pub(super) type PageKey = (Class, PagePlace);

/// A page that is ready to be asked.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) values: Arc<PackedPage>,
    /// The memory that it takes at most.
    pub(super) bytes: usize,
}

/// The pages that were used last, and those that are just being read.
pub(super) struct PageCache {
    pages: Cache<PageKey, Page, Bytes>,
    bytes: u64,
}

/// What asking for a page gives.
pub(super) enum Found<'a> {
    /// The page.
    Page(Page),
    /// Nobody has it: the caller is to read it.
    Missing(Promise<'a>),
    /// Somebody else is reading it.
    Awaited,
}

/// A page that is to be read. If it is dropped, reading has failed, and one of those
/// who wait for the page is to read it.
pub(super) struct Promise<'a>(
    PlaceholderGuard<'a, PageKey, Page, Bytes, DefaultHashBuilder, DefaultLifecycle<PageKey, Page>>,
);

impl Promise<'_> {
    pub(super) fn keep(self, page: Page) {
        // An error says that the page was removed meanwhile, which nobody does.
        let _ = self.0.insert(page);
    }
}

impl PageCache {
    /// A cache of at most so many bytes; none if that is less than a page.
    pub(super) fn new(bytes: u64) -> PageCache {
        let pages = (bytes / PAGE as u64).max(1);
        PageCache {
            pages: Cache::with_weighter(pages as usize, bytes, Bytes),
            bytes,
        }
    }

    /// The bytes it may take.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether a page is here.
    pub(super) fn has(&self, key: &PageKey) -> bool {
        self.pages.contains_key(key)
    }

    /// Asks for a page, and does not wait.
    pub(super) fn get(&self, key: &PageKey) -> Found<'_> {
        self.ask(key, Some(Duration::ZERO))
    }

    /// Asks for a page, and waits if somebody else is reading it. Who waits must not
    /// hold a promise: the other may wait for that.
    pub(super) fn wait(&self, key: &PageKey) -> Found<'_> {
        self.ask(key, None)
    }

    fn ask(&self, key: &PageKey, timeout: Option<Duration>) -> Found<'_> {
        match self.pages.get_value_or_guard(key, timeout) {
            GuardResult::Value(page) => Found::Page(page),
            GuardResult::Guard(promise) => Found::Missing(Promise(promise)),
            GuardResult::Timeout => Found::Awaited,
        }
    }
}

impl fmt::Debug for PageCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageCache")
            .field("bytes", &self.bytes)
            .field("used", &self.pages.weight())
            .finish()
    }
}

/// Weighs pages by the memory that they take.
#[derive(Clone)]
pub(super) struct Bytes;

impl Weighter<PageKey, Page> for Bytes {
    fn weight(&self, _: &PageKey, page: &Page) -> u64 {
        // With the key and what the cache keeps of each entry.
        page.bytes as u64 + 128
    }
}
