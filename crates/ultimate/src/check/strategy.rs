//! X's winning strategy against every reply of O.

use std::collections::HashSet;

use quixotic_game::{Budget, Player, Stopped};

use super::LOOK;
use crate::strategy::winning_advice;
use crate::{Position, Ruleset, Ultimate};

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// A position in which the strategy has no move, or after which X has not won;
    /// `None` if it always wins.
    pub failure: Option<Position>,
    /// The most plies that O can make a game last.
    pub worst_plies: u8,
    /// The fewest plies in which a game can be over.
    pub best_plies: u8,
    /// Positions with X to move that can occur.
    pub positions: u64,
}

/// Plays the strategy against every reply.
pub fn strategy(budget: &Budget) -> Result<Strategy, Stopped> {
    let game = Ultimate::new(Ruleset::FullOnly);
    let mut found = Strategy {
        failure: None,
        worst_plies: 0,
        best_plies: u8::MAX,
        positions: 0,
    };
    let mut seen = HashSet::from([Position::START]);
    let mut open = vec![Position::START];
    while let Some(position) = open.pop() {
        if found.positions.is_multiple_of(LOOK) {
            budget.check(found.positions)?;
        }
        found.positions += 1;
        let Some(advice) = winning_advice(&position) else {
            found.failure = Some(position);
            return Ok(found);
        };
        let after = position.after(game.ruleset(), advice.mv);
        if after.winner() == Some(Player::X) {
            found.worst_plies = found.worst_plies.max(after.plies());
            found.best_plies = found.best_plies.min(after.plies());
            continue;
        }
        let mut replies = game.moves(&after).peekable();
        if replies.peek().is_none() {
            found.failure = Some(after);
            return Ok(found);
        }
        for reply in replies {
            let next = after.after(game.ruleset(), reply);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    Ok(found)
}
