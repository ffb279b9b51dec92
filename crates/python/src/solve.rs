//! Making a database.

use std::path::PathBuf;

use pyo3::prelude::*;
use quixotic_catalog::{Catalog, Error, GameId, RuleValues};
use quixotic_quixo::Rules;
use quixotic_remote::is_address;
use quixotic_solver::{Event, SolveError, SolveOptions};
use quixotic_tablebase::{Kernel, WinDistances};

use crate::engine::data_directory;
use crate::long::long;

const GIB: f64 = (1_u64 << 30) as f64;

/// Makes the database of a game, or goes on making it. Returns its directory.
#[pyfunction]
#[pyo3(signature = (game, db=None, until=0, memory=2.0, progress=None))]
pub(crate) fn solve(
    py: Python<'_>,
    game: &str,
    db: Option<PathBuf>,
    until: u8,
    memory: f64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<PathBuf> {
    long(py, progress, |budget, meter| {
        let id = Catalog::standard().read(game)?;
        let rules = rules(&id)?;
        if db.as_deref().is_some_and(is_address) {
            return Err(Error::Bad(
                "a database is made in a directory, not at an address".into(),
            ));
        }
        let directory = db.or_else(|| Some(data_directory()?.join(id.slug())));
        let directory = directory.ok_or_else(|| {
            Error::Bad("there is no home directory for data here: name a directory".into())
        })?;
        let options = SolveOptions {
            rules,
            directory: directory.clone(),
            until,
            memory: (memory * GIB) as u64,
            win_distances: match rules.size() {
                5 => WinDistances::LeftOut,
                _ => WinDistances::Kept,
            },
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
            Err(error) => Err(told(error)),
        }
    })
}

/// The rules of a game that is solved into a database.
pub(crate) fn rules(id: &GameId) -> Result<Rules, Error> {
    let size = id.game().strip_prefix("quixo");
    let size = size.and_then(|size| size.parse().ok()).ok_or_else(|| {
        Error::Bad(format!(
            "{id} has no database: its positions are solved as they are asked about"
        ))
    })?;
    let values = RuleValues::read(id.rules().unwrap_or_default())?;
    let rules = Rules::from_options(size, values.get("line"), values.get("double-line"));
    rules.map_err(|error| Error::Bad(error.to_string()))
}

fn told(error: SolveError) -> Error {
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
