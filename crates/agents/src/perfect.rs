//! `perfect`: follows the solution of the game.
//!
//! It wins in the fewest plies and loses in the most. In a drawn position it plays
//! a move that keeps the draw and leaves the opponent the fewest replies that do,
//! so that an opponent who errs is likely to err there. Among equals it plays any.
//!
//! Where only a part of the solution is here it plays as long as it knows a move that keeps
//! the value of the position, and then says that it does not know, rather than guess.

use std::sync::Arc;

use quixotic_game::{Budget, Game, Outcome, Rng};

use crate::oracle::{Oracle, Step, best_moves, outcome_of};
use crate::{Agent, AgentError, OracleError, Playable};

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

    /// How many replies to a drawing move keep the draw; `None` as soon as they are
    /// more than `most`.
    fn drawing_replies(
        &self,
        after: &G::Position,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<usize>, OracleError> {
        let mut draws = 0;
        for reply in self.game.moves(after) {
            budget.check(0)?;
            let position = self.game.play(after, reply);
            let outcome = outcome_of(&*self.game, &*self.oracle, &position, budget)?;
            draws += usize::from(outcome == Some(Outcome::Draw));
            if draws > most {
                return Ok(None);
            }
        }
        Ok(Some(draws))
    }

    /// Those of some drawing moves that leave the opponent the fewest replies that
    /// keep the draw.
    fn hardest(&self, moves: &[Step<G>], budget: &Budget) -> Result<Vec<G::Move>, OracleError> {
        let mut fewest = usize::MAX;
        let mut hardest = Vec::new();
        for (mv, after) in moves {
            let Some(replies) = self.drawing_replies(after, fewest, budget)? else {
                continue;
            };
            if replies < fewest {
                fewest = replies;
                hardest.clear();
            }
            hardest.push(*mv);
        }
        Ok(hardest)
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
            Outcome::Draw => self.hardest(&best.moves, budget)?,
            Outcome::Win | Outcome::Loss => best.moves.iter().map(|&(mv, _)| mv).collect(),
        };
        self.rng.pick(&choice).ok_or(AgentError::GameOver)
    }
}
