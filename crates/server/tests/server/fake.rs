//! Games that behave as no game should, or as only a slow one does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use quixotic_agents::Players;
use quixotic_catalog::{
    AnyGame, Catalog, Error, Found, GameId, Kind, Known, Listed, Pace, QueryKind, RuleValues,
    Setup, Solution, SolutionInfo, Source,
};
use quixotic_game::Budget;
use quixotic_quixo::{Position, Quixo, Rules};
use quixotic_server::Games;

/// A game by what it does when it is asked. Each has a counter of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fake {
    /// Searches until its budget ends, and has some of it.
    Searches,
    /// The same, for another test.
    SearchesToo,
    /// Searches until its budget ends, and has nothing.
    Stops,
    /// Reads for a tenth of a second, whatever its budget.
    Reads,
    /// Panics in a search.
    Panics,
    /// Panics in a look-up.
    PanicsAtOnce,
    /// Has a file that cannot be read.
    Broken,
    /// Has no solution here.
    Missing,
    /// Takes for ever to say what is here, once it is made to.
    Hangs,
}

/// How long it takes a game that hangs to say what is here.
pub(crate) const HANGS: Duration = Duration::from_secs(4);
static HANG: AtomicBool = AtomicBool::new(false);

static POSITIONS: [AtomicU64; 9] = [const { AtomicU64::new(0) }; 9];

impl Fake {
    const ALL: [(Fake, Kind); 9] = [
        (Fake::Searches, kind::<0>("searches")),
        (Fake::SearchesToo, kind::<1>("searchestoo")),
        (Fake::Stops, kind::<2>("stops")),
        (Fake::Reads, kind::<3>("reads")),
        (Fake::Panics, kind::<4>("panics")),
        (Fake::PanicsAtOnce, kind::<5>("panicsatonce")),
        (Fake::Broken, kind::<6>("broken")),
        (Fake::Missing, kind::<7>("missing")),
        (Fake::Hangs, kind::<8>("hangs")),
    ];

    /// Makes the game that hangs do so.
    pub(crate) fn hang() {
        HANG.store(true, Ordering::Relaxed);
    }

    /// How many positions it has looked at.
    pub(crate) fn positions(self) -> u64 {
        POSITIONS[self as usize].load(Ordering::Relaxed)
    }

    /// Waits until it has begun a search.
    pub(crate) async fn has_begun(self) {
        while self.positions() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Waits until it looks at no more positions; returns whether it ever did.
    pub(crate) async fn has_ended(self, within: Duration) -> bool {
        let begun = std::time::Instant::now();
        loop {
            let before = self.positions();
            tokio::time::sleep(Duration::from_millis(200)).await;
            if self.positions() == before {
                return true;
            }
            if begun.elapsed() > within {
                return false;
            }
        }
    }

    fn search(self, budget: &Budget) {
        while budget.check(0).is_ok() {
            POSITIONS[self as usize].fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The games of the catalog and these.
pub(crate) fn with_fakes() -> Games {
    with(&Fake::ALL.map(|(fake, _)| fake))
}

/// The games of the catalog and some of these.
pub(crate) fn with(fakes: &[Fake]) -> Games {
    let mut catalog = Catalog::standard();
    for (_, kind) in Fake::ALL.iter().filter(|(fake, _)| fakes.contains(fake)) {
        catalog = catalog.with(*kind);
    }
    Games::new(catalog, &Setup::default()).unwrap()
}

const fn kind<const FAKE: usize>(name: &'static str) -> Kind {
    Kind {
        name,
        title: name,
        options: &[],
        rules: |_| Ok(None),
        served: &[],
        open: open::<FAKE>,
    }
}

fn open<const FAKE: usize>(
    id: &GameId,
    _: &RuleValues,
    _: &Setup,
) -> Result<Arc<dyn AnyGame>, Error> {
    let players = Players::new(Quixo::new(Rules::official(3).unwrap()));
    let fake = Fake::ALL[FAKE].0;
    Ok(Arc::new(Listed::new(id, "a fake", players, fake)))
}

impl Solution<Quixo> for Fake {
    fn info(&self) -> SolutionInfo {
        if *self == Fake::Hangs && HANG.load(Ordering::Relaxed) {
            thread::sleep(HANGS);
        }
        SolutionInfo {
            source: Source::Directory,
            place: Some("/secret/place".into()),
        }
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn pace(&self, _: QueryKind) -> Pace {
        match self {
            Fake::Reads => Pace::Disk,
            Fake::PanicsAtOnce | Fake::Broken | Fake::Missing | Fake::Hangs => Pace::Memory,
            _ => Pace::Search,
        }
    }

    fn probe(&self, _: &Quixo, _: &Position, budget: &Budget) -> Result<Found<Quixo>, Error> {
        let found = Found::new(Known::Open, Vec::new());
        match self {
            Fake::Searches | Fake::SearchesToo => {
                self.search(budget);
                let partial = true;
                Ok(Found { partial, ..found })
            }
            Fake::Stops => {
                self.search(budget);
                let stopped = budget.check(0).unwrap_err();
                let message = "nothing was found".into();
                Err(Error::Stopped { message, stopped })
            }
            Fake::Reads => {
                thread::sleep(Duration::from_millis(100));
                Ok(found)
            }
            Fake::Hangs => Ok(found),
            Fake::Panics | Fake::PanicsAtOnce => panic!("on purpose"),
            Fake::Broken => Err(Error::Broken {
                message: "the database cannot be read".into(),
                detail: "/secret/place/file is damaged".into(),
            }),
            Fake::Missing => Err(Error::Missing {
                what: "there is no database of missing".into(),
                place: Some("/secret/place".into()),
                advice: "make it".into(),
                local_advice: Some("make it in /secret/place".into()),
            }),
        }
    }

    fn line(&self, game: &Quixo, at: &Position, budget: &Budget) -> Result<Found<Quixo>, Error> {
        self.probe(game, at, budget)
    }
}
