//! Fetching parts of files: many at once, again where that may help, and for a limited time.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::try_join_all;
use hyper::header::{CONTENT_RANGE, HeaderMap};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::client::{Client, Get};
use crate::error::FetchError;
use crate::version::Version;

/// Requests that are under way at a time, whoever asks.
const CONCURRENT: usize = 128;

/// How often a part is asked for.
const ATTEMPTS: u32 = 4;

/// How long to wait before the second time; four times as long before the third, and so on.
const PAUSE: Duration = Duration::from_millis(50);

/// How long one answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// How long all that is asked for together may take.
pub(crate) const BATCH_TIMEOUT: Duration = Duration::from_secs(20);

/// A request for a file or a part of it.
#[derive(Debug)]
pub(crate) struct FileRequest {
    pub(crate) get: Get,
    /// What is known of the file.
    pub(crate) version: Version,
    /// Bytes that are taken at most.
    pub(crate) limit: u64,
}

/// Fetches.
#[derive(Clone)]
pub(crate) struct Fetcher {
    client: Arc<Client>,
    permits: Arc<Semaphore>,
}

impl Fetcher {
    pub(crate) fn new(client: Client) -> Fetcher {
        Fetcher {
            client: Arc::new(client),
            permits: Arc::new(Semaphore::new(CONCURRENT)),
        }
    }

    /// All of these, each with the version of its file; or what went wrong, and with which.
    pub(crate) async fn fetch_all(
        &self,
        requests: &[FileRequest],
    ) -> Result<Vec<(Version, Bytes)>, (usize, FetchError)> {
        let fetch = |(number, request)| async move {
            let fetched = retry(|| self.fetch_once(request)).await;
            fetched.map_err(|error| (number, error))
        };
        try_join_all(requests.iter().enumerate().map(fetch)).await
    }

    /// One of them, in the time that an answer has.
    pub(crate) async fn fetch_once(
        &self,
        request: &FileRequest,
    ) -> Result<(Version, Bytes), FetchError> {
        let permit = self.permits.acquire().await;
        let _permit = permit.map_err(|_| FetchError::UnexpectedAnswer)?;
        limit_time(self.exchange(request)).await
    }

    async fn exchange(&self, request: &FileRequest) -> Result<(Version, Bytes), FetchError> {
        let answer = self.client.get(&request.get).await?;
        let Some(range) = &request.get.range else {
            let found = Version::of_answer(None, &answer.headers);
            request.version.check(&found)?;
            return Ok((found, answer.bytes(request.limit).await?));
        };
        let part = content_range(&answer.headers);
        let (first, last, length) = part.ok_or(FetchError::UnexpectedAnswer)?;
        let found = Version::of_answer(Some(length), &answer.headers);
        request.version.check(&found)?;
        if (first, last) != (range.start, range.end - 1) {
            return Err(FetchError::UnexpectedAnswer);
        }
        let expected = range.end - range.start;
        match answer.bytes(expected).await {
            Ok(bytes) if (bytes.len() as u64) < expected => Err(FetchError::Truncated),
            Ok(bytes) => Ok((found, bytes)),
            Err(FetchError::AnswerTooLong { .. }) => Err(FetchError::UnexpectedAnswer),
            Err(error) => Err(error),
        }
    }
}

/// First and last byte of a part, and the length of its file: `bytes 0-9/1234`.
fn content_range(headers: &HeaderMap) -> Option<(u64, u64, u64)> {
    let range = headers.get(CONTENT_RANGE)?.to_str().ok()?;
    let (part, length) = range.strip_prefix("bytes ")?.split_once('/')?;
    let (first, last) = part.split_once('-')?;
    Some((
        first.parse().ok()?,
        last.parse().ok()?,
        length.parse().ok()?,
    ))
}

/// Tries something some times, with longer and longer pauses.
pub(crate) async fn retry<T, F: Future<Output = Result<T, FetchError>>>(
    attempt: impl Fn() -> F,
) -> Result<T, FetchError> {
    let mut pause = PAUSE;
    for _ in 1..ATTEMPTS {
        match attempt().await {
            Err(error) if error.is_transient() => sleep(pause).await,
            done => return done,
        }
        pause *= 4;
    }
    attempt().await
}

/// What comes in the time that one answer has.
pub(crate) async fn limit_time<T>(
    answer: impl Future<Output = Result<T, FetchError>>,
) -> Result<T, FetchError> {
    let answer = timeout(ANSWER_TIMEOUT, answer).await;
    answer.unwrap_or(Err(FetchError::TimedOut(ANSWER_TIMEOUT)))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::pending;

    use super::*;

    /// The clock leaps to the next event, so nobody waits.
    #[tokio::test(start_paused = true)]
    async fn what_may_pass_is_tried_four_times_and_the_rest_once() {
        for (error, expected) in [(FetchError::Truncated, 4), (FetchError::NotFound, 1)] {
            let count = Cell::new(0);
            let attempt = || async {
                count.set(count.get() + 1);
                Err::<(), _>(error.clone())
            };
            assert!(retry(attempt).await.is_err());
            assert_eq!(count.get(), expected, "{error}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_does_not_come_is_given_up() {
        let answer = limit_time(pending::<Result<(), FetchError>>()).await;
        assert!(matches!(answer, Err(FetchError::TimedOut(_))));
    }
}
