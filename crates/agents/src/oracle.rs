//! The solution of a game, wherever it comes from.

use quixotic_game::{Game, Outcome, Value};

use crate::OracleError;

/// Something that knows the true value of positions: a database, or a solver that
/// is quick enough.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of a position for the player to move; `None` if it is not known
    /// here, as when only a part of a game is solved.
    fn value(&self, position: &G::Position) -> Result<Option<Value>, OracleError>;

    /// Its outcome alone, which may be quicker to find.
    fn outcome(&self, position: &G::Position) -> Result<Option<Outcome>, OracleError> {
        Ok(self.value(position)?.map(Value::outcome))
    }
}

/// A legal move, the position after it, and its value for the player who makes
/// it, that ply included.
#[derive(Clone, Debug)]
pub struct Valued<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub after: G::Position,
    /// Its value.
    pub value: Value,
}

/// The legal moves with their values, the best first; `None` if one of them is not
/// known.
pub fn valued_moves<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    position: &G::Position,
) -> Result<Option<Vec<Valued<G>>>, OracleError> {
    let mut valued = Vec::new();
    for mv in game.moves(position) {
        let after = game.play(position, mv);
        let value = match game.ended(&after) {
            Some(outcome) => Value::ended(outcome),
            None => match oracle.value(&after)? {
                Some(value) => value,
                None => return Ok(None),
            },
        };
        let value = value.one_ply_earlier();
        valued.push(Valued { mv, after, value });
    }
    valued.sort_by_key(|found| std::cmp::Reverse(found.value));
    Ok(Some(valued))
}
