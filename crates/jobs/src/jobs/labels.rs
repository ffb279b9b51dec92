//! `labels`: a piece is some draws.
//!
//! How many labels a draw gives is not known before, so neither is how many draws it takes. The first
//! draws tell how many they give on average, and the job has a quarter more draws than that asks for;
//! labels that are too many are cut off, as they are without shards.

use std::fmt;

use quixotic_agents::labels::{self, Draw, DrawError, Label, Mix};
use quixotic_catalog::Error;
use quixotic_game::Budget;
use quixotic_tablebase::{Database, ProbeError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::crew::{broken, stopped};
use crate::job::{Merged, Work, result};

/// Draws of a piece: some twenty thousand labels.
const DRAWS: u64 = 1024;

/// How many labels of which boards, as options.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args, Serialize, Deserialize)]
pub struct LabelsOptions {
    /// How many labels
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub count: u64,

    /// Where boards come from, each source with its share. `siblings`: the boards after all moves
    /// of a position in which something is at stake; `visited`: what `search` judges; `boards`: random
    /// tiles; an agent: the positions of games that it plays with itself and some random moves
    #[arg(long, value_name = "MIX", default_value_t)]
    #[serde(with = "mix")]
    pub mix: Mix,

    /// Tell plies too, which takes several times as long where the database leaves the distances
    /// of wins out
    #[arg(long)]
    pub plies: bool,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

impl LabelsOptions {
    /// What they ask for.
    pub fn draw(&self) -> Draw {
        Draw {
            mix: self.mix.clone(),
            count: self.count,
            plies: self.plies,
            seed: self.seed,
        }
    }
}

/// Labels of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labels {
    size: u8,
    #[serde(flatten)]
    options: LabelsOptions,
    pieces: u64,
}

impl Labels {
    /// What the options ask for; the database says how many draws that takes.
    pub fn new(
        options: &LabelsOptions,
        database: &Database,
        budget: &Budget,
    ) -> Result<Labels, DrawError> {
        let first = labels::draw_part(database, &options.draw(), 0..DRAWS, budget)?;
        // A thousand draws tell the mean to some hundredths; a quarter more is on the safe side.
        let needed = options.count as f64 / first.len().max(1) as f64;
        let pieces = if needed <= 1.0 { 1.0 } else { needed * 1.25 };
        Ok(Labels {
            size: database.rules().size(),
            options: options.clone(),
            pieces: pieces.ceil() as u64,
        })
    }

    /// What draws them.
    pub fn work(&self, database: Database) -> impl Work + use<> {
        Drawing {
            size: self.size,
            draw: self.options.draw(),
            database,
        }
    }

    /// The game: `quixo4`.
    pub fn game(&self) -> String {
        format!("quixo{}", self.size)
    }

    pub(crate) fn pieces(&self) -> u64 {
        self.pieces
    }

    pub(crate) fn merge(&self, pieces: Vec<Drawn>) -> Result<Merged, String> {
        let mut all: Vec<Label> = pieces.into_iter().flat_map(|drawn| drawn.0).collect();
        let (there, wanted) = (all.len() as u64, self.options.count);
        if there < wanted {
            return Err(format!("the draws gave {there} labels, not {wanted}"));
        }
        all.truncate(wanted as usize);
        Ok(Merged::yes(labels::write(self.size, &all)))
    }
}

impl fmt::Display for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LabelsOptions {
            count,
            mix,
            plies,
            seed,
        } = &self.options;
        let plies = if *plies { " --plies" } else { "" };
        let game = self.game();
        write!(
            f,
            "labels {game} --count {count} --mix {mix}{plies} --seed {seed}"
        )
    }
}

struct Drawing {
    size: u8,
    draw: Draw,
    database: Database,
}

impl Work for Drawing {
    fn piece(&self, number: u64, budget: &Budget) -> Result<Value, Error> {
        let draws = number * DRAWS..(number + 1) * DRAWS;
        let drawn = labels::draw_part(&self.database, &self.draw, draws, budget);
        let drawn = drawn.map_err(|error| match error {
            DrawError::Stopped(why) | DrawError::Probe(ProbeError::Stopped(why)) => stopped(why),
            DrawError::Agent(error) => error.into(),
            DrawError::Move(error) => error.into(),
            DrawError::Probe(error) => broken("the database cannot be asked", &error),
        })?;
        Ok(result(&hex(&labels::write(self.size, &drawn))))
    }
}

/// The labels of a piece: a file of labels in hexadecimal digits.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Drawn(Vec<Label>);

impl TryFrom<String> for Drawn {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Drawn, &'static str> {
        let bytes = unhex(&text).ok_or("these are no bytes")?;
        let (_, labels) = labels::read(&bytes).map_err(|_| "these are no labels")?;
        Ok(Drawn(labels))
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).expect("four bits");
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(digit).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = |pair: &[u8]| match pair {
        [high, low] => Some((digit(*high)? * 16 + digit(*low)?) as u8),
        _ => None,
    };
    text.as_bytes().chunks(2).map(byte).collect()
}

/// A mix as it is typed.
mod mix {
    use super::Mix;
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(mix: &Mix, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(mix)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Mix, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
