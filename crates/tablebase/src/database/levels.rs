//! Which levels are here. Listing a directory costs little, but not nothing, and a
//! server asks with every request; so what was seen is believed for a second.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quixotic_game::Moment;
use quixotic_quixo::{Class, Rules};

use crate::format::FileError;
use crate::store::Store;

/// How long what was seen is believed.
const MEMORY: Duration = Duration::from_secs(1);

/// The levels that were seen last, and until when that is believed.
#[derive(Debug)]
pub(super) struct Listing {
    /// Bit n for level n.
    levels: AtomicU32,
    until: Mutex<Moment>,
}

impl Listing {
    pub(super) fn new(store: &dyn Store, rules: Rules) -> Result<Listing, FileError> {
        Ok(Listing {
            levels: AtomicU32::new(list(store, rules)?),
            until: Mutex::new(Moment::now() + MEMORY),
        })
    }

    pub(super) fn levels(&self, store: &dyn Store, rules: Rules) -> Vec<u8> {
        let levels = self.look(store, rules);
        (0..=rules.cells())
            .filter(|level| levels >> level & 1 == 1)
            .collect()
    }

    /// Whether a level is here; quick enough for every position of a search.
    pub(super) fn has(&self, level: u8, store: &dyn Store, rules: Rules) -> bool {
        // Levels are added, hardly ever taken away.
        self.levels.load(Ordering::Relaxed) >> level & 1 == 1
            || self.look(store, rules) >> level & 1 == 1
    }

    /// The levels, listed again if what was seen is old.
    fn look(&self, store: &dyn Store, rules: Rules) -> u32 {
        if self.is_old()
            && let Ok(levels) = list(store, rules)
        {
            self.levels.store(levels, Ordering::Relaxed);
        }
        self.levels.load(Ordering::Relaxed)
    }

    /// Whether it is time to look again; then it is up to the caller, and nobody else
    /// until the next time.
    fn is_old(&self) -> bool {
        // Poisoning is harmless: the value is a plain moment.
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Moment::now();
        let is_old = now >= *until;
        if is_old {
            *until = now + MEMORY;
        }
        is_old
    }
}

/// The levels all of whose classes are here, a bit for each.
fn list(store: &dyn Store, rules: Rules) -> Result<u32, FileError> {
    let classes: HashSet<Class> = store.classes()?.into_iter().collect();
    let is_here = |&level: &u8| Class::of_level(level).all(|class| classes.contains(&class));
    let here = (0..=rules.cells()).filter(is_here);
    Ok(here.fold(0, |levels, level| levels | 1 << level))
}

/// Ascending levels in words: `0–6, 8–9`.
pub fn level_ranges(levels: &[u8]) -> String {
    let ranges = levels
        .chunk_by(|a, b| a + 1 == *b)
        .map(|range| match range {
            [first, .., last] => format!("{first}–{last}"),
            single => single.iter().map(u8::to_string).collect(),
        });
    ranges.collect::<Vec<_>>().join(", ")
}
