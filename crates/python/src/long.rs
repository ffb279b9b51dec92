//! Long calls: they leave the interpreter to others, stop at Ctrl-C, and report
//! their progress.
//!
//! The work runs on a thread of its own. The thread that called waits for it and lets
//! Python look for signals every now and then; no worker ever calls Python.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use quixotic_catalog::Error;
use quixotic_game::{Budget, Stop};

use crate::error::{caught, finish};
use crate::pool::pool;

/// How often Python may look for signals.
const TICK: Duration = Duration::from_millis(50);

/// The progress of a long call.
#[derive(Default)]
pub(crate) struct Meter {
    done: AtomicU64,
    total: AtomicU64,
}

impl Meter {
    /// So much more is done.
    pub(crate) fn add(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// So much there is to do.
    pub(crate) fn expect(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    fn report(&self, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        match progress {
            Some(progress) => progress
                .call1((read(&self.done), read(&self.total)))
                .map(drop),
            None => Ok(()),
        }
    }
}

/// A budget that ends after some seconds, if they are given.
pub(crate) fn within(budget: &Budget, seconds: Option<f64>) -> Result<Budget, Error> {
    let budget = budget.clone();
    let Some(seconds) = seconds else {
        return Ok(budget);
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(budget.with_time(time)),
        Err(_) => Err(Error::Bad(format!("there are no {seconds:?} seconds"))),
    }
}

/// Does long work on the threads of the pool. `progress` is called with what is done and what
/// there is to do; what it raises stops the work.
pub(crate) fn long<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Budget, &Meter) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (stop, meter, pool) = (Stop::new(), Meter::default(), pool()?);
    let budget = Budget::UNLIMITED.with_stop(&stop);
    let is_finished = AtomicBool::new(false);
    let caller = thread::current();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = caught(|| pool.install(|| work(&budget, &meter)));
            is_finished.store(true, Ordering::Release);
            caller.unpark();
            result
        });
        let mut continues = Ok(());
        while continues.is_ok() && !is_finished.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(TICK));
            continues = py.check_signals().and_then(|()| meter.report(progress));
        }
        if continues.is_err() {
            stop.stop();
        }
        let result = py.detach(|| worker.join());
        continues?;
        finish(py, result.and_then(|result| result))
    })
}

/// Panics, in a long call or a short one, for the test that Python lives on.
#[pyfunction]
#[pyo3(name = "_panics")]
pub(crate) fn panics(py: Python<'_>, is_long: bool) -> PyResult<()> {
    match is_long {
        true => long(py, None, |_, _| panic!("as asked")),
        false => finish(py, caught(|| panic!("as asked"))),
    }
}
