//! `perfect`: follows the solution of the game.
//!
//! It wins in the fewest plies and loses in the most. In a drawn position it plays a move that keeps
//! the draw and after which a club player errs most often ([`traps`](crate::traps)); so it does among the
//! moves that lose latest. A loss is put off first, since who has to find more right moves errs more
//! often. Among moves that are about equal it plays any, but none that leads to a position that
//! it had before: there the opponent has just found a right reply.
//!
//! Where only a part of the solution is here it plays as long as it knows a move that keeps
//! the value of the position, and then says that it does not know, rather than guess.

use std::sync::Arc;

use quixotic_game::{Budget, Game, Outcome, Rng};

use crate::oracle::{Oracle, Step, best_moves};
use crate::traps::{Model, Opponent};
use crate::{Agent, AgentError, OracleError, Playable, Players};

/// Whom it sets traps for.
const OPPONENT: Opponent = Opponent::Club;
/// The share of the greatest trap value that is about as good.
const NEARLY: f64 = 0.9;

/// Plays without a mistake.
pub(crate) struct Perfect<G: Game> {
    players: Players<G>,
    game: Arc<G>,
    oracle: Arc<dyn Oracle<G>>,
    rng: Rng,
    /// The positions that its moves led to in this game.
    seen: Vec<u64>,
}

impl<G: Playable> Perfect<G> {
    pub(crate) fn new(players: &Players<G>, oracle: Arc<dyn Oracle<G>>, seed: u64) -> Perfect<G> {
        Perfect {
            players: players.clone(),
            game: Arc::clone(players.game()),
            oracle,
            rng: Rng::new(seed),
            seen: Vec::new(),
        }
    }

    /// Those of some moves of equal value after which the opponent is most likely to err.
    fn trickiest(
        &self,
        mut moves: Vec<Step<G>>,
        budget: &Budget,
    ) -> Result<Vec<Step<G>>, OracleError> {
        let is_new = |(_, after): &Step<G>| !self.seen.contains(&self.game.key(after));
        if moves.iter().any(is_new) {
            moves.retain(is_new);
        }
        // Only now, since a network that is not loaded yet is not asked for before it is needed.
        let model = Model::new(&self.players);
        let traps = model.traps(&moves, OPPONENT, budget)?.into_iter();
        let chances: Vec<f64> = traps
            .map(|trap| trap.map_or(0.0, |trap| trap.chance))
            .collect();
        let most = chances.iter().copied().fold(0.0, f64::max);
        let rated = moves.into_iter().zip(chances);
        let best = rated.filter(|&(_, chance)| chance >= NEARLY * most);
        Ok(best.map(|(step, _)| step).collect())
    }
}

impl<G: Playable> Agent<G> for Perfect<G> {
    fn choose(&mut self, position: &G::Position, budget: &Budget) -> Result<G::Move, AgentError> {
        let best = best_moves(&*self.game, &*self.oracle, position, budget)?;
        let best = best.ok_or_else(|| AgentError::Unknown {
            position: self.game.format_position(position),
            advice: format!(
                "{}, or let `search:1s` play, which follows the solution as far as it is here",
                self.game.how_to_solve()
            ),
        })?;
        let choice = match best.outcome {
            Outcome::Draw | Outcome::Loss if best.moves.len() > 1 => {
                self.trickiest(best.moves, budget)?
            }
            _ => best.moves,
        };
        let numbers: Vec<usize> = (0..choice.len()).collect();
        let chosen = self.rng.pick(&numbers).ok_or(AgentError::GameOver)?;
        let (mv, after) = &choice[chosen];
        self.seen.push(self.game.key(after));
        Ok(*mv)
    }
}
