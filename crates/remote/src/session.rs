//! A connection to a host, and the thread that works on it. Who asks waits, on a thread of
//! their own, so the rest of the program need not know of futures.

use std::process;
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use object_store::aws::AmazonS3Builder;
use object_store::http::HttpBuilder;
use object_store::{ObjectStore, RetryConfig};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::address::Address;
use crate::fetch::{Fetcher, TOGETHER};
use crate::guard::Guard;
use crate::trouble::Trouble;

/// The session with a host. A process that was forked makes its own: the thread of the old
/// one did not come along.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    current: Mutex<Option<(u32, Arc<Session>)>>,
}

#[derive(Debug)]
pub(crate) struct Session {
    /// There until it is dropped.
    runtime: Option<Runtime>,
    fetcher: Fetcher,
}

impl Sessions {
    /// The session of this process.
    pub(crate) fn get(&self, address: &Address) -> Result<Arc<Session>, Trouble> {
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
    fn new(address: &Address) -> Result<Session, Trouble> {
        // Requests wait for the host, hardly ever for a core.
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("quixotic-remote")
            .enable_all()
            .build()
            .map_err(|error| Trouble::transport(&error))?;
        Ok(Session {
            runtime: Some(runtime),
            fetcher: Fetcher::new(open(address)?),
        })
    }

    /// What is fetched in the time that there is for everything together.
    pub(crate) fn wait<T: Send + 'static, F>(
        &self,
        work: impl FnOnce(Fetcher) -> F,
    ) -> Result<T, Trouble>
    where
        F: Future<Output = T> + Send + 'static,
    {
        let (tell, told) = mpsc::sync_channel(1);
        let work = work(self.fetcher.clone());
        let runtime = self
            .runtime
            .as_ref()
            .expect("it is there until it is dropped");
        runtime.spawn(async move {
            // Nobody hears it if the process is ending.
            let _ = tell.send(timeout(TOGETHER, work).await);
        });
        match told.recv() {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(_)) => Err(Trouble::Slow(TOGETHER)),
            Err(_) => Err(Trouble::Odd),
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

/// What a host that refuses access is refused by.
const KEYS: &str = "; keys are taken from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";

/// The files at an address. Whatever is tried again is tried again in one place, so nothing
/// is in here.
fn open(address: &Address) -> Result<Arc<dyn ObjectStore>, Trouble> {
    let once = RetryConfig {
        max_retries: 0,
        ..RetryConfig::default()
    };
    let opened: object_store::Result<Arc<dyn ObjectStore>> = match address {
        Address::Web { url, login } => HttpBuilder::new()
            .with_url(url.as_str())
            .with_http_connector(Guard::new(url, login.as_ref(), None)?)
            .with_retry(once)
            .build()
            .map(|store| Arc::new(store) as _),
        Address::S3 {
            bucket, settings, ..
        } => {
            let builder = AmazonS3Builder::new()
                .with_bucket_name(bucket)
                .with_region(&settings.region)
                .with_endpoint(settings.endpoint.as_str())
                .with_http_connector(Guard::new(&settings.endpoint, None, Some(KEYS))?)
                .with_retry(once);
            let builder = match &settings.keys {
                None => builder.with_skip_signature(true),
                Some(keys) => {
                    let builder = builder
                        .with_access_key_id(&keys.id)
                        .with_secret_access_key(&keys.secret);
                    match &keys.token {
                        Some(token) => builder.with_token(token),
                        None => builder,
                    }
                }
            };
            builder.build().map(|store| Arc::new(store) as _)
        }
    };
    opened.map_err(|error| Trouble::of(&error))
}
