//! What `reachable --json` prints. The names of the fields are part of the contract.

use serde::Serialize;

use super::reachable::ReachableClass;

/// How many positions can occur in play.
#[derive(Debug, Serialize)]
pub(crate) struct ReachableJson {
    game: &'static str,
    positions: u64,
    reachable: u64,
    by_class: Vec<ReachableClassJson>,
}

#[derive(Debug, Serialize)]
struct ReachableClassJson {
    mover: u8,
    other: u8,
    positions: u64,
    reachable: u64,
}

impl ReachableJson {
    pub(crate) fn new(game: &'static str, classes: &[ReachableClass]) -> ReachableJson {
        let by_class = classes.iter().map(|row| ReachableClassJson {
            mover: row.class.mine,
            other: row.class.theirs,
            positions: row.positions,
            reachable: row.reachable,
        });
        ReachableJson {
            game,
            positions: classes.iter().map(|row| row.positions).sum(),
            reachable: classes.iter().map(|row| row.reachable).sum(),
            by_class: by_class.collect(),
        }
    }
}
