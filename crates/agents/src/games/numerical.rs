//! Numerical Tic-Tac-Toe for the agents.
//!
//! `perfect` solves as it goes and needs no database. No simple judgement of a
//! position is known, so `minimax` and `search` look for the end of the game alone.

use std::sync::Arc;

use quixotic_game::{Budget, Outcome, Stopped};
use quixotic_numerical::{Move, Numerical, Perfect, Position};

use crate::{Agent, AgentError, AgentSpec, BuildError, Playable, Players};

/// Numbers that have to be on a 4×4 board before all moves can be solved while
/// somebody waits.
const PLACED: u8 = 4;

impl Playable for Numerical {
    fn name(&self) -> String {
        format!("numerical{}", Numerical::rules(self).size())
    }

    fn rules(&self) -> Option<String> {
        Numerical::rules(self).options()
    }

    fn heuristic(&self, _position: &Position) -> i32 {
        0
    }

    fn solved_moves(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<Vec<(Move, Outcome)>>, Stopped> {
        if Numerical::rules(self).size() > 3 && position.rounds() < PLACED {
            return Ok(None);
        }
        let mover = position.to_move();
        let moves = Perfect::new(self).moves(position, budget)?.into_iter();
        let solved = moves.map(|judged| (judged.mv, judged.verdict.outcome(mover)));
        Ok(Some(solved.collect()))
    }

    fn how_to_solve(&self) -> String {
        "its positions are solved as they are asked about, without distances".into()
    }

    fn can_play(players: &Players<Numerical>, spec: &AgentSpec) -> bool {
        *spec == AgentSpec::Perfect || players.can_build(spec)
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
    fn choose(&mut self, position: &Position, budget: &Budget) -> Result<Move, AgentError> {
        Perfect::choose(self, position, budget)?.ok_or(AgentError::GameOver)
    }
}
