//! `random`: any legal move, all equally likely.

use std::sync::Arc;

use quixotic_game::{Budget, Game, Rng};

use crate::{Agent, AgentError};

/// Plays any legal move.
pub(crate) struct Random<G> {
    game: Arc<G>,
    rng: Rng,
}

impl<G: Game> Random<G> {
    pub(crate) fn new(game: Arc<G>, seed: u64) -> Random<G> {
        let rng = Rng::new(seed);
        Random { game, rng }
    }
}

impl<G: Game + Send + Sync> Agent<G> for Random<G> {
    fn choose(&mut self, position: &G::Position, _: &Budget) -> Result<G::Move, AgentError> {
        let moves = self.game.moves(position);
        self.rng.pick(&moves).ok_or(AgentError::GameOver)
    }
}
