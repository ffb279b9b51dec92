//! Scores of agents and functions.

use std::sync::Arc;

use pyo3::prelude::*;
use quixotic_agents::AgentSpec;
use quixotic_catalog::{AnyGame, Error};
use quixotic_game::Budget;
use quixotic_score::{Candidate, Exam};

use crate::error::{caught, finish, json};
use crate::guest::Function;
use crate::long::long;

/// A score with its game, which draws the positions.
#[pyclass(module = "quixotic._native", frozen)]
pub(crate) struct Score {
    score: quixotic_score::Score,
    game: Arc<dyn AnyGame>,
}

/// What an agent has to do; what is not said is as usual.
pub(crate) fn exam(
    positions: Option<u32>,
    seed: Option<u64>,
    games: Option<u32>,
    page: Option<String>,
) -> Exam {
    let usual = Exam::default();
    Exam {
        positions: positions.unwrap_or(usual.positions),
        seed,
        games: games.unwrap_or(usual.games),
        page: page.unwrap_or(usual.page),
    }
}

impl Score {
    /// The score of an agent of the catalog.
    pub(crate) fn of_agent(
        py: Python<'_>,
        game: &Arc<dyn AnyGame>,
        agent: &str,
        exam: &Exam,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Score> {
        let score = long(py, progress, |budget, meter| {
            let candidate = Candidate::Agent(AgentSpec::parse(agent)?);
            exam.score(&**game, candidate, budget, &|total| {
                meter.expect(total);
                meter.add(1);
            })
        })?;
        let game = Arc::clone(game);
        Ok(Score { score, game })
    }

    /// The score of a function from position to move, which is called on this thread. What `progress` raises ends the
    /// work, too.
    pub(crate) fn of_function(
        py: Python<'_>,
        game: &Arc<dyn AnyGame>,
        name: &str,
        function: Py<PyAny>,
        exam: &Exam,
    ) -> PyResult<Score> {
        let mut function = Function::new(function);
        let mut agent =
            |position: &str, _: &Budget| -> Result<String, Error> { function.choose(position) };
        let agent = &mut agent;
        let scored = caught(|| {
            let candidate = Candidate::Guest { name, agent };
            exam.score(&**game, candidate, &Budget::UNLIMITED, &|_| {})
        });
        let score = finish(py, scored).map_err(|error| function.raised.unwrap_or(error))?;
        let game = Arc::clone(game);
        Ok(Score { score, game })
    }
}

#[pymethods]
impl Score {
    fn json(&self) -> PyResult<String> {
        json(&self.score.json(true))
    }

    fn html(&self, py: Python<'_>) -> PyResult<String> {
        finish(py, caught(|| self.score.html(&*self.game)))
    }

    fn fragment(&self, py: Python<'_>) -> PyResult<String> {
        finish(py, caught(|| self.score.fragment(&*self.game)))
    }

    fn badge(&self) -> String {
        self.score.badge()
    }
}
