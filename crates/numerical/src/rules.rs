//! The rules as data: the size of the board, who holds which numbers, and the sum
//! that a line has to reach.

use std::fmt;

use quixotic_game::Player;
use thiserror::Error;

use crate::Hand;

/// A rule set: board, hands and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    size: u8,
    hands: [Hand; 2],
    target: u8,
}

/// Rules that make no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// The board is too small or too large.
    #[error("board size {0} is not supported: sizes are {min} to {max}", min = Rules::MIN_SIZE, max = Rules::MAX_SIZE)]
    Size(u8),
    /// A hand with too few or too many numbers.
    #[error("the {} player holds {found} numbers, but has to place {wanted}", ordinal(.player))]
    HandSize {
        /// Whose hand it is.
        player: Player,
        /// How many numbers there are.
        found: u32,
        /// How many there have to be.
        wanted: u32,
    },
    /// A number that is not on the board's list.
    #[error("{number} is not a number of this board: they run from 1 to {last}")]
    Number {
        /// The number.
        number: u8,
        /// The largest number of the board.
        last: u8,
    },
    /// A number that a split gives to both players.
    #[error("the split gives {0} to both players")]
    Overlap(u8),
    /// A number that a split gives to nobody.
    #[error("the split gives {0} to nobody")]
    Missing(u8),
    /// There is no natural target.
    #[error("the numbers add up to {sum}, which {size} rows cannot share equally: name a target")]
    NoTarget {
        /// The sum of both hands.
        sum: u32,
        /// Cells in a line.
        size: u8,
    },
    /// A target that no line can reach.
    #[error(
        "no line can reach {target}: with these numbers lines add up to {least} at least and {most} at most"
    )]
    Target {
        /// The target asked for.
        target: u8,
        /// The least sum of a line.
        least: u8,
        /// The greatest sum of a line.
        most: u8,
    },
}

/// What people call a player.
pub(crate) fn ordinal(player: &Player) -> &'static str {
    match player {
        Player::X => "first",
        Player::O => "second",
    }
}

impl Rules {
    /// The smallest board.
    pub const MIN_SIZE: u8 = 3;
    /// The largest board.
    pub const MAX_SIZE: u8 = 4;

    /// The usual game: odd numbers against even numbers, odd numbers first.
    pub fn standard(size: u8) -> Result<Rules, RulesError> {
        Rules::check_size(size)?;
        let odd = Hand::up_to(size * size)
            .iter()
            .filter(|number| number % 2 == 1);
        Rules::split(size, odd.collect())
    }

    /// A division of 1, 2, … size² between the players: the first player holds
    /// `first`, the second player the rest.
    pub fn split(size: u8, first: Hand) -> Result<Rules, RulesError> {
        Rules::check_size(size)?;
        Rules::hands(size, first, Hand::up_to(size * size).without(first))
    }

    /// The same with both parts named, which have to be a division.
    pub fn split_in_two(size: u8, first: Hand, second: Hand) -> Result<Rules, RulesError> {
        Rules::check_size(size)?;
        if let Some(number) = first.both(second).iter().next() {
            return Err(RulesError::Overlap(number));
        }
        let rest = Hand::up_to(size * size).without(first).without(second);
        if let Some(number) = rest.iter().next() {
            return Err(RulesError::Missing(number));
        }
        Rules::hands(size, first, second)
    }

    /// A hand of numbers from 1 to size² for each player; both may hold the same
    /// number. The target is the sum that all rows can have at once, if there is one.
    pub fn hands(size: u8, first: Hand, second: Hand) -> Result<Rules, RulesError> {
        let rules = Rules::without_target(size, [first, second])?;
        let sum = u32::from(first.sum()) + u32::from(second.sum());
        if !sum.is_multiple_of(u32::from(size)) {
            return Err(RulesError::NoTarget { sum, size });
        }
        rules.with_target((sum / u32::from(size)) as u8)
    }

    /// The same with that target.
    pub fn hands_to(size: u8, first: Hand, second: Hand, target: u8) -> Result<Rules, RulesError> {
        Rules::without_target(size, [first, second])?.with_target(target)
    }

    /// The same rules with another target.
    pub fn with_target(self, target: u8) -> Result<Rules, RulesError> {
        let rules = Rules { target, ..self };
        let sums = rules.line_sums();
        if sums.contains(&target) {
            return Ok(rules);
        }
        let least = sums.first().copied().unwrap_or(0);
        let most = sums.last().copied().unwrap_or(0);
        Err(RulesError::Target {
            target,
            least,
            most,
        })
    }

    fn check_size(size: u8) -> Result<(), RulesError> {
        match size {
            Rules::MIN_SIZE..=Rules::MAX_SIZE => Ok(()),
            _ => Err(RulesError::Size(size)),
        }
    }

    /// Checks all but the target.
    fn without_target(size: u8, hands: [Hand; 2]) -> Result<Rules, RulesError> {
        Rules::check_size(size)?;
        let cells = size * size;
        let mut numbers = hands[0].iter().chain(hands[1].iter());
        if let Some(number) = numbers.find(|&number| number > cells) {
            let last = cells;
            return Err(RulesError::Number { number, last });
        }
        for (player, hand) in [Player::X, Player::O].into_iter().zip(hands) {
            // The first player makes the last move of a full game on 3×3.
            let wanted = u32::from(cells + u8::from(player == Player::X)) / 2;
            if hand.len() != wanted {
                let found = hand.len();
                return Err(RulesError::HandSize {
                    player,
                    found,
                    wanted,
                });
            }
        }
        let target = 0;
        Ok(Rules {
            size,
            hands,
            target,
        })
    }

    /// The sums that a full line can have, the least first.
    fn line_sums(self) -> Vec<u8> {
        // sums[k] holds the sums of k of the numbers seen so far, s as bit s.
        let mut sums = [1u128, 0, 0, 0, 0];
        for number in self.hands.iter().flat_map(|hand| hand.iter()) {
            for taken in (0..usize::from(self.size)).rev() {
                sums[taken + 1] |= sums[taken] << number;
            }
        }
        let of_line = sums[usize::from(self.size)];
        (0..128).filter(|sum| of_line >> sum & 1 == 1).collect()
    }

    /// Cells along one side of the board.
    pub fn size(self) -> u8 {
        self.size
    }

    /// Cells on the board, and rounds of a game that nobody wins.
    pub fn cells(self) -> u8 {
        self.size * self.size
    }

    /// The numbers that a player holds at the start.
    pub fn hand(self, player: Player) -> Hand {
        self.hands[index(player)]
    }

    /// The sum that a full line has to have.
    pub fn target(self) -> u8 {
        self.target
    }

    /// Whether these are the usual rules of their size.
    pub fn is_standard(self) -> bool {
        Rules::standard(self.size) == Ok(self)
    }
}

/// A player as an index, the first player first.
pub(crate) fn index(player: Player) -> usize {
    match player {
        Player::X => 0,
        Player::O => 1,
    }
}

impl fmt::Display for Rules {
    /// `4×4, 1,3,5,7,9,11,13,15 against 2,4,6,8,10,12,14,16, target 34`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, [first, second]) = (self.size, self.hands);
        write!(
            f,
            "{size}×{size}, {first} against {second}, target {}",
            self.target
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Hand {
        text.parse().unwrap()
    }

    #[test]
    fn the_usual_games() {
        let message = [3, 4].map(|size| Rules::standard(size).unwrap().to_string());
        assert_eq!(message[0], "3×3, 1,3,5,7,9 against 2,4,6,8, target 15");
        assert_eq!(
            message[1],
            "4×4, 1,3,5,7,9,11,13,15 against 2,4,6,8,10,12,14,16, target 34"
        );
        let doubled = Rules::hands(4, hand("1-8"), hand("1-8")).unwrap();
        assert_eq!(doubled.target(), 18);
        assert!(Rules::standard(4).unwrap().is_standard() && !doubled.is_standard());
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let message = |rules: Result<Rules, RulesError>| rules.unwrap_err().to_string();
        assert_eq!(
            message(Rules::standard(5)),
            "board size 5 is not supported: sizes are 3 to 4"
        );
        assert_eq!(
            message(Rules::split(3, hand("1-4"))),
            "the first player holds 4 numbers, but has to place 5"
        );
        assert_eq!(
            message(Rules::split_in_two(4, hand("1-8"), hand("8-15"))),
            "the split gives 8 to both players"
        );
        assert_eq!(
            message(Rules::split_in_two(4, hand("1-8"), hand("9-15"))),
            "the split gives 16 to nobody"
        );
        assert_eq!(
            message(Rules::hands(4, hand("1-8"), hand("1-9"))),
            "the second player holds 9 numbers, but has to place 8"
        );
        assert_eq!(
            message(Rules::hands(3, hand("1-4,10"), hand("1-4"))),
            "10 is not a number of this board: they run from 1 to 9"
        );
        assert_eq!(
            message(Rules::hands(4, hand("1-8"), hand("1-7,9"))),
            "the numbers add up to 73, which 4 rows cannot share equally: name a target"
        );
        let doubled = Rules::hands(4, hand("1-8"), hand("1-8")).unwrap();
        for target in [5, 31, 255] {
            assert_eq!(
                message(doubled.with_target(target)),
                format!(
                    "no line can reach {target}: with these numbers lines add up to 6 at least and 30 at most"
                )
            );
        }
        assert!(doubled.with_target(6).is_ok() && doubled.with_target(30).is_ok());
    }
}
