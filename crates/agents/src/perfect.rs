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

use crate::oracle::{Oracle, Step, best_moves, prepare_replies, replies_to};
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

    /// Those of some drawing moves that leave the opponent the fewest replies that
    /// keep the draw.
    fn hardest(&self, moves: &[Step<G>], budget: &Budget) -> Result<Vec<G::Move>, OracleError> {
        let mut fewest = usize::MAX;
        let mut hardest = Vec::new();
        let after = moves.iter().map(|(_, after)| after);
        prepare_replies(&*self.game, &*self.oracle, after)?;
        for (mv, after) in moves {
            let replies = replies_to(&*self.game, &*self.oracle, after, fewest, budget)?;
            if replies.drawing > fewest {
                continue;
            }
            if replies.drawing < fewest {
                fewest = replies.drawing;
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
