//! Counts over a whole database.

use std::collections::BTreeMap;

use quixotic_game::Outcome;

use quixotic_quixo::Class;

use super::{Database, ProbeError};
use crate::encoding::Scale;
use crate::format::Census;

/// How many positions have which outcome and distance. Mirror images count as
/// positions of their own, and X and O to move as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Positions in which the player to move wins.
    pub win: u64,
    /// Positions in which the player to move loses.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
    /// By distance, ascending.
    pub by_distance: Vec<ByDistance>,
    /// By class, ascending.
    pub by_class: Vec<ClassStats>,
    /// A hash over the values of all classes: the signature of the database.
    pub signature: String,
}

/// Positions that are decided in a number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByDistance {
    /// Plies to the end of the game.
    pub plies: u16,
    /// Positions won in that many plies.
    pub win: u64,
    /// Positions lost in that many plies.
    pub loss: u64,
}

/// The outcomes of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassStats {
    /// The class.
    pub class: Class,
    /// Positions in which the player to move wins.
    pub win: u64,
    /// Positions in which the player to move loses.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
    /// Bytes of its file.
    pub bytes: u64,
}

impl Stats {
    /// All positions.
    pub fn positions(&self) -> u64 {
        self.win + self.loss + self.draw
    }
}

impl Database {
    /// Counts of all levels that are here, from the tails of the files.
    pub fn stats(&self) -> Result<Stats, ProbeError> {
        let levels = self.levels();
        let mut all = Census::EMPTY;
        let mut by_class = Vec::new();
        let mut signature = blake3::Hasher::new();
        for class in Class::within(self.rules().cells()) {
            if !levels.contains(&class.level()) {
                continue;
            }
            let file = self.class_file(class)?;
            let census = file.census();
            by_class.push(ClassStats {
                class,
                win: census.outcome(Outcome::Win),
                loss: census.outcome(Outcome::Loss),
                draw: census.outcome(Outcome::Draw),
                bytes: file.length(),
            });
            signature.update(&[class.mine, class.theirs]);
            signature.update(file.digest().as_bytes());
            all = all.plus(census);
        }
        Ok(Stats {
            win: all.outcome(Outcome::Win),
            loss: all.outcome(Outcome::Loss),
            draw: all.outcome(Outcome::Draw),
            by_distance: by_distance(&all, Scale::of(self.rules())),
            by_class,
            signature: signature.finalize().to_hex().to_string(),
        })
    }
}

fn by_distance(census: &Census, scale: Scale) -> Vec<ByDistance> {
    let mut by_plies: BTreeMap<u16, ByDistance> = BTreeMap::new();
    for (byte, count) in census.entries() {
        let value = scale.decode(byte);
        if let Some(plies) = value.distance() {
            let row = by_plies.entry(plies).or_insert(ByDistance {
                plies,
                win: 0,
                loss: 0,
            });
            match value.outcome() {
                Outcome::Win => row.win += count,
                Outcome::Loss => row.loss += count,
                Outcome::Draw => {}
            }
        }
    }
    by_plies.into_values().collect()
}
