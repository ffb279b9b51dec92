//! What all parts of a job have in common, and which part one is.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use quixotic_game::quoted;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Characters of a command line that errors repeat.
const LONGEST: usize = 300;

/// A command with all that matters for its result. Parts go together if their jobs are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The words after the name of the program, without what says where and how it is done.
    pub command: Vec<String>,
    /// How many pieces there are.
    pub pieces: u64,
    /// Hashes of what it reads: of a database, of weights, of a table.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub inputs: BTreeMap<String, String>,
}

impl fmt::Display for Job {
    /// The command line, and enough of the hashes to tell two jobs apart.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.command.join(" ");
        for (name, hash) in &self.inputs {
            let hash: String = hash.chars().take(8).collect();
            text += &format!(" ({name} {hash})");
        }
        // A part may say anything.
        let text: String = text.chars().take(LONGEST).collect();
        f.write_str(&text.escape_debug().to_string())
    }
}

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

/// Text that names no shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid shard `{0}`: expected I/N with I from 1 to N, such as 2/8")]
pub struct ShardError(String);

impl Shard {
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

    /// Whether that piece of so many is one of them.
    pub(crate) fn has(self, piece: u64, all: u64) -> bool {
        piece < all && piece % u64::from(self.of) == u64::from(self.number - 1)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        // `parse` alone takes `+3`.
        let read = |digits: &str| match digits.bytes().all(|byte| byte.is_ascii_digit()) {
            true => digits.parse().ok(),
            false => None,
        };
        text.split_once('/')
            .and_then(|(number, of)| Some((read(number)?, read(of)?)))
            .filter(|(number, of)| (1..=*of).contains(number))
            .map(|(number, of)| Shard { number, of })
            .ok_or_else(|| ShardError(quoted(text)))
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
            let shards = (1..=of).map(|number| Shard { number, of });
            let mut pieces: Vec<u64> = shards.flat_map(|shard| shard.pieces(23)).collect();
            pieces.sort_unstable();
            assert!(pieces.into_iter().eq(0..23), "{of}");
        }
    }

    #[test]
    fn a_shard_has_its_own_pieces_and_no_others() {
        let shard: Shard = "2/3".parse().unwrap();
        let has: Vec<u64> = (0..99).filter(|&piece| shard.has(piece, 9)).collect();
        assert_eq!(has, [1, 4, 7]);
    }

    #[test]
    fn bad_shards_are_refused() {
        for text in [
            "x",
            "",
            "/",
            "1/",
            "/3",
            "0/3",
            "4/3",
            "1/0",
            "-1/3",
            "+1/3",
            "1/3/5",
            " 1/3",
            "1/99999999999",
        ] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError(text.into())));
        }
    }

    #[test]
    fn a_job_is_named_on_one_line() {
        let mut job = Job {
            command: ["arena", "quixo4", "a\nb"].map(String::from).into(),
            pieces: 3,
            inputs: [("database".into(), "0123456789".into())].into(),
        };
        assert_eq!(job.to_string(), "arena quixo4 a\\nb (database 01234567)");
        job.command.push("x".repeat(10_000));
        assert!(job.to_string().len() <= LONGEST + 2);
    }
}
