//! The outcome of a position as far as it is decided within some plies.

use quixotic_game::{Budget, Stopped, Value};

use super::{Defender, Goal, Search};
use crate::{Position, Ultimate};

/// Who forces a win within `plies`, and how soon, seen by the player to move; `None` if
/// nobody does. When `plies` reach to the end of the game that is a draw.
///
/// Each of the questions asked on the way may expand the positions of the budget.
pub fn outcome_within(
    game: &Ultimate,
    position: &Position,
    plies: u8,
    budget: &Budget,
) -> Result<Option<Value>, Stopped> {
    if let Some(outcome) = game.ended(position) {
        return Ok(Some(Value::ended(outcome)));
    }
    let me = position.to_move();
    let last = position.plies().saturating_add(plies).min(81);
    for by in position.plies() + 1..=last {
        let distance = by - position.plies();
        // The player to move can only win with the first, third, … ply from here.
        let attacker = if distance % 2 == 1 { me } else { !me };
        if solve(game, Goal { attacker, by }, position, budget)? {
            let distance = u16::from(distance);
            return Ok(Some(if attacker == me {
                Value::win(distance)
            } else {
                Value::loss(distance)
            }));
        }
    }
    Ok((last == 81).then_some(Value::DRAW))
}

/// A search has a table for all the positions that it may expand, so we begin with a
/// small one.
fn solve(
    game: &Ultimate,
    goal: Goal,
    position: &Position,
    budget: &Budget,
) -> Result<bool, Stopped> {
    const FIRST: u64 = 1 << 12;
    let most = budget.positions().unwrap_or(u64::MAX);
    let mut allowed = FIRST.min(most);
    loop {
        let attempt = budget.clone().with_positions(allowed);
        let mut search = Search::new(*game, goal, Defender::default(), &attempt);
        match search.solve(position) {
            Err(Stopped::Positions) if allowed < most => {
                allowed = allowed.saturating_mul(16).min(most);
            }
            found => return found,
        }
    }
}
