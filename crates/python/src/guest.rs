//! A Python function as an agent.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use quixotic_catalog::Error;

/// A function from a position to a move, both as text. What it raises is kept, since the
/// catalog's errors have no room for it.
pub(crate) struct Function {
    function: Py<PyAny>,
    pub(crate) raised: Option<PyErr>,
}

impl Function {
    pub(crate) fn new(function: Py<PyAny>) -> Function {
        Function {
            function,
            raised: None,
        }
    }

    fn call(&self, position: &str) -> PyResult<String> {
        Python::attach(|py| {
            let mv = self.function.call1(py, (position,))?;
            mv.extract(py)
                .map_err(|_| PyTypeError::new_err("a player returns a move as a str"))
        })
    }

    pub(crate) fn choose(&mut self, position: &str) -> Result<String, Error> {
        self.call(position).map_err(|raised| {
            let error = Error::Bad(raised.to_string());
            self.raised = Some(raised);
            error
        })
    }
}
