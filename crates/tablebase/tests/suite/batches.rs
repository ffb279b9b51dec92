//! Questions are planned: what one answer takes is asked of the store in one batch, no
//! page twice, and many threads that want a page read it once.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use quixotic_game::{Outcome, Rng, Value};
use quixotic_quixo::{Board, Class};
use quixotic_tablebase::store::{Bundle, Part, ReadRequest};
use quixotic_tablebase::{Activity, Database, FileError, Store};

use crate::databases;

/// A store that notes what it is asked for, and takes its time.
#[derive(Debug)]
struct Noted {
    bundle: Bundle,
    /// The pages of each batch.
    batches: Mutex<Vec<Vec<ReadRequest>>>,
    delay: Duration,
    broken: AtomicBool,
    asked: AtomicUsize,
    /// Batches without pages: headers and tails.
    openings: AtomicUsize,
    /// How many further batches arrive with a damaged first byte.
    damaged: AtomicUsize,
}

impl Noted {
    fn new(size: u8, delay: Duration) -> &'static Noted {
        let bundle = Bundle::embedded(databases::official(size)).expect("it is embedded");
        // For the length of the test program, so that database and test share it.
        Box::leak(Box::new(Noted {
            bundle,
            batches: Mutex::default(),
            delay,
            broken: AtomicBool::new(false),
            asked: AtomicUsize::new(0),
            openings: AtomicUsize::new(0),
            damaged: AtomicUsize::new(0),
        }))
    }

    fn database(&'static self, cache: u64) -> Database {
        let size = if self.bundle.files().count() == 55 {
            3
        } else {
            4
        };
        let database = Database::from_store(self, databases::official(size));
        database.expect("it can be listed").with_cache(cache)
    }

    fn batches(&self) -> Vec<Vec<ReadRequest>> {
        std::mem::take(&mut *self.batches.lock().expect("no panic"))
    }
}

impl Store for &'static Noted {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        self.bundle.classes()
    }

    fn name(&self, class: Class) -> PathBuf {
        self.bundle.name(class)
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        self.bundle.length(class)
    }

    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        if reads.iter().any(|read| read.part == Part::Page) {
            self.asked.fetch_add(1, Ordering::Relaxed);
            self.batches.lock().expect("no panic").push(reads.to_vec());
            thread::sleep(self.delay);
            if self.broken.load(Ordering::Relaxed) {
                let class = reads[0].class;
                let error = std::io::Error::other("broken");
                return Err(FileError::new(&self.name(class), error));
            }
        } else {
            self.openings.fetch_add(1, Ordering::Relaxed);
        }
        let mut parts = self.bundle.read_many(reads)?;
        let less = |left: usize| left.checked_sub(1);
        let (set, fetch) = (Ordering::Relaxed, Ordering::Relaxed);
        if self.damaged.fetch_update(set, fetch, less).is_ok() {
            parts[0].to_mut()[0] ^= 1;
        }
        Ok(parts)
    }
}

/// Boards of 4×4 spread over all classes, always the same.
fn boards(count: usize) -> Vec<Board> {
    let mut rng = Rng::new(5);
    let mut random = || rng.word() >> 48;
    let board = |_| {
        let mine = random() & random();
        Board::new(mine, random() & !mine).expect("disjoint sets")
    };
    (0..count).map(board).collect()
}

/// A board of 4×4 whose value needs a page.
fn undecided() -> Board {
    let database = databases::embedded(4);
    let far = |board: &Board| database.probe(*board).expect("a value").distance() > Some(4);
    boards(1000)
        .into_iter()
        .find(far)
        .expect("some are far from the end")
}

#[test]
fn a_position_with_its_moves_is_one_batch_without_repetitions() {
    let noted = Noted::new(4, Duration::ZERO);
    let database = noted.database(Database::DEFAULT_CACHE);
    let (value, moves) = database.probe_with_moves(undecided()).expect("an answer");
    assert_eq!(moves[0].value, value);
    let batches = noted.batches();
    let [batch] = &batches[..] else {
        panic!("{} batches", batches.len());
    };
    assert!(batch.len() > 3, "{batch:?}");
    let different: HashSet<_> = batch
        .iter()
        .map(|read| (read.class, read.range.start))
        .collect();
    assert_eq!(different.len(), batch.len());
    assert!(batch.iter().all(|read| read.part == Part::Page));
    // Its classes were opened together, too.
    assert!(batch.iter().any(|read| read.class != batch[0].class));
    assert_eq!(noted.openings.load(Ordering::Relaxed), 1);
    // Now they are in the cache.
    database.moves(undecided()).expect("an answer");
    assert!(noted.batches().is_empty());
}

#[test]
fn many_at_once_are_as_one_by_one_and_read_each_page_once() {
    let boards = boards(5000);
    let noted = Noted::new(4, Duration::ZERO);
    // Without a cache: what is read once is not read again because of the plan alone.
    let many = noted.database(0);
    let values = many.probe_many(&boards).expect("it is whole");
    let reads: Vec<ReadRequest> = noted.batches().concat();
    let different: HashSet<_> = reads
        .iter()
        .map(|read| (read.class, read.range.start))
        .collect();
    assert_eq!(different.len(), reads.len());
    let outcomes = many.outcomes_many(&boards).expect("it is whole");
    let single = databases::embedded(4);
    for ((&board, value), outcome) in boards.iter().zip(values).zip(outcomes) {
        assert_eq!(single.probe(board).expect("it is whole"), value);
        assert_eq!(single.outcome(board).expect("it is whole"), outcome);
        assert_eq!(value.outcome(), outcome);
    }
    assert_eq!(many.probe_many(&[]).expect("nothing"), []);
}

#[test]
fn many_with_their_moves_are_as_one_by_one() {
    let boards = boards(5000);
    let database = databases::embedded(4);
    let found = database.probe_many_with_outcomes(&boards);
    for (&board, (value, outcomes)) in boards.iter().zip(found.expect("it is whole")) {
        let (expected, _) = database.probe_with_moves(board).expect("it is whole");
        assert_eq!(value, expected);
        let children = database.quixo().children(board);
        let flipped = children.map(|(_, child)| database.outcome(child).expect("whole").flip());
        assert_eq!(outcomes, flipped.collect::<Vec<_>>());
    }
}

#[test]
fn ends_of_games_need_no_file() {
    let empty = Database::from_store(
        quixotic_tablebase::store::Memory::default(),
        databases::official(3),
    );
    let empty = empty.expect("it can be listed");
    let won = Board::new(0b111, 0).expect("disjoint sets");
    assert_eq!(empty.probe(won).expect("it is over"), Value::win(0));
    assert_eq!(
        empty.outcome(won.swapped()).expect("it is over"),
        Outcome::Loss
    );
    assert_eq!(empty.moves(won).expect("it is over"), []);
}

#[test]
fn threads_that_want_the_same_pages_read_them_once() {
    let noted = Noted::new(4, Duration::from_millis(50));
    let database = noted.database(Database::DEFAULT_CACHE);
    let board = undecided();
    let expected = databases::embedded(4).moves(board).expect("it is whole");
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(database.moves(board).expect("an answer"), expected));
        }
    });
    let reads: Vec<ReadRequest> = noted.batches().concat();
    let different: HashSet<_> = reads
        .iter()
        .map(|read| (read.class, read.range.start))
        .collect();
    assert_eq!(different.len(), reads.len());
}

#[test]
fn a_read_that_failed_is_tried_again_by_those_who_waited() {
    let noted = Noted::new(4, Duration::from_millis(20));
    let database = noted.database(Database::DEFAULT_CACHE);
    let board = undecided();
    noted.broken.store(true, Ordering::Relaxed);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let error = database.moves(board).expect_err("the store is broken");
                assert!(error.to_string().ends_with("broken"), "{error}");
            });
        }
    });
    assert_eq!(noted.asked.load(Ordering::Relaxed), 4);
    noted.broken.store(false, Ordering::Relaxed);
    database.moves(board).expect("it works again");
}

#[test]
fn what_was_damaged_on_its_way_is_read_once_more() {
    let expected = databases::embedded(4).moves(undecided()).expect("whole");
    // The first batch is the index, the second the pages.
    for (opened, damaged, is_right) in [
        (false, 1, true),
        (true, 1, true),
        (true, 2, false),
        // All classes together, then one of them twice.
        (false, 3, false),
    ] {
        let noted = Noted::new(4, Duration::ZERO);
        let database = noted.database(0);
        if opened {
            database.moves(undecided()).expect("it is whole");
        }
        noted.damaged.store(damaged, Ordering::Relaxed);
        match database.moves(undecided()) {
            Ok(moves) => assert!(is_right && moves == expected, "{opened} {damaged}"),
            Err(error) => assert!(!is_right, "{error}"),
        }
        // Damage that is over is forgotten.
        assert_eq!(database.moves(undecided()).expect("whole"), expected);
    }
}

/// Overlapping sets of pages, asked for in all orders: nobody waits for ever, and all
/// answers are right, whether the cache holds everything, little or nothing.
#[test]
fn caches_of_any_size_serve_many_threads() {
    let boards = boards(300);
    let expected = databases::embedded(4)
        .probe_many(&boards)
        .expect("it is whole");
    for bytes in [0, 100_000, 1 << 20, Database::DEFAULT_CACHE] {
        let database = Noted::new(4, Duration::ZERO).database(bytes);
        assert_eq!(database.cache_bytes(), bytes);
        thread::scope(|scope| {
            for first in 0..6 {
                let (boards, expected, database) = (&boards, &expected, &database);
                scope.spawn(move || {
                    for at in 0..boards.len() {
                        let at = (at + first * 50) % boards.len();
                        let (value, _) = database.probe_with_moves(boards[at]).expect("a value");
                        assert_eq!(value, expected[at]);
                    }
                });
            }
        });
        // The cache keeps to its bound.
        let message = format!("{database:?}");
        let used = message.split("used: ").nth(1).expect("how much is used");
        let used: u64 = used
            .split(|c: char| !c.is_ascii_digit())
            .next()
            .and_then(|digits| digits.parse().ok())
            .expect("a number");
        assert!(used <= bytes, "{used} of {bytes}");
        assert_eq!(used > 0, bytes > 1 << 16);
    }
}

#[test]
fn a_database_tells_what_it_has_read() {
    let noted = Noted::new(4, Duration::ZERO);
    let database = noted.database(Database::DEFAULT_CACHE);
    assert_eq!(database.activity(), Activity::default());
    database.moves(undecided()).expect("an answer");
    let reads: Vec<ReadRequest> = noted.batches().concat();
    let pages = reads.iter().map(|read| read.range.end - read.range.start);
    let first = database.activity();
    assert_eq!((first.misses, first.hits), (reads.len() as u64, 0));
    // Headers and tails were read, too.
    assert!(first.bytes_read > pages.sum());
    // What is in memory is not read again.
    database.moves(undecided()).expect("an answer");
    let hits = first.misses;
    assert_eq!(database.activity(), Activity { hits, ..first });
}
