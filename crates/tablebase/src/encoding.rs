//! Values as bytes: outcome and distance of a position.
//!
//! | byte | value | counted in plies |
//! |---|---|---|
//! | 0 | lost: the game is over | the same |
//! | 1 | loss in 1 ply: every move completes a line for the other side | the same |
//! | c = 2 … 125 | loss in 2(c−1) plies | loss in c plies |
//! | 128 | draw | the same |
//! | 129 | a win whose distance is left out of the file | the same |
//! | 255−k, k = 125 … 1 | win in 2k−1 plies | win in k plies |
//! | 255 | won: the game is over | the same |
//!
//! Greater is better for the mover, so the value of a position is a function of
//! the least value among its children, see [`Scale::step_back`].
//!
//! Distances are counted in full moves, to make room for long ones, where wins
//! take an odd number of plies and losses an even one. That is so under the
//! official rules, except for losses in 1 ply, from which no winner profits: she
//! could have won in 1 ply herself (`crates/quixo/tests/parity.rs` checks that for
//! all sizes and rules). It is not so when a line shorter than the
//! board wins and a double line loses; there distances are counted in plies.

use quixotic_game::Value;
use quixotic_quixo::{DoubleLine, Rules};

/// The game is over and the player to move has lost.
pub const LOST: u8 = 0;
/// Every move completes a line for the other side.
const LOSS_IN_1: u8 = 1;
/// Nobody can force a win.
pub const DRAW: u8 = 128;
/// A win whose distance is left out of the file. As a distance it would be
/// [`TOO_LONG`].
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

/// The values next to a draw. If one occurs, distances have become too long for
/// the byte: it may be taken for a draw one or two plies earlier.
pub const TOO_LONG: [u8; 3] = [126, 127, 129];

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
        (WON - child).wrapping_add(later).wrapping_sub(sooner)
    }

    /// The byte of a value, distance included; `None` if it is too long for one.
    pub fn encode(self, value: Value) -> Option<u8> {
        (0..=WON)
            .filter(|byte| !TOO_LONG.contains(byte))
            .find(|&byte| self.decode(byte) == value)
    }

    /// What a byte means.
    pub fn decode(self, byte: u8) -> Value {
        let (loss, win) = (u16::from(byte), u16::from(WON - byte));
        match (self, byte) {
            (_, DRAW) => Value::DRAW,
            (_, LOST | LOSS_IN_1) => Value::loss(loss),
            (_, WON) => Value::win(0),
            (Scale::Plies, _) if byte < DRAW => Value::loss(loss),
            (Scale::Plies, _) => Value::win(win),
            (Scale::Moves, _) if byte < DRAW => Value::loss(2 * (loss - 1)),
            (Scale::Moves, _) => Value::win(2 * win - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_back_is_one_ply_earlier() {
        for scale in [Scale::Moves, Scale::Plies] {
            for child in (0..=255).filter(|child| !TOO_LONG.contains(child)) {
                // What follows from a loss in 1 ply is not told in full moves.
                if scale == Scale::Plies || child != LOSS_IN_1 {
                    let earlier = scale.decode(scale.step_back(child));
                    assert_eq!(earlier, scale.decode(child).one_ply_earlier(), "{child}");
                }
            }
        }
    }

    #[test]
    fn encoding_undoes_decoding() {
        for scale in [Scale::Moves, Scale::Plies] {
            for byte in (0..=WON).filter(|byte| !TOO_LONG.contains(byte)) {
                assert_eq!(scale.encode(scale.decode(byte)), Some(byte));
            }
            assert_eq!(scale.encode(Value::loss(300)), None);
        }
    }

    #[test]
    fn bytes_are_ordered_as_values_are() {
        for scale in [Scale::Moves, Scale::Plies] {
            assert!((0..255).all(|byte| scale.decode(byte) < scale.decode(byte + 1)));
            let children: Vec<u8> = (0..=255).filter(|c| !TOO_LONG.contains(c)).collect();
            let values = children.iter().map(|&child| scale.step_back(child));
            assert!(values.rev().is_sorted());
        }
    }

    #[test]
    fn decided_values_are_those_at_the_ends() {
        for value in 0..=255 {
            assert_eq!(is_decided(value), [LOST, WIN_IN_1, WON].contains(&value));
        }
    }

    #[test]
    fn what_is_too_long_runs_into_the_draw() {
        assert_eq!(Scale::Moves.step_back(127), DRAW);
        assert_eq!(Scale::Moves.step_back(129), 127);
        assert_eq!(Scale::Plies.step_back(126), DRAW);
        assert_eq!(Scale::Plies.step_back(129), 127);
    }
}
