//! Fetching parts of files: many at once, again where that may help, and for a limited time.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::try_join_all;
use object_store::path::Path;
use object_store::{GetOptions, GetRange, ObjectStore};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::trouble::Trouble;
use crate::version::Version;

/// Requests that are under way at a time, whoever asks.
pub(crate) const AT_ONCE: usize = 128;

/// How often a part is asked for.
const ATTEMPTS: u32 = 4;

/// How long to wait before the second time; four times as long before the third, and so on.
const PAUSE: Duration = Duration::from_millis(50);

/// How long one answer may take.
const ANSWER: Duration = Duration::from_secs(10);

/// How long all that is asked for together may take.
pub(crate) const TOGETHER: Duration = Duration::from_secs(20);

/// A part of a file.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) path: Path,
    /// `None` for the whole file.
    pub(crate) range: Option<Range<u64>>,
    /// What is known of the file.
    pub(crate) version: Version,
    /// Bytes that are taken at most.
    pub(crate) most: u64,
}

/// Fetches.
#[derive(Clone, Debug)]
pub(crate) struct Fetcher {
    store: Arc<dyn ObjectStore>,
    permits: Arc<Semaphore>,
}

impl Fetcher {
    pub(crate) fn new(store: Arc<dyn ObjectStore>) -> Fetcher {
        Fetcher {
            store,
            permits: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    pub(crate) fn store(&self) -> &dyn ObjectStore {
        &*self.store
    }

    /// All of these parts, each with the version of its file; or what went wrong, and with
    /// which.
    pub(crate) async fn all(
        &self,
        wanted: &[Wanted],
    ) -> Result<Vec<(Version, Bytes)>, (usize, Trouble)> {
        let one = |(number, wanted)| async move {
            let once = || self.once(wanted);
            again(once).await.map_err(|trouble| (number, trouble))
        };
        try_join_all(wanted.iter().enumerate().map(one)).await
    }

    async fn once(&self, wanted: &Wanted) -> Result<(Version, Bytes), Trouble> {
        let _permit = self.permits.acquire().await.map_err(|_| Trouble::Odd)?;
        in_time(self.exchange(wanted)).await
    }

    async fn exchange(&self, wanted: &Wanted) -> Result<(Version, Bytes), Trouble> {
        let options = GetOptions {
            range: wanted.range.clone().map(GetRange::Bounded),
            if_match: wanted.version.strong_tag(),
            ..GetOptions::default()
        };
        let answer = self.store.get_opts(&wanted.path, options).await;
        let answer = answer.map_err(|error| Trouble::of(&error))?;
        let version = wanted.version.check(&answer.meta)?;
        let length = answer.range.end - answer.range.start;
        if length > wanted.most {
            return Err(Trouble::Large {
                found: length,
                most: wanted.most,
            });
        }
        let mut bytes = Vec::with_capacity(length as usize);
        let mut stream = answer.into_stream();
        while let Some(part) = stream.next().await {
            bytes.extend_from_slice(&part.map_err(|_| Trouble::Short)?);
            // Not whatever the host likes to send.
            if bytes.len() as u64 > length {
                return Err(Trouble::Odd);
            }
        }
        match bytes.len() as u64 == length {
            true => Ok((version, bytes.into())),
            false => Err(Trouble::Short),
        }
    }
}

/// Tries something some times, with longer and longer pauses.
pub(crate) async fn again<T, F: Future<Output = Result<T, Trouble>>>(
    attempt: impl Fn() -> F,
) -> Result<T, Trouble> {
    let mut pause = PAUSE;
    for _ in 1..ATTEMPTS {
        match attempt().await {
            Err(trouble) if trouble.may_pass() => sleep(pause).await,
            done => return done,
        }
        pause *= 4;
    }
    attempt().await
}

/// What comes in the time that one answer has.
pub(crate) async fn in_time<T>(
    answer: impl Future<Output = Result<T, Trouble>>,
) -> Result<T, Trouble> {
    let answer = timeout(ANSWER, answer).await;
    answer.unwrap_or(Err(Trouble::Slow(ANSWER)))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::pending;

    use super::*;

    /// The clock leaps to the next event, so nobody waits.
    #[tokio::test(start_paused = true)]
    async fn what_may_pass_is_tried_four_times_and_the_rest_once() {
        for (trouble, expected) in [(Trouble::Short, 4), (Trouble::Missing, 1)] {
            let count = Cell::new(0);
            let attempt = || async {
                count.set(count.get() + 1);
                Err::<(), _>(trouble.clone())
            };
            assert!(again(attempt).await.is_err());
            assert_eq!(count.get(), expected, "{trouble}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_does_not_come_is_given_up() {
        let answer = in_time(pending::<Result<(), Trouble>>()).await;
        assert!(matches!(answer, Err(Trouble::Slow(_))));
    }
}
