//! What `--json` prints about Quixo. The names of the fields are part of the contract.

use quixotic_game::{Game as _, Value};
use quixotic_quixo::{Position, Quixo};
use quixotic_tablebase::{MoveValue, Stats};
use serde::Serialize;

use super::reachable::ReachableClass;

/// A position, its value, and the moves from it (`probe`) or the moves of a game
/// that starts there (`line`).
#[derive(Debug, Serialize)]
pub(crate) struct PositionJson {
    game: &'static str,
    position: String,
    #[serde(flatten)]
    value: ValueJson,
    moves: Vec<MoveJson>,
}

/// The outcome in a word and the distance; `null` for a draw.
#[derive(Debug, Serialize)]
struct ValueJson {
    outcome: String,
    distance: Option<u16>,
}

/// A move, the position after it, and its value for the player who makes it, that
/// ply included.
#[derive(Debug, Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    position: String,
    #[serde(flatten)]
    value: ValueJson,
}

impl PositionJson {
    /// `moves` come with the position after each.
    pub(crate) fn new(
        game: &'static str,
        quixo: &Quixo,
        position: &Position,
        value: Value,
        moves: &[(MoveValue, Position)],
    ) -> PositionJson {
        let moves = moves.iter().map(|(found, after)| MoveJson {
            mv: quixo.format_move(found.mv),
            position: quixo.format_position(after),
            value: found.value.into(),
        });
        PositionJson {
            game,
            position: quixo.format_position(position),
            value: value.into(),
            moves: moves.collect(),
        }
    }
}

impl From<Value> for ValueJson {
    fn from(value: Value) -> ValueJson {
        ValueJson {
            outcome: value.outcome().to_string(),
            distance: value.distance(),
        }
    }
}

/// The counts of a database.
#[derive(Debug, Serialize)]
pub(crate) struct StatsJson {
    game: &'static str,
    positions: u64,
    win: u64,
    loss: u64,
    draw: u64,
    reachable: Option<u64>,
    by_distance: Vec<DistanceJson>,
    by_class: Vec<ClassJson>,
}

#[derive(Debug, Serialize)]
struct DistanceJson {
    plies: u16,
    win: u64,
    loss: u64,
}

#[derive(Debug, Serialize)]
struct ClassJson {
    mover: u8,
    other: u8,
    win: u64,
    loss: u64,
    draw: u64,
}

impl StatsJson {
    pub(crate) fn new(game: &'static str, stats: &Stats, reachable: Option<u64>) -> StatsJson {
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
