//! What every move of a position is worth, as far as it is known here.

use std::fmt;

use quixotic_game::{Budget, Outcome, Stopped, Value};

use crate::minimax::{self, DECIDED, WON};
use crate::{AgentError, Playable, Players, valued_moves};

/// Plies that are looked ahead where there is no solution.
const DEPTH: u8 = 3;

/// What a move is worth to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Its true value.
    Known(Value),
    /// Its true outcome; how soon is not known.
    Outcome(Outcome),
    /// A judgement: greater is better.
    Guessed(i32),
}

impl Worth {
    /// What a look ahead says: the end of the game and how soon it comes, or a judgement.
    pub(crate) fn of(value: i32) -> Worth {
        let plies = (WON - value.abs()) as u16;
        match value.abs() {
            ..=DECIDED => Worth::Guessed(value),
            _ if value > 0 => Worth::Known(Value::win(plies)),
            _ => Worth::Known(Value::loss(plies)),
        }
    }
}

impl fmt::Display for Worth {
    /// `win in 3 plies`, `win`, `+12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Known(value) => value.fmt(f),
            Worth::Outcome(outcome) => outcome.fmt(f),
            Worth::Guessed(judgement) => write!(f, "{judgement:+}"),
        }
    }
}

/// The legal moves and what they are worth, the best first: by the solution if
/// there is one or the game can be solved on the spot, else by a look three plies
/// ahead, which sees the end of the game if it is that near.
pub fn hints<G: Playable>(
    players: &Players<G>,
    position: &G::Position,
    budget: &Budget,
) -> Result<Vec<(G::Move, Worth)>, AgentError> {
    let game: &G = players.game();
    if let Some(oracle) = players.oracle()
        && let Some(valued) = valued_moves(game, &**oracle, position, budget)?
    {
        let known = valued
            .into_iter()
            .map(|found| (found.mv, Worth::Known(found.value)));
        return Ok(known.collect());
    }
    if let Some(solved) = game.solved_moves(position, budget)? {
        let known = solved
            .into_iter()
            .map(|(mv, outcome)| (mv, Worth::Outcome(outcome)));
        return Ok(known.collect());
    }
    let mut judged = judged_moves(game, position, budget)?;
    judged.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    Ok(judged
        .into_iter()
        .map(|(mv, value)| (mv, Worth::of(value)))
        .collect())
}

fn judged_moves<G: Playable>(
    game: &G,
    position: &G::Position,
    budget: &Budget,
) -> Result<Vec<(G::Move, i32)>, Stopped> {
    let moves = game.moves(position).into_iter();
    let judge = |mv| {
        let child = game.play(position, mv);
        let value = minimax::value(game, &child, DEPTH - 1, 1, budget)?;
        Ok((mv, -value))
    };
    moves.map(judge).collect()
}
