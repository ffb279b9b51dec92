//! How often one waits for the host: what a question takes is planned, and asked for
//! together. Half a second for all moves of a position on 5×5, with 20 ms for an answer of the
//! host, are 25 rounds at most.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use quixotic_catalog::{AnyGame, Catalog, OutcomeWord, Setup};
use quixotic_game::Budget;
use quixotic_quixo::{Class, Rules};
use quixotic_remote::place;
use quixotic_tablebase::internal::format::Outline;
use quixotic_tablebase::store::{Place, ReadRequest};
use quixotic_tablebase::{FileError, Store};

use crate::host::Host;

/// Requests that are under way at a time.
const AT_ONCE: usize = 128;

/// Counts how often who asks waits for the host.
#[derive(Debug)]
struct Rounds {
    store: Arc<dyn Store>,
    host: &'static Host,
    count: Arc<AtomicUsize>,
}

impl Rounds {
    /// Does something, and counts the rounds of requests that it took.
    fn counted<T>(&self, ask: impl FnOnce(&dyn Store) -> T) -> T {
        let before = self.host.asked().len();
        let done = ask(&*self.store);
        let requests = self.host.asked().len() - before;
        self.count
            .fetch_add(requests.div_ceil(AT_ONCE), Ordering::Relaxed);
        done
    }
}

impl Store for Rounds {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        self.counted(|store| store.classes())
    }

    fn name(&self, class: Class) -> PathBuf {
        self.store.name(class)
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        self.counted(|store| store.length(class))
    }

    fn is_remote(&self) -> bool {
        self.store.is_remote()
    }

    fn outline(&self, rules: Rules, class: Class) -> Option<Outline> {
        self.store.outline(rules, class)
    }

    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let parts: Result<Vec<Vec<u8>>, FileError> = self.counted(|store| {
            let parts = store.read_many(reads)?.into_iter();
            Ok(parts.map(Cow::into_owned).collect())
        });
        Ok(parts?.into_iter().map(Cow::Owned).collect())
    }
}

/// 5×5 as far as the program has it, from a host, and the rounds that were taken.
fn quixo5() -> (Arc<dyn AnyGame>, Arc<AtomicUsize>) {
    let host: &'static Host = Box::leak(Box::new(Host::of_board(5)));
    let Place::Store { name, store } = place(host.url().as_ref()).expect("an address") else {
        panic!("it is an address");
    };
    let count = Arc::new(AtomicUsize::new(0));
    let rounds = Rounds {
        store,
        host,
        count: Arc::clone(&count),
    };
    let catalog = Catalog::standard();
    let setup = Setup {
        db: Some(Place::Store {
            name,
            store: Arc::new(rounds),
        }),
        ..Setup::default()
    };
    let game = catalog.open(&catalog.read("quixo5").expect("a game"), &setup);
    (game.expect("it is open"), count)
}

/// The answer is that of the program itself, and takes few rounds.
fn assert_few(game: &dyn AnyGame, count: &AtomicUsize, position: &str, most: usize) {
    let catalog = Catalog::standard();
    let here = catalog.open(&catalog.read("quixo5").expect("a game"), &Setup::default());
    let here = here.expect("the opening is in the program");
    count.store(0, Ordering::Relaxed);
    let answer = game.probe(position, &Budget::UNLIMITED).expect("an answer");
    let rounds = count.load(Ordering::Relaxed);
    let expected = here.probe(position, &Budget::UNLIMITED).expect("an answer");
    assert_eq!(answer.moves, expected.moves);
    assert!(answer.outcome != OutcomeWord::Open);
    assert!((1..=most).contains(&rounds), "{position}: {rounds} rounds");
}

#[test]
fn a_position_with_all_its_moves_takes_few_rounds() {
    // The list, then index and pages of the position and its moves, and of the replies to
    // moves that draw.
    for position in [
        "start",
        "X4/5/5/5/4O X",
        "1X3/5/O3X/5/5 O",
        "XX3/5/4O/5/O3X O",
    ] {
        let (game, count) = quixo5();
        assert_few(&*game, &count, position, 7);
        // A second time, nothing is asked at all.
        count.store(0, Ordering::Relaxed);
        game.probe(position, &Budget::UNLIMITED).expect("an answer");
        assert_eq!(count.load(Ordering::Relaxed), 0, "{position}");
    }
}

#[test]
fn a_move_of_perfect_takes_few_rounds() {
    let (game, count) = quixo5();
    let spec = quixotic_agents::AgentSpec::Perfect;
    let chosen = game.choose("X4/5/5/5/4O X", &spec, 1, &Budget::UNLIMITED);
    chosen.expect("a move");
    let rounds = count.load(Ordering::Relaxed);
    assert!((1..=9).contains(&rounds), "{rounds} rounds");
}
