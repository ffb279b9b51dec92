//! Values as bytes: outcome and distance of a position.
//!
//! | byte | value | counted in plies |
//! |---|---|---|
//! | 0 | lost: the game is over | the same |
//! | 1 | loss in 1 ply: every move completes a line for the other side | the same |
//! | c = 2 … 124 | loss in 2(c−1) plies | loss in c plies |
//! | 125 | loss in more plies | the same |
//! | 128 | draw | the same |
//! | 129 | a win whose distance is left out of the file | the same |
//! | 130 | win in more plies | the same |
//! | 255−k, k = 124 … 1 | win in 2k−1 plies | win in k plies |
//! | 255 | won: the game is over | the same |
//!
//! Greater is better for the mover, so the value of a position is a function of
//! the least value among its children, see [`Scale::step_back`].
//!
//! Distances are counted in full moves, to make room for long ones, where wins
//! take an odd number of plies and losses an even one. That is so under the
//! official rules, except for losses in 1 ply, from which no winner profits: she
//! could have won in 1 ply herself (`crates/quixo/tests/suite/parity.rs` checks that for
//! all sizes and rules). It is not so when a line shorter than the
//! board wins and a double line loses; there distances are counted in plies.
//!
//! A distance beyond the last one that is counted becomes 125 or 130: the outcome is
//! kept, and that it takes longer. To cut distances off like this commutes with the
//! minimum over the children and with the step from there to a value, so whatever is
//! computed in bytes is the exact value, cut off; no other value suffers.

use quixotic_game::{Outcome, Value};
use quixotic_quixo::{DoubleLine, Rules};

/// The game is over and the player to move has lost.
pub const LOST: u8 = 0;
/// Every move completes a line for the other side.
const LOSS_IN_1: u8 = 1;
/// Nobody can force a win.
pub const DRAW: u8 = 128;
/// A loss in more plies than are counted.
const LONG_LOSS: u8 = 125;
/// A win in more plies than are counted.
const LONG_WIN: u8 = 130;
/// A win whose distance is left out of the file.
pub const WIN: u8 = 129;
/// The player to move completes a line at once.
pub const WIN_IN_1: u8 = 254;
/// The game is over and the player to move has won.
pub const WON: u8 = 255;

/// Whether a look one ply ahead tells the value: the game is over, or the mover
/// completes a line at once.
#[inline]
pub fn is_decided(value: u8) -> bool {
    value.wrapping_add(2) <= 2
}

/// The value as a file keeps it that leaves the distances of wins out.
#[inline]
pub fn without_win_distance(value: u8) -> u8 {
    value.min(WIN)
}

/// What distances are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// In full moves.
    Moves,
    /// In plies.
    Plies,
}

impl Scale {
    /// The scale of a rule set.
    pub fn of(rules: Rules) -> Scale {
        if rules.line() == rules.size() || rules.double_line() == DoubleLine::MoverWins {
            Scale::Moves
        } else {
            Scale::Plies
        }
    }

    /// The value of a position from the least value among its children.
    #[inline(always)]
    pub fn step_back(self, child: u8) -> u8 {
        // In full moves a ply counts only from a loss to a win, since 2(c−1) + 1
        // is 2k−1 for k = c. Written without branches, to become vector code.
        let sooner_up_to = match self {
            Scale::Moves => LOSS_IN_1,
            Scale::Plies => DRAW - 1,
        };
        let later = u8::from(child >= DRAW);
        let sooner = u8::from(child <= sooner_up_to);
        let value = (WON - child).wrapping_add(later).wrapping_sub(sooner);
        // One ply more than the longest that is counted.
        let long_win = u8::from(value == LONG_WIN - 1);
        let long_loss = u8::from(value == LONG_LOSS + 1);
        value + long_win - long_loss
    }

    /// The most plies that are counted: a win or loss that takes more has no distance.
    pub fn longest(self) -> u16 {
        match self {
            Scale::Moves => 2 * u16::from(WON - LONG_WIN - 1) - 1,
            Scale::Plies => u16::from(LONG_LOSS - 1),
        }
    }

    /// The value as it is counted: without a distance if that is too long.
    pub fn counted(self, value: Value) -> Value {
        match value.distance() {
            Some(plies) if plies > self.longest() => match value.outcome() {
                Outcome::Win => Value::LONG_WIN,
                _ => Value::LONG_LOSS,
            },
            _ => value,
        }
    }

    /// The byte of a value, distance included; `None` if no position can have it.
    pub fn encode(self, value: Value) -> Option<u8> {
        all_bytes().find(|&byte| self.decode(byte) == value)
    }

    /// What a byte means. A byte that tells nothing of a distance is taken for a long one.
    pub fn decode(self, byte: u8) -> Value {
        let (loss, win) = (u16::from(byte), u16::from(WON - byte));
        match (self, byte) {
            (_, DRAW) => Value::DRAW,
            (_, LOST | LOSS_IN_1) => Value::loss(loss),
            (_, WON) => Value::win(0),
            (_, LONG_LOSS..DRAW) => Value::LONG_LOSS,
            (_, WIN..=LONG_WIN) => Value::LONG_WIN,
            (Scale::Plies, _) if byte < DRAW => Value::loss(loss),
            (Scale::Plies, _) => Value::win(win),
            (Scale::Moves, _) if byte < DRAW => Value::loss(2 * (loss - 1)),
            (Scale::Moves, _) => Value::win(2 * win - 1),
        }
    }
}

/// All bytes of values, distances of wins included, in ascending order.
pub fn all_bytes() -> impl Iterator<Item = u8> {
    (0..=LONG_LOSS).chain([DRAW]).chain(LONG_WIN..=WON)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALES: [Scale; 2] = [Scale::Moves, Scale::Plies];

    #[test]
    fn step_back_is_one_ply_earlier() {
        for scale in SCALES {
            for child in all_bytes() {
                // What follows from a loss in 1 ply is not counted in full moves.
                if scale == Scale::Plies || child != LOSS_IN_1 {
                    let earlier = scale.counted(scale.decode(child).one_ply_earlier());
                    assert_eq!(scale.decode(scale.step_back(child)), earlier, "{child}");
                }
            }
        }
    }

    #[test]
    fn encoding_undoes_decoding() {
        for scale in SCALES {
            for byte in all_bytes() {
                assert_eq!(scale.encode(scale.decode(byte)), Some(byte));
            }
            assert_eq!(scale.encode(Value::loss(300)), None);
        }
    }

    #[test]
    fn bytes_are_ordered_as_values_are() {
        for scale in SCALES {
            let values: Vec<Value> = all_bytes().map(|byte| scale.decode(byte)).collect();
            assert!(values.is_sorted_by(|a, b| a < b));
            assert!(
                all_bytes()
                    .map(|child| scale.step_back(child))
                    .is_sorted_by(|a, b| a >= b)
            );
        }
    }

    #[test]
    fn decided_values_are_those_at_the_ends() {
        for value in 0..=255 {
            assert_eq!(is_decided(value), [LOST, WIN_IN_1, WON].contains(&value));
        }
    }

    #[test]
    fn what_is_longer_than_the_longest_has_no_distance() {
        assert_eq!((Scale::Moves.longest(), Scale::Plies.longest()), (247, 124));
        for scale in SCALES {
            assert_eq!(scale.decode(LONG_WIN + 1).distance(), Some(scale.longest()));
            let longest = scale.decode(LONG_LOSS - 1).distance().unwrap();
            assert!(longest <= scale.longest() && scale.longest() < longest + 2);
            assert_eq!(scale.step_back(LONG_LOSS), LONG_WIN);
            assert_eq!(scale.step_back(LONG_WIN), LONG_LOSS);
            assert_eq!(scale.decode(LONG_WIN), Value::LONG_WIN);
        }
    }
}
