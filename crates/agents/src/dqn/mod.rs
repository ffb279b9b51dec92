//! `dqn`: plays the move to which a small network gives the greatest value.
//!
//! The network is the paper's (*Quixo optimal agent strategy*, section 3): the
//! cells, a hidden layer of 256, and one output for every move. Unlike the paper's
//! 4·N the outputs are all moves that exist under the official rules, and those
//! that are not legal in a position are masked.

mod network;
pub mod train;

use std::sync::Arc;

use quixotic_game::{Asset, Budget, asset};
use quixotic_quixo::{Board, Move, Position, Quixo, Rules};

use crate::{Agent, AgentError, AgentSpec, BuildError, Players, Weights};
pub use network::Network;

/// Games of a stage in the paper.
pub const PAPER_EPISODES: u64 = 100_000;

/// By the size of the board, the weights that come with the program, made by the commands
/// in docs/results/agents.md.
static SHIPPED: [(u8, Asset); 2] = [
    (4, asset!("quixo4.qxn", "../../data/quixo4.qxn")),
    (5, asset!("quixo5.qxn", "../../data/quixo5.qxn")),
];

/// The shipped weights for these rules.
fn shipped(rules: Rules) -> Option<&'static Asset> {
    let is_for = |(size, _): &&(u8, Asset)| rules.is_official() && *size == rules.size();
    SHIPPED.iter().find(is_for).map(|(_, asset)| asset)
}

/// Plays what the network likes best.
pub(crate) struct Dqn {
    quixo: Arc<Quixo>,
    actions: Actions,
    network: Arc<Network>,
}

impl Dqn {
    /// Whether there are weights to play with.
    pub(crate) fn can_play(players: &Players<Quixo>) -> bool {
        let rules = players.game().rules();
        match players.weights() {
            Some(Weights::DeepQ(network)) => network.size() == rules.size(),
            _ => shipped(rules).is_some(),
        }
    }

    /// The agent with the network that the players were given, or the shipped one.
    pub(crate) fn build(players: &Players<Quixo>) -> Result<Dqn, BuildError> {
        let quixo = Arc::clone(players.game());
        let rules = quixo.rules();
        let given = match players.weights() {
            Some(Weights::DeepQ(network)) => Some(Arc::clone(network)),
            _ => None,
        };
        let read = |bytes| Arc::new(Network::read(bytes).expect("the shipped weights are whole"));
        let network = match given.or_else(|| shipped(rules)?.bytes().map(read)) {
            None => {
                let reason = "there are no weights for these rules; make them with `quixotic-research train`";
                return Err(players.refuse(&AgentSpec::Dqn, reason));
            }
            Some(network) if network.size() != rules.size() => {
                let reason = format!("its weights are for a board of size {}", network.size());
                return Err(players.refuse(&AgentSpec::Dqn, &reason));
            }
            Some(network) => network,
        };
        Ok(Dqn {
            actions: Actions::new(&quixo),
            quixo,
            network,
        })
    }
}

impl Agent<Quixo> for Dqn {
    fn choose(&mut self, position: &Position, _: &Budget) -> Result<Move, AgentError> {
        let values = self.network.values(position.board);
        let best = self.actions.best(&self.quixo, position.board, &values);
        let (action, _) = best.ok_or(AgentError::GameOver)?;
        Ok(self.actions.mv(action))
    }
}

/// The numbering of the moves that exist on a board: the outputs of the network.
#[derive(Debug)]
pub(crate) struct Actions(Vec<Move>);

impl Actions {
    pub(crate) fn new(quixo: &Quixo) -> Actions {
        Actions(quixo.paths().map(|(mv, _)| mv).collect())
    }

    /// The move with that number.
    pub(crate) fn mv(&self, action: usize) -> Move {
        self.0[action]
    }

    /// The number of a move.
    pub(crate) fn number(&self, mv: Move) -> usize {
        let found = self.0.iter().position(|&other| other == mv);
        found.expect("a legal move is one of those that exist")
    }

    /// The legal move of the greatest value, the first of equals, and that value;
    /// `None` when the game is over.
    pub(crate) fn best(&self, quixo: &Quixo, board: Board, values: &[f32]) -> Option<(usize, f32)> {
        let legal = quixo.moves_on(board).map(|mv| self.number(mv));
        legal.fold(None, |best, action| match best {
            Some((_, value)) if value >= values[action] => best,
            _ => Some((action, values[action])),
        })
    }
}
