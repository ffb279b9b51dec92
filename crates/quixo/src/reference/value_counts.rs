//! How many boards have which value: the figures that solvers are compared by.

use std::collections::BTreeMap;

use quixotic_game::{Outcome, Value};

/// The number of boards of each value that occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueCounts(BTreeMap<Value, u64>);

impl ValueCounts {
    /// The number of boards with this value.
    pub fn get(&self, value: Value) -> u64 {
        self.0.get(&value).copied().unwrap_or(0)
    }

    /// The number of boards with this outcome.
    pub fn outcome(&self, outcome: Outcome) -> u64 {
        self.iter()
            .filter(|(value, _)| value.outcome() == outcome)
            .map(|(_, count)| count)
            .sum()
    }

    /// Every value that occurs with its count, the worst for the mover first.
    pub fn iter(&self) -> impl Iterator<Item = (Value, u64)> + '_ {
        self.0.iter().map(|(&value, &count)| (value, count))
    }
}

impl FromIterator<Value> for ValueCounts {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> ValueCounts {
        let mut counts = ValueCounts::default();
        for value in values {
            *counts.0.entry(value).or_default() += 1;
        }
        counts
    }
}
