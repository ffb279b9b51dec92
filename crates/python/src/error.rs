//! Errors of the catalog as exceptions of Python.

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use quixotic_catalog::Error;

/// The exception that tells of an error. `MissingDatabase` is written in Python.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Bad(_) | Error::Unknown(_) => PyValueError::new_err(text),
        Error::Missing { .. } => missing(py, text).unwrap_or_else(|error| error),
        Error::Stopped { .. } => PyTimeoutError::new_err(text),
        Error::Broken { .. } => PyOSError::new_err(text),
    }
}

fn missing(py: Python<'_>, text: String) -> PyResult<PyErr> {
    let class = py.import("quixotic.errors")?.getattr("MissingDatabase")?;
    Ok(PyErr::from_value(class.call1((text,))?))
}

/// Data as JSON, which for answers never fails.
pub(crate) fn json(data: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(data).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
