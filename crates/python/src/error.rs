//! Errors of the catalog, and panics, as exceptions of Python.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use quixotic_catalog::Error;

/// The exception of an error. `MissingDatabase` is written in Python.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::Bad(_) | Error::Unknown(_) => PyValueError::new_err(text),
        Error::Missing { .. } => missing(py, text).unwrap_or_else(|error| error),
        Error::Stopped { .. } => PyTimeoutError::new_err(text),
        Error::Memory(_) => PyMemoryError::new_err(text),
        Error::Broken { .. } => PyOSError::new_err(text),
    }
}

fn missing(py: Python<'_>, text: String) -> PyResult<PyErr> {
    let class = py.import("quixotic.errors")?.getattr("MissingDatabase")?;
    Ok(PyErr::from_value(class.call1((text,))?))
}

/// What work came to, a panic included.
pub(crate) type Caught<T> = thread::Result<Result<T, Error>>;

/// Does work that may panic. PyO3 would make a `PanicException` of a panic, which no
/// `except Exception` stops.
pub(crate) fn caught<T>(work: impl FnOnce() -> Result<T, Error>) -> Caught<T> {
    catch_unwind(AssertUnwindSafe(work))
}

/// What work came to, for Python.
pub(crate) fn finish<T>(py: Python<'_>, caught: Caught<T>) -> PyResult<T> {
    match caught {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(error)) => Err(exception(py, &error)),
        Err(panic) => Err(panicked(&*panic)),
    }
}

/// The exception of a panic, which is an error of ours.
fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("no further word");
    PyRuntimeError::new_err(format!("a bug in quixotic, please report it: {text}"))
}

/// Data as JSON, which for answers never fails.
pub(crate) fn json(data: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(data).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
