//! Counts over a whole database.

use std::collections::BTreeMap;

use quixotic_game::Outcome;

use quixotic_quixo::{Class, Rules};

use super::{Database, ProbeError};
use crate::encoding::Scale;
use crate::format::{Census, FileError};
use crate::store::{Expected, ReadRequest};

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
    /// Those that are decided in more plies than are counted, which are that many.
    pub longer: ByDistance,
    /// By class, ascending.
    pub by_class: Vec<ClassStats>,
    /// A hash over the values of all classes: the signature of the database.
    pub signature: String,
}

/// Positions that are decided in a number of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// The most plies that a database of these rules counts.
    pub fn longest_counted(rules: Rules) -> u16 {
        Scale::of(rules).longest()
    }

    /// Reads the counts of levels that are not known yet, in one batch. Those that were damaged
    /// are read once more, as pages are.
    fn learn_counts(&self, levels: &[u8]) -> Result<(), ProbeError> {
        match self.read_counts(levels)? {
            Ok(()) => Ok(()),
            Err(_) => Ok(self.read_counts(levels)??),
        }
    }

    /// The same once. What is right is kept, whatever else is not.
    fn read_counts(&self, levels: &[u8]) -> Result<Result<(), FileError>, ProbeError> {
        let classes = Class::within(self.rules().cells());
        let classes = classes.filter(|class| levels.contains(&class.level()));
        let mut wanted = Vec::new();
        for class in classes {
            let file = self.class_file(class)?;
            wanted.extend(file.counts_read().map(|expected| (file, expected)));
        }
        let expected: Vec<Expected> = wanted.iter().map(|(_, read)| read.clone()).collect();
        self.store().expect(&expected);
        let reads: Vec<ReadRequest> = expected.into_iter().map(|expected| expected.read).collect();
        let mut learnt = Ok(());
        for ((file, _), bytes) in wanted.iter().zip(self.store().read_all(&reads)?) {
            let counts = self.counters.noted(file.learn_counts(&bytes));
            learnt = learnt.and(counts);
        }
        Ok(learnt)
    }

    /// Counts of all levels that are here, from the tails of the files.
    pub fn stats(&self) -> Result<Stats, ProbeError> {
        let levels = self.levels();
        let mut all = Census::EMPTY;
        let mut by_class = Vec::new();
        let mut signature = blake3::Hasher::new();
        self.learn_counts(&levels)?;
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
        let (by_distance, longer) = by_distance(&all, Scale::of(self.rules()));
        Ok(Stats {
            win: all.outcome(Outcome::Win),
            loss: all.outcome(Outcome::Loss),
            draw: all.outcome(Outcome::Draw),
            by_distance,
            longer,
            by_class,
            signature: signature.finalize().to_hex().to_string(),
        })
    }
}

/// By distance, and those that have none.
fn by_distance(census: &Census, scale: Scale) -> (Vec<ByDistance>, ByDistance) {
    let row = |plies| ByDistance {
        plies,
        ..ByDistance::default()
    };
    let mut by_plies: BTreeMap<u16, ByDistance> = BTreeMap::new();
    let mut longer = row(scale.longest());
    for (byte, count) in census.entries() {
        let value = scale.decode(byte);
        let row = match value.distance() {
            Some(plies) => by_plies.entry(plies).or_insert(row(plies)),
            None => &mut longer,
        };
        match value.outcome() {
            Outcome::Win => row.win += count,
            Outcome::Loss => row.loss += count,
            Outcome::Draw => {}
        }
    }
    (by_plies.into_values().collect(), longer)
}
