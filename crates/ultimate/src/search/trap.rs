//! Trap lists: O's plan in a few words.

use crate::{Move, Position};

/// The defender's move by a list of trap fields; `None` if it does not fix one.
///
/// Sent to field k, she plays the first spot t of the list that is free in field k
/// and whose field has room. So the attacker is sent to field t again and again, where
/// all his marks win but one field.
pub fn trap_move(traps: &[u8], position: &Position) -> Option<Move> {
    let field = position.active()?;
    traps
        .iter()
        .map(|&spot| Move { field, spot })
        .find(|mv| position.is_free(*mv) && !position.is_full(mv.spot))
}
