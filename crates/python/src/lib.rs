//! The extension module `quixotic._native`: the catalog, as the Python package above it
//! wants it. Text, JSON and bytes go in and out; names, types and documentation are in
//! `python/quixotic`.

mod agent;
mod arrays;
mod contests;
mod engine;
mod error;
mod guest;
mod long;
mod pool;
mod score;
mod solve;

use pyo3::prelude::*;

/// The module.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::agent::Agent;
    #[pymodule_export]
    use crate::contests::seeds;
    #[pymodule_export]
    use crate::engine::{Engine, kinds};
    #[pymodule_export]
    use crate::long::panics;
    #[pymodule_export]
    use crate::score::Score;
    #[pymodule_export]
    use crate::solve::solve;
}
