//! `net`: plays the move after which the network expects least of the opponent, and looks
//! at wins and losses at once.

use std::sync::{Arc, OnceLock};

use quixotic_game::{Asset, Budget, Rng, asset};
use quixotic_quixo::{Board, Move, Position, Quixo, Rules};

use super::{SURE, ValueNetwork};
use crate::minimax::finished;
use crate::{Agent, AgentError, AgentSpec, BuildError, Judge, Players};

/// A network that comes with the program.
struct Shipped {
    size: u8,
    asset: Asset,
    network: OnceLock<Arc<ValueNetwork>>,
}

/// The networks that come with the program, made by the commands in
/// docs/results/network.md.
static SHIPPED: [Shipped; 2] = [
    Shipped::new(4, asset!("quixo4.qxv", "../../data/quixo4.qxv")),
    Shipped::new(5, asset!("quixo5.qxv", "../../data/quixo5.qxv")),
];

impl Shipped {
    const fn new(size: u8, asset: Asset) -> Shipped {
        Shipped {
            size,
            asset,
            network: OnceLock::new(),
        }
    }

    /// The one for these rules.
    fn of(rules: Rules) -> Option<&'static Shipped> {
        let is_for = |shipped: &&Shipped| rules.is_official() && shipped.size == rules.size();
        SHIPPED.iter().find(is_for)
    }
}

impl ValueNetwork {
    /// Whether a network for these rules comes with the program.
    pub fn is_shipped(rules: Rules) -> bool {
        Shipped::of(rules).is_some()
    }

    /// The network that comes with the program for these rules, if there is one; where
    /// the host brings it, once it is there.
    pub fn shipped(rules: Rules) -> Option<Arc<ValueNetwork>> {
        let shipped = Shipped::of(rules)?;
        if shipped.network.get().is_none() {
            let bytes = shipped.asset.bytes()?;
            let network = ValueNetwork::read(bytes).expect("the shipped weights are whole");
            // Somebody else may have been quicker.
            let _ = shipped.network.set(Arc::new(network));
        }
        shipped.network.get().cloned()
    }
}

/// Plays what the network likes best.
pub(crate) struct Net {
    quixo: Arc<Quixo>,
    network: Arc<ValueNetwork>,
    rng: Rng,
}

impl Net {
    pub(crate) fn build(players: &Players<Quixo>, seed: u64) -> Result<Net, BuildError> {
        let quixo = Arc::clone(players.game());
        let reason = "there is no network for these rules; make one with `quixotic-research train --from-solution`";
        let network = players.value_network();
        Ok(Net {
            network: network.ok_or_else(|| players.refuse(&AgentSpec::Net, reason))?,
            quixo,
            rng: Rng::new(seed),
        })
    }

    /// What a move is worth, given the board that it leads to.
    fn worth(&self, after: Board) -> i32 {
        match self.quixo.ended_on(after) {
            Some(outcome) => -finished(outcome, 1),
            None if self.quixo.wins_at_once(after) => -2 * SURE,
            None => -self.network.careful_score(after),
        }
    }
}

impl Agent<Quixo> for Net {
    fn choose(&mut self, position: &Position, budget: &Budget) -> Result<Move, AgentError> {
        let mut best = (i32::MIN, Vec::new());
        for (mv, after) in self.quixo.children(position.board) {
            budget.check(0)?;
            let worth = self.worth(after);
            if worth > best.0 {
                best = (worth, Vec::new());
            }
            if worth == best.0 {
                best.1.push(mv);
            }
        }
        self.rng.pick(&best.1).ok_or(AgentError::GameOver)
    }
}

impl Judge<Quixo> for ValueNetwork {
    fn judge(&self, position: &Position) -> i32 {
        self.score(position.board)
    }
}
