//! `perfect`: follows the solution of the game.
//!
//! It wins in the fewest plies and loses in the most. In a drawn position it plays
//! a move that keeps the draw and leaves the opponent the fewest replies that do,
//! so that an opponent who errs is likely to err there. Among equals it plays any.

use std::sync::Arc;

use quixotic_game::{Game, Outcome, Rng};

use crate::oracle::{Oracle, Valued, valued_moves};
use crate::{Agent, AgentError, OracleError};

/// Plays without a mistake.
pub(crate) struct Perfect<G: Game> {
    game: Arc<G>,
    oracle: Arc<dyn Oracle<G>>,
    rng: Rng,
}

impl<G: Game> Perfect<G> {
    pub(crate) fn new(game: Arc<G>, oracle: Arc<dyn Oracle<G>>, seed: u64) -> Perfect<G> {
        let rng = Rng::new(seed);
        Perfect { game, oracle, rng }
    }

    fn valued(&self, position: &G::Position) -> Result<Vec<Valued<G>>, OracleError> {
        let valued = valued_moves(&*self.game, &*self.oracle, position)?;
        valued.ok_or_else(|| {
            let position = self.game.format_position(position);
            OracleError::new(format!(
                "the solution here does not know what follows {position}"
            ))
        })
    }

    /// How many replies to a drawing move keep the draw.
    fn drawing_replies(&self, after: &G::Position) -> Result<usize, OracleError> {
        let mut draws = 0;
        for reply in self.game.moves(after) {
            let position = self.game.play(after, reply);
            let outcome = match self.game.ended(&position) {
                Some(outcome) => Some(outcome),
                None => self.oracle.outcome(&position)?,
            };
            draws += usize::from(outcome == Some(Outcome::Draw));
        }
        Ok(draws)
    }
}

impl<G: Game<Move: Send> + Send + Sync> Agent<G> for Perfect<G> {
    fn choose(&mut self, position: &G::Position) -> Result<G::Move, AgentError> {
        let valued = self.valued(position)?;
        let best = valued.first().ok_or(AgentError::GameOver)?.value;
        let best_moves = valued.iter().take_while(|found| found.value == best);
        let choice: Vec<G::Move> = if best.outcome() == Outcome::Draw {
            let mut counted = Vec::new();
            for found in best_moves {
                counted.push((self.drawing_replies(&found.after)?, found.mv));
            }
            let fewest = counted.iter().map(|&(replies, _)| replies).min();
            let hardest = counted
                .iter()
                .filter(|&&(replies, _)| Some(replies) == fewest);
            hardest.map(|&(_, mv)| mv).collect()
        } else {
            best_moves.map(|found| found.mv).collect()
        };
        self.rng.pick(&choice).ok_or(AgentError::GameOver)
    }
}
