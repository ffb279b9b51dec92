//! Looking positions up in a database.

mod activity;
mod cache;
mod error;
mod helpers;
mod levels;
mod pages;
mod probe;
mod stats;

pub use activity::Activity;
pub use error::{OpenError, ProbeError};
pub use levels::level_ranges;
pub use pages::PageOrder;
pub use probe::{KnownMove, KnownOutcome, MoveValue};
pub use stats::{ByDistance, ClassStats, Stats};

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use quixotic_quixo::{Class, Quixo, Rules, Symmetry};

use crate::format::{ClassFile, FileError, PagePlace, Problem};
use crate::index::{GridMap, Index};
use crate::kernel::Kernel;
use crate::store::{Bundle, Directory, ReadRequest, Store};
use activity::{Counted, Counters};
use cache::PageCache;
use levels::Listing;

/// The strong solution of Quixo under some rules, or the part of it from some
/// level up: the value of every position.
///
/// A database can be asked from any number of threads at once; what is asked is
/// answered on the thread that asks, with the help of cores that work at no other question.
///
/// # Memory
/// The index takes some 4 MB on 5×5, and 22 MB more if whole groups of rings are listed, which
/// answering questions does not. Decompressed pages are kept in a cache of
/// [`DEFAULT_CACHE`](Database::DEFAULT_CACHE) bytes, or of as many as
/// [`with_cache`](Database::with_cache) says. Of each class that was asked for, 12 bytes
/// for a page of some 32,768 positions are kept: 39 MB for all of 5×5.
#[derive(Debug)]
pub struct Database {
    quixo: Quixo,
    /// Takes a moment to set up, so that is done when it is first needed.
    index: OnceLock<Index>,
    kernel: Kernel,
    store: Arc<dyn Store>,
    listing: Listing,
    classes: GridMap<OnceLock<ClassFile>, Class>,
    cache: PageCache,
    counters: Arc<Counters>,
}

impl Database {
    /// Bytes of decompressed pages that are kept unless something else is said.
    pub const DEFAULT_CACHE: u64 = 128 << 20;

    /// The database in a directory, which has to be there and may be incomplete. The
    /// files are read when they are needed.
    pub fn open(directory: impl Into<PathBuf>, rules: Rules) -> Result<Database, OpenError> {
        Database::from_store(Directory::new(directory), rules)
    }

    /// The database whose files a store has.
    pub fn from_store(store: impl Store + 'static, rules: Rules) -> Result<Database, OpenError> {
        if rules.size() > Index::MAX_SIZE {
            return Err(OpenError::Size(rules.size()));
        }
        let counters = Arc::<Counters>::default();
        let store: Arc<dyn Store> = Arc::new(Counted::new(store, Arc::clone(&counters)));
        Ok(Database {
            quixo: Quixo::new(rules),
            listing: Listing::new(&*store, rules)?,
            index: OnceLock::new(),
            kernel: Kernel::detect(),
            store,
            classes: GridMap::new(rules.cells(), |_| OnceLock::new()),
            cache: PageCache::new(Database::DEFAULT_CACHE),
            counters,
        })
    }

    /// The complete database that is part of the program: the official rules on
    /// 3×3 and 4×4.
    pub fn embedded(rules: Rules) -> Option<Database> {
        let bundle = Bundle::embedded(rules).filter(Bundle::is_complete)?;
        Some(Database::from_store(bundle, rules).expect("small boards are all here"))
    }

    /// Whether the complete database of these rules is part of the program.
    pub fn is_embedded(rules: Rules) -> bool {
        Bundle::embedded(rules).is_some_and(|bundle| bundle.is_complete())
    }

    /// The same with a cache of so many bytes for decompressed pages. A page takes up to
    /// 32 KiB and two bytes for each of its blocks; a position with all its moves may ask for a thousand, if the distances of wins are
    /// left out.
    #[must_use]
    pub fn with_cache(self, bytes: u64) -> Database {
        Database {
            cache: PageCache::new(bytes),
            ..self
        }
    }

    /// Bytes of decompressed pages that are kept.
    pub fn cache_bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// Whether all that it can have fits into the cache, so that no page is read twice.
    pub fn fits_in_cache(&self) -> bool {
        let positions = 3_u64.pow(self.rules().cells().into());
        positions / Symmetry::COUNT as u64 <= self.cache.bytes()
    }

    /// What it has done so far.
    pub fn activity(&self) -> Activity {
        self.counters.activity()
    }

    /// The rules it is about.
    pub fn rules(&self) -> Rules {
        self.quixo.rules()
    }

    /// The game it is about.
    pub fn quixo(&self) -> &Quixo {
        &self.quixo
    }

    /// Where its bytes come from.
    pub fn store(&self) -> &(dyn Store + 'static) {
        &*self.store
    }

    /// The levels (numbers of marked tiles) that are completely here, ascending. Those
    /// that are added are seen within a second; if the store cannot be listed any more,
    /// those that were seen last are message.
    pub fn levels(&self) -> Vec<u8> {
        self.listing.levels(&*self.store, self.rules())
    }

    /// Whether a level is completely here, as [`Database::levels`] sees it; quick enough
    /// for every position of a search.
    pub fn has_level(&self, level: u8) -> bool {
        self.listing.has(level, &*self.store, self.rules())
    }

    /// Whether all levels are here.
    pub fn is_complete(&self) -> bool {
        self.levels().len() == usize::from(self.rules().cells()) + 1
    }

    /// Where it stores what.
    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(self.rules()))
    }

    /// The file of a class.
    pub fn class_file(&self, class: Class) -> Result<&ClassFile, ProbeError> {
        let slot = &self.classes[class];
        if let Some(file) = slot.get() {
            return Ok(file);
        }
        let open = || {
            let opened = ClassFile::open(&*self.store, self.rules(), self.index(), class);
            self.counters.noted(opened)
        };
        let opened = open().or_else(|error| match error.problem() {
            Problem::Io(_) => Err(error),
            // Damaged, or damaged on its way here: the second time tells.
            _ => {
                self.store.forget(class);
                open()
            }
        });
        let file = opened.map_err(|error| {
            if error.is_missing() {
                ProbeError::NotSolved {
                    level: class.level(),
                    solved: self.levels(),
                }
            } else {
                self.store.forget(class);
                error.into()
            }
        })?;
        Ok(slot.get_or_init(|| file))
    }

    /// Opens the files of classes that are about to be asked for, those that are not open
    /// yet in one batch. What is wrong with one of them is reported when it is opened alone.
    fn open_together(&self, classes: impl Iterator<Item = Class>) -> Result<(), ProbeError> {
        let mut closed: Vec<Class> = classes
            .filter(|&class| self.classes[class].get().is_none())
            .collect();
        closed.sort_unstable();
        closed.dedup();
        if closed.len() < 2 {
            return Ok(());
        }
        match ClassFile::open_many(&*self.store, self.rules(), self.index(), &closed) {
            Ok(files) => {
                for file in files {
                    // Whoever came first has asked it already.
                    let _ = self.classes[file.class()].set(file);
                }
                Ok(())
            }
            // It would not be read alone either.
            Err(error) if matches!(error.problem(), Problem::Io(_)) && !error.is_missing() => {
                Err(error.into())
            }
            Err(_) => Ok(()),
        }
    }

    /// Pages as they are in their files, in one batch and past the cache; decoding them checks them.
    pub fn packed_pages(
        &self,
        pages: &[(&ClassFile, PagePlace)],
    ) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        self.learn_index(pages)?;
        let reads: Vec<ReadRequest> = pages
            .iter()
            .map(|(file, place)| file.page_read(*place))
            .collect();
        self.store.read_all(&reads)
    }

    /// The values of a page, past the cache: for those who read whole classes.
    pub fn read_page(&self, file: &ClassFile, place: PagePlace) -> Result<Vec<u8>, FileError> {
        let bytes = self.packed_pages(&[(file, place)])?.swap_remove(0);
        let mut values = vec![0; file.page_len(place)];
        let decoded = file.decode_page(self.index(), self.kernel, place, &bytes, &mut values);
        self.counters.noted(decoded)?;
        Ok(values)
    }
}
