//! Positions to try agents on.

use quixotic_game::Rng;

use crate::Playable;

/// A position in which the game is not over, after at most `plies` random moves
/// from the start.
pub(crate) fn random_position<G: Playable>(game: &G, plies: usize, rng: &mut Rng) -> G::Position {
    let mut position = game.start();
    for _ in 0..plies {
        match game.random_child(&position, rng) {
            Some(child) if game.ended(&child).is_none() => position = child,
            _ => break,
        }
    }
    position
}
