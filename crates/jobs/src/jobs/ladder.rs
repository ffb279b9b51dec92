//! `ladder`: a piece is a position that all agents are asked about.

use std::fmt;
use std::sync::Arc;

use quixotic_agents::AgentSpec;
use quixotic_agents::json::ladder_json;
use quixotic_agents::ladder::Rung;
use quixotic_catalog::{AnyGame, Error, GameId};
use quixotic_game::Budget;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::job::{Merged, Work, result};

/// The agents and budgets of the ladder.
pub const LADDER: &str = "random,dqn,minimax:1,minimax:2,minimax:3,minimax:4,mcts:100,mcts:1000,\
                          net,search:1000,search:10000,search:100000,perfect";

/// Who is asked about how many positions, as options.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args, Serialize, Deserialize)]
pub struct LadderOptions {
    /// The agents, with commas between them
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', default_value = LADDER)]
    pub agents: Vec<AgentSpec>,

    /// Positions that every agent is asked about
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub positions: u32,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// The ladder of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ladder {
    #[serde(flatten)]
    id: GameId,
    #[serde(flatten)]
    options: LadderOptions,
    /// The hash of the weights that were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
}

impl Ladder {
    /// What the options ask for, with weights that have that hash.
    pub fn new(id: &GameId, options: &LadderOptions, weights: Option<String>) -> Ladder {
        Ladder {
            id: id.clone(),
            options: options.clone(),
            weights,
        }
    }

    /// Which game it is.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// What asks: the game with its solution, set up for its agents.
    pub fn work(&self, game: Arc<dyn AnyGame>) -> impl Work + use<> {
        Asking {
            game,
            options: self.options.clone(),
        }
    }

    pub(crate) fn pieces(&self) -> u64 {
        self.options.positions.into()
    }

    pub(crate) fn merge(&self, pieces: Vec<Vec<Rung>>) -> Merged {
        let mut pieces = pieces.into_iter();
        let mut rungs = pieces.next().unwrap_or_default();
        for more in pieces {
            for (rung, more) in rungs.iter_mut().zip(&more) {
                rung.add(more);
            }
        }
        Merged::json(&ladder_json(&self.id, self.options.seed, &rungs).untimed())
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LadderOptions {
            agents,
            positions,
            seed,
        } = &self.options;
        let agents: Vec<String> = agents.iter().map(AgentSpec::to_string).collect();
        let (id, agents) = (&self.id, agents.join(","));
        write!(
            f,
            "ladder {id} --agents {agents} --positions {positions} --seed {seed}"
        )?;
        super::write_weights(f, self.weights.as_deref())
    }
}

struct Asking {
    game: Arc<dyn AnyGame>,
    options: LadderOptions,
}

impl Work for Asking {
    fn piece(&self, number: u64, budget: &Budget) -> Result<Value, Error> {
        let LadderOptions { agents, seed, .. } = &self.options;
        let number = number as u32;
        let rungs = self
            .game
            .ladder(agents, number..number + 1, *seed, budget, &|_| {})?;
        Ok(result(&rungs))
    }
}
