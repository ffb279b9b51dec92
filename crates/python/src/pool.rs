//! The threads that long work is shared out among.
//!
//! A fork takes no threads along, and rayon's global pool would wait for them for ever. So
//! each process makes a pool of its own, when it first needs one.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The pool of this process: as many threads as there are cores, or as `RAYON_NUM_THREADS`
/// says.
pub(crate) fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match &*known {
        Some((process, pool)) if *process == process::id() => Ok(Arc::clone(pool)),
        _ => {
            let built = ThreadPoolBuilder::new().build();
            let built = built.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let pool = Arc::new(built);
            // That of another process cannot be taken down here.
            let old = known.replace((process::id(), Arc::clone(&pool)));
            std::mem::forget(old);
            Ok(pool)
        }
    }
}
