//! `notable`: the results about a board, in Markdown.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_numerical::Solver;
use quixotic_research::numerical::{PageError, Watch, page};
use rayon::ThreadPool;

use super::args::{NotableArgs, OnGrid};
use super::watch::{Doing, watched};
use crate::env::Env;
use crate::interrupt::Interrupted;

pub(crate) fn run(
    env: &Env<'_>,
    on: &OnGrid<NotableArgs>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (grid, args) = on.split();
    let watcher = Watcher {
        pool: args.run.pool()?,
        quiet: args.run.quiet,
    };
    match page(grid.size, grid.name, &env.budget(), &watcher, out) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(PageError::Stopped(_)) => Err(Interrupted("the page is not complete".into()).into()),
        Err(PageError::Write(error)) => Err(error.into()),
        Err(PageError::Rules(error)) => Err(error.into()),
    }
}

/// Shows how far the solvers are.
struct Watcher {
    pool: ThreadPool,
    quiet: bool,
}

impl Watch for Watcher {
    fn watch<T: Send>(
        &self,
        doing: String,
        solvers: &[&Solver],
        work: impl FnOnce() -> T + Send,
    ) -> T {
        watched(&self.pool, self.quiet, &Doing::new(doing), solvers, work)
    }
}
