//! Planning which pages a set of questions wants, and getting them: from the cache, or
//! all that are missing in one batch from the store.
//!
//! Pages are unpacked on the thread that asks and, where there are many, on cores that have
//! nothing to do (`helpers.rs`).

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use quixotic_game::Outcome;
use quixotic_quixo::{Board, Class};

use super::cache::{Found, Page, PageKey, Promise};
use super::helpers::share;
use super::{Database, ProbeError};
use crate::encoding;
use crate::format::{ClassFile, FileError, PagePlace, blocks_per_page};
use crate::index::Counts;
use crate::store::{Expected, ReadRequest};

/// Pages that are asked of a store at a time, and in memory beside the cache: 8 MiB.
const BATCH: usize = 256;

/// The same where there is no way to go for a page: some milliseconds of work, of which a
/// helper may do a part.
const NEAR_BATCH: usize = 8;

/// Sorts boards as their values lie in the files: those of a page are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageOrder {
    class: Class,
    ring: Counts,
    block: usize,
}

/// A question: where the byte of a board is.
struct Question {
    key: PageKey,
    /// The block in the page.
    block: usize,
    lane: usize,
    /// Which of the boards it is.
    board: usize,
}

impl Database {
    /// The byte of a board that a look one ply ahead decides. That look is a tenth of the
    /// work of reading a page.
    pub(super) fn decided(&self, board: Board) -> Option<u8> {
        let quixo = self.quixo();
        match quixo.ended_on(board) {
            Some(Outcome::Loss) => Some(encoding::LOST),
            Some(_) => Some(encoding::WON),
            None => quixo.wins_at_once(board).then_some(encoding::WIN_IN_1),
        }
    }

    /// Where a board lies among others. Who asks about many boards in parts sorts them by
    /// it first; then hardly any page is read for two parts.
    pub fn page_order(&self, board: Board) -> PageOrder {
        let place = self.index().place(board);
        PageOrder {
            class: Class::of(board),
            ring: place.ring,
            block: place.block,
        }
    }

    /// The bytes stored for boards; those of finished games need no file, and those that a
    /// look one ply ahead decides no page. For a win the byte may be [`encoding::WIN`].
    ///
    /// Questions are sorted by page, so each page is got once, however many there are.
    pub(super) fn stored_many(&self, boards: &[Board]) -> Result<Vec<u8>, ProbeError> {
        let bytes: Vec<AtomicU8> = boards.iter().map(|_| AtomicU8::new(0)).collect();
        let mut questions = Vec::with_capacity(boards.len());
        let decided: Vec<Option<u8>> = boards.iter().map(|&board| self.decided(board)).collect();
        // Only the end of a game needs no file.
        let in_files = boards
            .iter()
            .zip(&decided)
            .filter(|&(_, &byte)| byte.is_none_or(|byte| byte == encoding::WIN_IN_1));
        self.open_together(in_files.map(|(&board, _)| Class::of(board)))?;
        for (number, (&board, byte)) in boards.iter().zip(decided).enumerate() {
            match byte {
                Some(byte) => {
                    // Its page is not wanted, but its level has to be here.
                    if byte == encoding::WIN_IN_1 {
                        self.class_file(Class::of(board))?;
                    }
                    bytes[number].store(byte, Ordering::Relaxed);
                }
                None => questions.push(self.question(board, number)?),
            }
        }
        questions.sort_unstable_by_key(|question| question.key);
        let by_page: Vec<&[Question]> = questions.chunk_by(|a, b| a.key == b.key).collect();
        let answer = |of_pages: &&[&[Question]]| {
            let keys: Vec<PageKey> = of_pages.iter().map(|asked| asked[0].key).collect();
            for (asked, page) in of_pages.iter().zip(self.pages(&keys)?) {
                for question in *asked {
                    let byte = self.answer(question, &page)?;
                    bytes[question.board].store(byte, Ordering::Relaxed);
                }
            }
            Ok::<(), ProbeError>(())
        };
        if self.store().is_remote() {
            self.expect_pages(by_page.iter().map(|asked| asked[0].key))?;
            by_page.chunks(BATCH).try_for_each(|pages| answer(&pages))?;
        } else {
            let parts: Vec<&[&[Question]]> = by_page.chunks(NEAR_BATCH).collect();
            share(&parts, answer)?;
        }
        Ok(bytes.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// Where the byte of a board is.
    fn question(&self, board: Board, number: usize) -> Result<Question, ProbeError> {
        let class = Class::of(board);
        let layout = self.class_file(class)?.layout();
        let place = self.index().place(board);
        let group = layout.number(place.ring);
        let group = group.expect("every ring of a class has a group");
        let blocks = blocks_per_page(&layout.groups[group]);
        let page = place.block / blocks;
        Ok(Question {
            key: (class, PagePlace { group, page }),
            block: place.block % blocks,
            lane: place.lane,
            board: number,
        })
    }

    /// The byte that is asked for, from its page.
    fn answer(&self, question: &Question, page: &Page) -> Result<u8, ProbeError> {
        let value = page
            .values
            .value(self.index(), question.block, question.lane);
        let (class, place) = question.key;
        match value {
            Some(value) => Ok(value),
            None => Err(self
                .class_file(class)?
                .corrupt(place, "is too short")
                .into()),
        }
    }

    /// Tells the store which pages will be read.
    fn expect_pages(&self, keys: impl Iterator<Item = PageKey>) -> Result<(), ProbeError> {
        let mut missing = Vec::new();
        for key in keys.filter(|key| !self.cache.has(key)) {
            missing.push((self.class_file(key.0)?, key.1));
        }
        self.learn_index(&missing)?;
        let expected = missing
            .iter()
            .map(|(file, place)| file.page_expected(*place));
        self.store().expect(&expected.collect::<Vec<Expected>>());
        Ok(())
    }

    /// Reads the parts of indices that tell where pages are, as far as they are not known,
    /// in one batch. Those that were damaged are read once more, as pages are.
    pub(super) fn learn_index(&self, pages: &[(&ClassFile, PagePlace)]) -> Result<(), FileError> {
        match self.read_index(pages)? {
            Ok(()) => Ok(()),
            Err(_) => self.read_index(pages)?,
        }
    }

    /// The same once. What is right is kept, whatever else is not.
    fn read_index(
        &self,
        pages: &[(&ClassFile, PagePlace)],
    ) -> Result<Result<(), FileError>, FileError> {
        let mut wanted: Vec<(Expected, &ClassFile, PagePlace)> = Vec::new();
        for &(file, place) in pages {
            // Pages come as they lie in the files.
            if let Some(expected) = file.index_read(place)
                && wanted.last().is_none_or(|(last, ..)| *last != expected)
            {
                wanted.push((expected, file, place));
            }
        }
        if wanted.is_empty() {
            return Ok(Ok(()));
        }
        let expected: Vec<Expected> = wanted.iter().map(|(read, ..)| read.clone()).collect();
        self.store().expect(&expected);
        let reads: Vec<ReadRequest> = expected.into_iter().map(|expected| expected.read).collect();
        let parts = self.store().read_all(&reads)?;
        let mut learnt = Ok(());
        for ((_, file, place), bytes) in wanted.iter().zip(&parts) {
            let part = self.counters.noted(file.learn_index(*place, bytes));
            learnt = learnt.and(part);
        }
        Ok(learnt)
    }

    /// Different pages, in the order in which they are asked for.
    fn pages(&self, keys: &[PageKey]) -> Result<Vec<Page>, ProbeError> {
        let mut pages: Vec<Option<Page>> = vec![None; keys.len()];
        let mut missing: Vec<(usize, Promise<'_>)> = Vec::new();
        for (number, key) in keys.iter().enumerate() {
            match self.cache.get(key) {
                Found::Page(page) => {
                    self.counters.hit();
                    pages[number] = Some(page);
                }
                Found::Missing(promise) => {
                    self.counters.miss();
                    missing.push((number, promise));
                }
                Found::Awaited => self.counters.hit(),
            }
        }
        let wanted: Vec<PageKey> = missing.iter().map(|&(number, _)| keys[number]).collect();
        for ((number, promise), page) in missing.into_iter().zip(self.fetch(&wanted)?) {
            promise.keep(Page::clone(&page));
            pages[number] = Some(page);
        }
        // What others were reading, now that nobody waits for this thread.
        let complete = pages.into_iter().zip(keys).map(|(page, key)| match page {
            Some(page) => Ok(page),
            None => self.awaited(key),
        });
        complete.collect()
    }

    /// A page that somebody else was reading.
    fn awaited(&self, key: &PageKey) -> Result<Page, ProbeError> {
        match self.cache.wait(key) {
            Found::Page(page) => Ok(page),
            // That read failed. Try once here, and report our own error.
            Found::Missing(promise) => {
                let page = self.fetch(&[*key])?.swap_remove(0);
                promise.keep(Page::clone(&page));
                Ok(page)
            }
            Found::Awaited => unreachable!("it was waited for"),
        }
    }

    /// Reads pages in one batch and decompresses them. Those that were damaged, which they
    /// may be on their way here alone, are read once more.
    fn fetch(&self, keys: &[PageKey]) -> Result<Vec<Page>, ProbeError> {
        let pages = self.read_pages(keys)?;
        let is_damaged = |(_, page): &(_, &Result<Page, FileError>)| page.is_err();
        let damaged = keys.iter().zip(&pages).filter(is_damaged);
        let damaged: Vec<PageKey> = damaged.map(|(&key, _)| key).collect();
        let mut again = self.read_pages(&damaged)?.into_iter();
        let pages = pages.into_iter().map(|page| match page {
            Ok(page) => Ok(page),
            Err(error) => again.next().unwrap_or(Err(error)),
        });
        let pages: Result<Vec<Page>, FileError> = pages.collect();
        Ok(pages?)
    }

    fn read_pages(&self, keys: &[PageKey]) -> Result<Vec<Result<Page, FileError>>, ProbeError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let files: Vec<&ClassFile> = keys
            .iter()
            .map(|&(class, _)| self.class_file(class))
            .collect::<Result<_, _>>()?;
        let places = files.iter().zip(keys);
        let places: Vec<_> = places.map(|(&file, &(_, place))| (file, place)).collect();
        self.learn_index(&places)?;
        let reads: Vec<ReadRequest> = files
            .iter()
            .zip(keys)
            .map(|(file, &(_, place))| file.page_read(place))
            .collect();
        let parts = self.store().read_all(&reads)?;
        let unpack = |((file, &(_, place)), bytes): ((&&ClassFile, &PageKey), &_)| {
            let values = file.packed_page(place, bytes)?;
            Ok(Page {
                bytes: values.bytes(),
                values: Arc::new(values),
            })
        };
        let pages = files.iter().zip(keys).zip(parts.iter().map(AsRef::as_ref));
        let noted = |page| self.counters.noted(unpack(page));
        Ok(pages.map(noted).collect())
    }
}
