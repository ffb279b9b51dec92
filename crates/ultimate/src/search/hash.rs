//! A number for each position, the same for positions that the search need not tell
//! apart.
//!
//! Within the horizon only some fields can still matter to the attacker: those on a
//! line that can be won with the moves that are left, and of them only the marks on
//! lines that can be completed. Of the other fields, and of those that the attacker
//! owns, only the taken spots count.

use std::sync::LazyLock;

use quixotic_game::{Player, Rng};

use crate::bound::{self, Reach};
use crate::grid;
use crate::{Position, Ruleset};

/// Random numbers for what a field can be.
struct Keys {
    own: [[u64; 512]; 9],
    other: [[u64; 512]; 9],
    owned: [[u64; 9]; 2],
    active: [u64; 10],
    plies: [u64; 82],
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let mut rng = Rng::new(0x0075_7474_7474);
    let mut next = || rng.word();
    Keys {
        own: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        other: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        owned: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        active: std::array::from_fn(|_| next()),
        plies: std::array::from_fn(|_| next()),
    }
});

/// The hash of a position of which only what is in reach matters to the attacker, and
/// nothing to the defender.
pub(super) fn within(
    ruleset: Ruleset,
    position: &Position,
    attacker: Player,
    reach: &Reach,
) -> u64 {
    let mut hash = turn(position);
    let owned = position.owned(attacker);
    for field in 0..9 {
        let at = usize::from(field);
        if (reach.fields & !owned) >> field & 1 == 1 {
            let (own, other) = (
                position.marks(attacker, field),
                position.marks(!attacker, field),
            );
            let useful = bound::useful(own, other, reach.budget[at]);
            hash ^= KEYS.own[at][usize::from(useful)];
            hash ^= KEYS.other[at][usize::from(own | other)];
        } else {
            let taken = if position.is_closed(ruleset, field) {
                grid::ALL
            } else {
                position.taken(field)
            };
            hash ^= KEYS.other[at][usize::from(taken)];
            if (reach.fields & owned) >> field & 1 == 1 {
                hash ^= KEYS.owned[0][at];
            }
        }
    }
    hash
}

/// The hash of a position in which everything matters.
pub(super) fn exact(position: &Position) -> u64 {
    let mut hash = turn(position);
    for field in 0..9 {
        let at = usize::from(field);
        hash ^= KEYS.own[at][usize::from(position.marks(Player::X, field))];
        hash ^= KEYS.other[at][usize::from(position.marks(Player::O, field))];
        if let Some(owner) = position.owner(field) {
            hash ^= KEYS.owned[owner as usize][at];
        }
    }
    hash
}

/// The part for the active field and the number of plies.
fn turn(position: &Position) -> u64 {
    KEYS.plies[usize::from(position.plies())]
        ^ KEYS.active[usize::from(position.active().unwrap_or(9))]
}
