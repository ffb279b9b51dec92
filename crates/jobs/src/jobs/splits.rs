//! `splits`: a piece is a division of the numbers.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

use quixotic_catalog::Error;
use quixotic_game::{Budget, Rng};
use quixotic_numerical::{Hand, mirror, splits, table};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::crew::stopped;
use crate::job::{Merged, Work, result};

/// Which splits are solved, as options.
#[derive(Clone, Debug, clap::Args)]
pub struct SplitsOptions {
    /// Solve that many random splits, and no others; a split and its mirror image are one
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: Option<u32>,

    /// Which random splits
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    pub seed: u64,

    /// Leave out the splits that this table has
    #[arg(long, value_name = "TABLE")]
    pub except: Option<PathBuf>,
}

/// Some or all splits of the numbers of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Splits {
    #[serde(deserialize_with = "hands::size")]
    size: u8,
    /// The first player's numbers in each; all in their usual order if there is no list.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hands")]
    chosen: Option<Vec<Hand>>,
}

impl Splits {
    /// The splits of a board that the options ask for; `except` is the text of their table.
    ///
    /// # Errors
    /// If there are not so many, and what is wrong with the table.
    pub fn new(size: u8, options: &SplitsOptions, except: Option<&str>) -> Result<Splits, Error> {
        let except = table::read(size, except.unwrap_or_default()).map_err(|error| {
            let path = options.except.as_deref().unwrap_or(Path::new(""));
            Error::Bad(format!("table {}: {error}", path.display()))
        })?;
        if options.sample.is_none() && except.is_empty() {
            return Ok(Splits { size, chosen: None });
        }
        // A table may have a mirror image instead.
        let except = except.into_keys();
        let except: HashSet<Hand> = except
            .flat_map(|first| [first, mirror(size, first)])
            .collect();
        let mut chosen = splits(size);
        chosen.retain(|first| !except.contains(first));
        if let Some(count) = options.sample {
            let (count, open) = (count as usize, chosen.len());
            if count > open {
                return Err(Error::Bad(format!(
                    "there are {open} splits to choose from, not {count}"
                )));
            }
            // The first steps of a shuffle.
            let mut rng = Rng::new(options.seed);
            for place in 0..count {
                let drawn = place + rng.below(open - place);
                chosen.swap(place, drawn);
            }
            chosen.truncate(count);
        }
        let chosen = Some(chosen);
        Ok(Splits { size, chosen })
    }

    /// The first player's numbers in each split, in the order of the pieces.
    pub fn hands(&self) -> Vec<Hand> {
        self.chosen.clone().unwrap_or_else(|| splits(self.size))
    }

    /// What solves them; it needs nothing.
    pub fn work(&self) -> impl Work + use<> {
        Solving {
            size: self.size,
            splits: self.hands(),
        }
    }

    pub(crate) fn pieces(&self) -> u64 {
        match &self.chosen {
            Some(chosen) => chosen.len() as u64,
            None => splits(self.size).len() as u64,
        }
    }

    pub(crate) fn merge(&self, rows: Vec<[String; 4]>) -> Merged {
        Merged::yes(table::write(rows))
    }
}

impl fmt::Display for Splits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "splits numerical{}", self.size)?;
        let Some(chosen) = &self.chosen else {
            return Ok(());
        };
        // A list is too long to tell; this tells lists apart.
        let mut list = blake3::Hasher::new();
        for first in chosen {
            list.update(&first.bits().to_le_bytes());
        }
        let list = list.finalize().to_hex();
        write!(f, " ({} of them, list {})", chosen.len(), &list[..8])
    }
}

struct Solving {
    size: u8,
    splits: Vec<Hand>,
}

impl Work for Solving {
    fn piece(&self, number: u64, budget: &Budget) -> Result<Value, Error> {
        let first = self.splits[number as usize];
        let row = table::solve(self.size, first, budget).map_err(stopped)?;
        Ok(result(&row))
    }
}

/// Hands as text, `1,3,5`, and the sizes of boards.
mod hands {
    use super::Hand;
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(
        hands: &Option<Vec<Hand>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(hands.iter().flatten().map(Hand::to_string))
    }

    /// The size of a board that there is.
    pub(super) fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        match u8::deserialize(deserializer)? {
            size @ 3..=4 => Ok(size),
            _ => Err(D::Error::custom("there is no such board")),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Vec<Hand>>, D::Error> {
        let hands = Vec::<String>::deserialize(deserializer)?;
        let hands = hands
            .iter()
            .map(|hand| hand.parse().map_err(D::Error::custom));
        Ok(Some(hands.collect::<Result<_, _>>()?))
    }
}
