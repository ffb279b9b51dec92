//! A connection to a host, and the thread that works on it. Who asks waits, on a thread of
//! their own, so the rest of the program need not know of futures.

use std::process;
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::address::Address;
use crate::client::Client;
use crate::error::FetchError;
use crate::fetch::{BATCH_TIMEOUT, Fetcher};

/// The session with a host. A process that was forked makes its own: the thread of the old
/// one did not come along.
#[derive(Default)]
pub(crate) struct Sessions {
    current: Mutex<Option<(u32, Arc<Session>)>>,
}

pub(crate) struct Session {
    /// There until it is dropped.
    runtime: Option<Runtime>,
    fetcher: Fetcher,
}

impl Sessions {
    /// The session of this process.
    pub(crate) fn get(&self, address: &Address) -> Result<Arc<Session>, FetchError> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let this = process::id();
        if let Some((_, session)) = current.as_ref().filter(|(process, _)| *process == this) {
            return Ok(Arc::clone(session));
        }
        let session = Arc::new(Session::new(address)?);
        // Ending that of another process would wait for a thread that is not here.
        std::mem::forget(current.replace((this, Arc::clone(&session))));
        Ok(session)
    }
}

impl Session {
    fn new(address: &Address) -> Result<Session, FetchError> {
        // Requests wait for the host, hardly ever for a core.
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("quixotic-remote")
            .enable_all()
            .build()
            .map_err(FetchError::unreachable)?;
        Ok(Session {
            runtime: Some(runtime),
            fetcher: Fetcher::new(Client::new(address)?),
        })
    }

    /// What is fetched in the time that there is for everything together.
    pub(crate) fn wait<T: Send + 'static, F>(
        &self,
        work: impl FnOnce(Fetcher) -> F,
    ) -> Result<T, FetchError>
    where
        F: Future<Output = T> + Send + 'static,
    {
        let (tell, result) = mpsc::sync_channel(1);
        let work = work(self.fetcher.clone());
        let runtime = self
            .runtime
            .as_ref()
            .expect("it is there until it is dropped");
        runtime.spawn(async move {
            // Nobody hears it if the process is ending.
            let _ = tell.send(timeout(BATCH_TIMEOUT, work).await);
        });
        match result.recv() {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(_)) => Err(FetchError::TimedOut(BATCH_TIMEOUT)),
            Err(_) => Err(FetchError::UnexpectedAnswer),
        }
    }
}

impl Drop for Session {
    /// Without waiting, which may be forbidden where it is dropped.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
