//! Numerical Tic-Tac-Toe for the agents.
//!
//! `perfect` solves as it goes and needs no database. No simple judgement of a
//! position is known, so `minimax` and `search` look for the end of the game alone.

use std::sync::Arc;

use quixotic_numerical::{Move, Numerical, Perfect, Position};

use crate::{Agent, AgentError, AgentSpec, BuildError, Playable, Players};

impl Playable for Numerical {
    fn name(&self) -> String {
        format!("numerical{}", self.rules().size())
    }

    fn heuristic(&self, _position: &Position) -> i32 {
        0
    }

    fn own_agent(
        players: &Players<Numerical>,
        spec: &AgentSpec,
        _seed: u64,
    ) -> Option<Result<Box<dyn Agent<Numerical>>, BuildError>> {
        let game: &Arc<Numerical> = players.game();
        (*spec == AgentSpec::Perfect)
            .then(|| Ok(Box::new(Perfect::new(game)) as Box<dyn Agent<Numerical>>))
    }
}

impl Agent<Numerical> for Perfect {
    fn choose(&mut self, position: &Position) -> Result<Move, AgentError> {
        Perfect::choose(self, position).ok_or(AgentError::GameOver)
    }
}
