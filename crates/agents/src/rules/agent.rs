//! The agent that follows a card.

use quixotic_game::{Budget, Rng};
use quixotic_quixo::{Move, Position, Quixo};

use super::{Card, Layout};
use crate::{Agent, AgentError};

/// Plays any of the moves that a card leaves.
pub(crate) struct ByRules {
    layout: Layout,
    card: Card,
    rng: Rng,
}

impl ByRules {
    pub(crate) fn new(game: &Quixo, card: Card, seed: u64) -> ByRules {
        ByRules {
            layout: Layout::new(game),
            card,
            rng: Rng::new(seed),
        }
    }
}

impl Agent<Quixo> for ByRules {
    fn choose(&mut self, position: &Position, _: &Budget) -> Result<Move, AgentError> {
        let explained = self.card.explain(&self.layout, position.board);
        self.rng.pick(explained.moves()).ok_or(AgentError::GameOver)
    }
}
