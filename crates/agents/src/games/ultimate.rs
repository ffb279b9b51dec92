//! Ultimate Tic-Tac-Toe for the agents.
//!
//! `strategy` plays the published winning strategy as X and, as O, the answers of the
//! certificate that X cannot win by ply 41.

use quixotic_game::{Budget, Player};
use quixotic_ultimate::strategy::StrategyPlayer;
use quixotic_ultimate::{Move, Position, Ruleset, Ultimate};

use crate::{Agent, AgentError, AgentSpec, BuildError, Playable, Players};

/// What a won field is worth in marks.
const FIELD: i32 = 16;

impl Playable for Ultimate {
    fn name(&self) -> String {
        "ultimate".into()
    }

    fn rules(&self) -> Option<String> {
        self.ruleset().options()
    }

    /// Fields won, and marks in those that nobody has won.
    fn heuristic(&self, position: &Position) -> i32 {
        let worth = |player: Player| -> i32 {
            let field = |field: u8| match position.owner(field) {
                Some(owner) if owner == player => FIELD,
                Some(_) => 0,
                None => position.marks(player, field).count_ones() as i32,
            };
            (0..9).map(field).sum()
        };
        let mover = position.to_move();
        worth(mover) - worth(!mover)
    }

    /// The chances in lines of fields.
    fn evaluate(&self, position: &Position) -> i32 {
        let mover = position.to_move();
        position.chances(mover) - position.chances(!mover)
    }

    fn how_to_solve(&self) -> String {
        let known = match self.ruleset() {
            Ruleset::FullOnly => "only X's win is known, and `strategy` plays it",
            Ruleset::WonClosed => "nobody has solved it under these rules",
        };
        known.into()
    }

    fn can_play(players: &Players<Ultimate>, spec: &AgentSpec) -> bool {
        match spec {
            AgentSpec::Strategy => players.game().ruleset() == Ruleset::FullOnly,
            _ => players.can_build(spec),
        }
    }

    fn own_agent(
        players: &Players<Ultimate>,
        spec: &AgentSpec,
        _seed: u64,
    ) -> Option<Result<Box<dyn Agent<Ultimate>>, BuildError>> {
        (*spec == AgentSpec::Strategy).then(|| match players.game().ruleset() {
            Ruleset::FullOnly => {
                let player = StrategyPlayer::new(**players.game());
                Ok(Box::new(player) as Box<dyn Agent<Ultimate>>)
            }
            Ruleset::WonClosed => Err(players.refuse(spec, "it is for the rules full-only")),
        })
    }
}

impl Agent<Ultimate> for StrategyPlayer {
    fn choose(&mut self, position: &Position, budget: &Budget) -> Result<Move, AgentError> {
        let advice = self.advise(position, budget)?;
        Ok(advice.ok_or(AgentError::GameOver)?.mv)
    }
}
