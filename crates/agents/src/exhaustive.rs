//! The solution of a small game from its rules alone: everything that can follow is
//! played out once and remembered.
//!
//! A game needs nothing else to have `perfect` and the values of all its moves, if it is
//! small and no position can come back. The first question about a game takes as long as
//! the game is large; what was found before a budget ended stays, so asking again goes on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quixotic_game::{Budget, Game, Value};

use crate::counter::Counter;
use crate::{Oracle, OracleError};

/// No game for which this is meant takes so many plies.
const LONGEST: u16 = 1000;

/// An [`Oracle`] that solves by trying everything.
///
/// ```
/// use quixotic_agents::{Exhaustive, Oracle};
/// use quixotic_game::{Budget, Game};
/// use quixotic_numerical::{Numerical, Rules};
///
/// let game = Numerical::new(Rules::standard(3)?);
/// let position = game.parse_position("1,2,./.,5,./4,.,7")?;
/// let oracle = Exhaustive::new(game);
/// let value = oracle.value(&position, &Budget::UNLIMITED)?.expect("it knows everything");
/// assert_eq!(value.to_string(), "win in 1 ply");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Exhaustive<G: Game> {
    game: Arc<G>,
    known: Mutex<HashMap<G::Position, Value>>,
}

impl<G: Game> Exhaustive<G> {
    /// The solution of a game, of which nothing is known yet.
    pub fn new(game: impl Into<Arc<G>>) -> Exhaustive<G> {
        Exhaustive {
            game: game.into(),
            known: Mutex::new(HashMap::new()),
        }
    }

    /// How many positions are known so far.
    pub fn positions(&self) -> usize {
        self.known().len()
    }

    /// What is known; an entry is whole, whatever happened to who made it.
    fn known(&self) -> MutexGuard<'_, HashMap<G::Position, Value>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a position that is `ply` plies from where it was asked.
    fn solve(
        &self,
        position: &G::Position,
        ply: u16,
        counter: &mut Counter<'_>,
    ) -> Result<Value, OracleError> {
        if let Some(outcome) = self.game.ended(position) {
            return Ok(Value::ended(outcome));
        }
        if let Some(&value) = self.known().get(position) {
            return Ok(value);
        }
        if ply == LONGEST {
            let problem = format!("a game of more than {LONGEST} plies cannot be played out");
            return Err(OracleError::new(problem));
        }
        counter.add(1)?;
        let mut best = Value::loss(0);
        for mv in self.game.moves(position) {
            let after = self.game.play(position, mv);
            best = best.max(self.solve(&after, ply + 1, counter)?.one_ply_earlier());
            // Nothing is better.
            if best == Value::win(1) {
                break;
            }
        }
        self.known().insert(position.clone(), best);
        Ok(best)
    }
}

impl<G> Oracle<G> for Exhaustive<G>
where
    G: Game<Position: Send> + Send + Sync,
{
    fn value(&self, position: &G::Position, budget: &Budget) -> Result<Option<Value>, OracleError> {
        let value = self.solve(position, 0, &mut Counter::new(budget))?;
        Ok(Some(value))
    }

    /// It can find out everything.
    fn knows(&self, _position: &G::Position) -> Result<bool, OracleError> {
        Ok(true)
    }
}
