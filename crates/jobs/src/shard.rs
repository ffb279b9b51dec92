//! Which part of a job.

use std::fmt;
use std::str::FromStr;

use quixotic_game::quoted;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Shard `number` of `of`, counted from 1: the pieces k with k mod `of` = `number` − 1.
///
/// ```
/// use quixotic_jobs::Shard;
///
/// let shard: Shard = "3/8".parse()?;
/// assert_eq!(shard.pieces(20).collect::<Vec<_>>(), [2, 10, 18]);
/// assert!("9/8".parse::<Shard>().is_err());
/// # Ok::<(), quixotic_jobs::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u32,
    of: u32,
}

/// A shard that there is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ShardError {
    #[error("`{0}` is no shard: it is a number and how many there are, like 3/8")]
    Form(String),
    #[error("there is at least one shard: 1/1")]
    NoShards,
    #[error("there is no shard {number} of {of}: they are 1/{of} to {of}/{of}")]
    Number { number: u32, of: u32 },
}

impl Shard {
    /// Shard `number` of `of`.
    pub fn new(number: u32, of: u32) -> Result<Shard, ShardError> {
        match of {
            0 => Err(ShardError::NoShards),
            _ if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err(ShardError::Number { number, of }),
        }
    }

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// The numbers of its pieces, if the job has so many.
    pub fn pieces(self, all: u64) -> impl Iterator<Item = u64> {
        (u64::from(self.number - 1)..all).step_by(self.of as usize)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let form = || ShardError::Form(quoted(text));
        let (number, of) = text.split_once('/').ok_or_else(form)?;
        let read = |digits: &str| match digits.bytes().all(|byte| byte.is_ascii_digit()) {
            true => digits.parse().map_err(|_| form()),
            false => Err(form()),
        };
        Shard::new(read(number)?, read(of)?)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        format!("{}/{}", shard.number, shard.of)
    }
}

impl fmt::Display for Shard {
    /// `3 of 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shards_of_any_number_have_every_piece_once() {
        for of in [1, 2, 3, 7, 30] {
            let shards = (1..=of).map(|number| Shard::new(number, of).unwrap());
            let mut pieces: Vec<u64> = shards.flat_map(|shard| shard.pieces(23)).collect();
            pieces.sort_unstable();
            assert!(pieces.into_iter().eq(0..23), "{of}");
        }
    }

    #[test]
    fn bad_shards_are_told() {
        let told = |text: &str| text.parse::<Shard>().unwrap_err().to_string();
        assert_eq!(told("0/3"), "there is no shard 0 of 3: they are 1/3 to 3/3");
        assert_eq!(told("4/3"), "there is no shard 4 of 3: they are 1/3 to 3/3");
        assert_eq!(told("1/0"), "there is at least one shard: 1/1");
        for text in [
            "x",
            "",
            "/",
            "1/",
            "/3",
            "-1/3",
            "+1/3",
            "1/3/5",
            " 1/3",
            "1/99999999999",
        ] {
            assert!(told(text).contains("is no shard"), "{text}");
        }
    }
}
