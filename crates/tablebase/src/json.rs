//! The counts of a database as JSON: what `stats --json` prints and what the HTTP
//! API answers. The names of the fields are part of the contract.

use serde::Serialize;

use crate::Stats;

/// The counts of a database.
#[derive(Clone, Debug, Serialize)]
pub struct StatsJson {
    game: &'static str,
    positions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    reachable: Option<u64>,
    by_distance: Vec<DistanceJson>,
    by_class: Vec<ClassJson>,
}

#[derive(Clone, Debug, Serialize)]
struct DistanceJson {
    plies: u16,
    win: u64,
    loss: u64,
}

#[derive(Clone, Debug, Serialize)]
struct ClassJson {
    mover: u8,
    other: u8,
    win: u64,
    loss: u64,
    draw: u64,
}

impl StatsJson {
    /// `reachable` is the number of positions that can occur in play, if it is known.
    pub fn new(game: &'static str, stats: &Stats, reachable: Option<u64>) -> StatsJson {
        let by_distance = stats.by_distance.iter().map(|row| DistanceJson {
            plies: row.plies,
            win: row.win,
            loss: row.loss,
        });
        let by_class = stats.by_class.iter().map(|row| ClassJson {
            mover: row.class.mine,
            other: row.class.theirs,
            win: row.win,
            loss: row.loss,
            draw: row.draw,
        });
        StatsJson {
            game,
            positions: stats.positions(),
            win: stats.win,
            loss: stats.loss,
            draw: stats.draw,
            reachable,
            by_distance: by_distance.collect(),
            by_class: by_class.collect(),
        }
    }
}
