//! An agent of the catalog.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use quixotic_agents::AgentSpec;
use quixotic_catalog::{AnyGame, Error, Pace, QueryKind, TextAgent};
use quixotic_game::Budget;

use crate::error::{caught, finish};
use crate::long::{long, within};

/// An agent for one side of one game.
#[pyclass(module = "quixotic._native", frozen)]
pub(crate) struct Agent {
    agent: Mutex<Box<TextAgent<'static>>>,
    /// Whether a move takes less time than a thread of its own would.
    is_quick: bool,
}

impl Agent {
    pub(crate) fn new(game: &dyn AnyGame, spec: &AgentSpec, seed: u64) -> Result<Agent, Error> {
        Ok(Agent {
            agent: Mutex::new(game.agent(spec, seed)?),
            is_quick: match spec {
                AgentSpec::Random
                | AgentSpec::Dqn
                | AgentSpec::Rules
                | AgentSpec::Minimax { depth: 1 } => true,
                AgentSpec::Perfect => game.pace(QueryKind::Probe) != Pace::Search,
                _ => false,
            },
        })
    }

    fn ask(&self, position: &str, budget: &Budget) -> Result<String, Error> {
        let mut agent = self.agent.lock().unwrap_or_else(PoisonError::into_inner);
        agent(position, budget)
    }
}

#[pymethods]
impl Agent {
    #[pyo3(signature = (position, seconds=None))]
    fn choose(&self, py: Python<'_>, position: &str, seconds: Option<f64>) -> PyResult<String> {
        if !self.is_quick {
            return long(py, None, |budget, _| {
                self.ask(position, &within(budget, seconds)?)
            });
        }
        let ask = || self.ask(position, &within(&Budget::UNLIMITED, seconds)?);
        finish(py, py.detach(|| caught(ask)))
    }
}
