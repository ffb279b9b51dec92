//! Making a database.

use std::path::PathBuf;

use pyo3::prelude::*;
use quixotic_catalog::{Catalog, Error, MemoryFor, QuixoDatabase, data_directory};
use quixotic_remote::is_address;
use quixotic_solver::{Event, SolveError, SolveOptions};
use quixotic_tablebase::Kernel;

use crate::long::long;

const GIB: f64 = (1_u64 << 30) as f64;

/// Makes the database of a game, or goes on making it. Returns its directory.
#[pyfunction]
#[pyo3(signature = (game, db=None, until=0, memory=None, progress=None))]
pub(crate) fn solve(
    py: Python<'_>,
    game: &str,
    db: Option<PathBuf>,
    until: u8,
    memory: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PathBuf> {
    long(py, progress, |budget, meter| {
        if db.as_deref().is_some_and(is_address) {
            return Err(Error::Bad(
                "a database is made in a directory, not at an address".into(),
            ));
        }
        let id = Catalog::standard().read(game)?;
        let database = QuixoDatabase::new(&id, db, data_directory())?;
        let directory = database.directory()?;
        let memory = memory.map(|gibibytes| (gibibytes * GIB) as u64);
        let options = SolveOptions {
            rules: database.rules(),
            directory: directory.clone(),
            until,
            memory: memory.unwrap_or_else(|| MemoryFor::Solving.usual()),
            win_distances: database.win_distances(),
            kernel: Kernel::detect(),
        };
        let mut follow = |event| match event {
            Event::Started { total, found } => {
                meter.expect(total);
                meter.add(found);
            }
            Event::Solved { positions, .. } => meter.add(positions),
            Event::Preparing | Event::Pair { .. } | Event::Sweep { .. } => {}
        };
        match quixotic_solver::solve(&options, budget, &mut follow) {
            Ok(()) => Ok(directory),
            Err(error) => Err(error_of(error)),
        }
    })
}

fn error_of(error: SolveError) -> Error {
    match error {
        SolveError::Stopped(stopped) => Error::Stopped {
            message: "not everything is solved; the same call goes on".into(),
            stopped,
        },
        SolveError::Size(_) | SolveError::Level(..) | SolveError::Memory { .. } => {
            Error::Bad(error.to_string())
        }
        broken => Error::Broken {
            message: "the database cannot be made".into(),
            detail: broken.to_string(),
        },
    }
}
