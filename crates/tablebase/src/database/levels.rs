//! Which levels are here. Listing a directory costs little, but not nothing, and a
//! server asks with every request; so what was seen is believed for a second.

use std::collections::HashSet;
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
pub(super) struct Listing(Mutex<Seen>);

#[derive(Debug)]
struct Seen {
    until: Moment,
    levels: Vec<u8>,
}

impl Listing {
    pub(super) fn new(store: &dyn Store, rules: Rules) -> Result<Listing, FileError> {
        let levels = list(store, rules)?;
        let until = Moment::now() + MEMORY;
        Ok(Listing(Mutex::new(Seen { until, levels })))
    }

    pub(super) fn levels(&self, store: &dyn Store, rules: Rules) -> Vec<u8> {
        // Every change leaves it whole, so a panic elsewhere does no harm.
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if Moment::now() >= seen.until {
            if let Ok(levels) = list(store, rules) {
                seen.levels = levels;
            }
            seen.until = Moment::now() + MEMORY;
        }
        seen.levels.clone()
    }
}

/// The levels all of whose classes are here, ascending.
fn list(store: &dyn Store, rules: Rules) -> Result<Vec<u8>, FileError> {
    let classes: HashSet<Class> = store.classes()?.into_iter().collect();
    let is_here = |&level: &u8| Class::of_level(level).all(|class| classes.contains(&class));
    Ok((0..=rules.cells()).filter(is_here).collect())
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
