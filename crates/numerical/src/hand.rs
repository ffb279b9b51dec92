//! The numbers that a player holds.

use std::fmt;
use std::str::FromStr;

use quixotic_game::quoted;
use thiserror::Error;

/// A set of numbers from 1 to 16: the number v is bit v − 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hand(u16);

/// Text that is no set of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HandError {
    /// A part that is neither a number nor a range.
    #[error("`{0}` is neither a number nor a range like 1-8")]
    NotANumber(String),
    /// A number that no hand can hold.
    #[error("{0} is not a number of the game: they run from 1 to 16")]
    OutOfRange(u32),
    /// A range that ends before it begins.
    #[error("`{0}` runs backward: the smaller number comes first")]
    Backward(String),
    /// A number that comes twice.
    #[error("{0} is there twice")]
    Twice(u8),
}

impl Hand {
    /// No numbers.
    pub const EMPTY: Hand = Hand(0);

    /// The numbers from 1 to `last`, at most 16.
    pub fn up_to(last: u8) -> Hand {
        (1..=last).collect()
    }

    /// The set with these bits.
    pub(crate) const fn from_bits(bits: u16) -> Hand {
        Hand(bits)
    }

    /// The set as bits, the number 1 in the lowest.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// How many numbers there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the number is among them.
    pub const fn contains(self, number: u8) -> bool {
        number >= 1 && number <= 16 && self.0 >> (number - 1) & 1 == 1
    }

    /// The numbers that are in this set and not in the other.
    #[must_use]
    pub const fn without(self, other: Hand) -> Hand {
        Hand(self.0 & !other.0)
    }

    /// The numbers that are in both sets.
    #[must_use]
    pub const fn both(self, other: Hand) -> Hand {
        Hand(self.0 & other.0)
    }

    /// Each v replaced by `total` − v.
    #[must_use]
    pub fn mirrored(self, total: u8) -> Hand {
        self.iter().map(|number| total - number).collect()
    }

    /// The numbers, the smallest first.
    pub fn iter(self) -> impl Iterator<Item = u8> + Clone {
        (1..=16).filter(move |&number| self.contains(number))
    }

    /// The numbers with three or more in a row as a range: `1,2,5-9`.
    pub fn ranges(self) -> String {
        let numbers: Vec<u8> = self.iter().collect();
        let runs = numbers.chunk_by(|one, next| one + 1 == *next);
        let runs = runs.map(|run| match *run {
            [first, _, .., last] if run.len() > 2 => format!("{first}-{last}"),
            [first, second] => format!("{first},{second}"),
            _ => run[0].to_string(),
        });
        runs.collect::<Vec<String>>().join(",")
    }

    /// The sum of the numbers.
    pub fn sum(self) -> u8 {
        self.iter().sum()
    }
}

impl FromIterator<u8> for Hand {
    /// # Panics
    /// If a number is not from 1 to 16.
    fn from_iter<T: IntoIterator<Item = u8>>(numbers: T) -> Hand {
        let bit = |number: u8| {
            assert!((1..=16).contains(&number), "numbers run from 1 to 16");
            1 << (number - 1)
        };
        Hand(
            numbers
                .into_iter()
                .fold(0, |bits, number| bits | bit(number)),
        )
    }
}

impl fmt::Display for Hand {
    /// `1,3,5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.iter().map(|number| number.to_string()).collect();
        f.pad(&numbers.join(","))
    }
}

impl FromStr for Hand {
    type Err = HandError;

    /// Reads numbers and ranges with commas between them: `1,3,5` or `1-8`.
    fn from_str(text: &str) -> Result<Hand, HandError> {
        let mut hand = Hand::EMPTY;
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (read(first, part)?, read(last, part)?);
            if first > last {
                return Err(HandError::Backward(quoted(part)));
            }
            for number in first..=last {
                if hand.contains(number) {
                    return Err(HandError::Twice(number));
                }
                hand.0 |= 1 << (number - 1);
            }
        }
        Ok(hand)
    }
}

/// Reads one number; `part` is where it stands.
fn read(text: &str, part: &str) -> Result<u8, HandError> {
    let number: Option<u32> = text.parse().ok();
    match number.ok_or_else(|| HandError::NotANumber(quoted(part)))? {
        number @ 1..=16 => Ok(number as u8),
        number => Err(HandError::OutOfRange(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_read_and_written() {
        for (text, written) in [("1,3,5", "1,3,5"), ("1-4,16", "1,2,3,4,16"), ("9", "9")] {
            let hand: Hand = text.parse().unwrap();
            assert_eq!(hand.to_string(), written);
        }
        for text in ["1,3,5", "1-4,16", "9", "1,2,5-9", "1-16", "1,2"] {
            let hand: Hand = text.parse().unwrap();
            assert_eq!(hand.ranges(), text);
        }
        for (text, message) in [
            ("", "`` is neither a number nor a range like 1-8"),
            ("1,x", "`x` is neither a number nor a range like 1-8"),
            ("1-", "`1-` is neither a number nor a range like 1-8"),
            ("0", "0 is not a number of the game: they run from 1 to 16"),
            (
                "3,17",
                "17 is not a number of the game: they run from 1 to 16",
            ),
            ("1-3,2", "2 is there twice"),
            ("9-2", "`9-2` runs backward: the smaller number comes first"),
        ] {
            assert_eq!(text.parse::<Hand>().unwrap_err().to_string(), message);
        }
    }
}
