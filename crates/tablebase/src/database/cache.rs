//! A cache of decoded pages.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use quixotic_quixo::Class;

/// Pages kept: 4,096 of at most 32 KiB. A lost position with all its moves may ask
/// for a thousand, if the distances of wins are left out.
const PAGES: usize = 4096;

/// A page: its class, group and number in the group.
type Key = (Class, usize, usize);

/// The pages that were read last.
#[derive(Debug)]
pub(crate) struct PageCache {
    pages: Mutex<Pages>,
}

#[derive(Debug, Default)]
struct Pages {
    /// Counts the uses, to know which page was not used for the longest time.
    clock: u64,
    pages: HashMap<Key, (u64, Arc<Vec<u8>>)>,
}

impl PageCache {
    pub(crate) fn new() -> PageCache {
        PageCache {
            pages: Mutex::default(),
        }
    }

    /// The page from the cache, or read and kept. Readers do not wait for each
    /// other; two that miss the same page both read it.
    pub(crate) fn get<E>(
        &self,
        key: Key,
        read: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Arc<Vec<u8>>, E> {
        if let Some(page) = self.with(|pages| pages.find(key)) {
            return Ok(page);
        }
        let page = Arc::new(read()?);
        self.with(|pages| pages.insert(key, Arc::clone(&page)));
        Ok(page)
    }

    fn with<T>(&self, use_pages: impl FnOnce(&mut Pages) -> T) -> T {
        // Every change leaves the map whole, so a panic elsewhere does no harm.
        use_pages(&mut self.pages.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Pages {
    fn find(&mut self, key: Key) -> Option<Arc<Vec<u8>>> {
        self.clock += 1;
        let (used, page) = self.pages.get_mut(&key)?;
        *used = self.clock;
        Some(Arc::clone(page))
    }

    fn insert(&mut self, key: Key, page: Arc<Vec<u8>>) {
        if self.pages.len() >= PAGES {
            let oldest = self.pages.iter().min_by_key(|(_, (used, _))| *used);
            if let Some(key) = oldest.map(|(&key, _)| key) {
                self.pages.remove(&key);
            }
        }
        self.pages.insert(key, (self.clock, page));
    }
}
