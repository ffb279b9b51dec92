//! Numerical Tic-Tac-Toe for the agents.
//!
//! `perfect` solves as it goes and needs no database. No simple judgement of a
//! position is known, so `minimax` and `search` look for the end of the game alone.

use std::sync::Arc;

use quixotic_game::{Budget, Outcome};
use quixotic_numerical::{Move, Numerical, Perfect, Position, Rules};

use crate::{Agent, AgentError, AgentSpec, BuildError, Playable, Players};

/// Numbers that have to be on a 4×4 board before all moves can be solved while
/// somebody waits.
const PLACED: u8 = 4;

impl Playable for Numerical {
    fn name(&self) -> String {
        let (rules, size) = (self.rules(), self.rules().size());
        match Rules::standard(size) == Ok(rules) {
            true => format!("numerical{size}"),
            false => format!("numerical{size}, {rules}"),
        }
    }

    fn heuristic(&self, _position: &Position) -> i32 {
        0
    }

    fn solved_moves(&self, position: &Position) -> Option<Vec<(Move, Outcome)>> {
        if self.rules().size() > 3 && position.rounds() < PLACED {
            return None;
        }
        let mover = position.to_move();
        let moves = Perfect::new(self).moves(position, &Budget::UNLIMITED);
        let solved = moves.ok()?.into_iter();
        Some(
            solved
                .map(|judged| (judged.mv, judged.verdict.outcome(mover)))
                .collect(),
        )
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
        let chosen = Perfect::choose(self, position, &Budget::UNLIMITED);
        chosen.ok().flatten().ok_or(AgentError::GameOver)
    }
}
