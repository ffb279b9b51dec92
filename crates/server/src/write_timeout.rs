//! Against clients that read an answer too slowly, or never: each would hold its connection, and
//! what it was going to read, for as long as it likes.
//!
//! By hand, because the timeouts of tower-http end with the handler, and what waits here has left
//! it: an answer is small and whole when the socket takes the first of it. A timeout that starts
//! again with each byte is no bound either, since a client may take one byte at a time.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Bytes that a client has to take within the limit while a write waits for it.
const LEAST: usize = 16 << 10;

/// A stream on which a write fails that has waited for some time and was taken slowly.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    slow: Option<SlowWrite>,
}

/// A write that has waited.
struct SlowWrite {
    deadline: Pin<Box<Sleep>>,
    /// Bytes that were taken since then.
    taken: usize,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, limit: Duration) -> WriteTimeout<S> {
        WriteTimeout {
            stream,
            limit,
            slow: None,
        }
    }

    /// Passes on what came of a write, or fails if the client is too slow.
    fn within(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = written {
            let taken = result.as_ref().copied().unwrap_or_default();
            self.slow = self.slow.take().and_then(|slow| slow.after(taken));
            return Poll::Ready(result);
        }
        let limit = self.limit;
        let slow = self.slow.get_or_insert_with(|| SlowWrite {
            deadline: Box::pin(sleep(limit)),
            taken: 0,
        });
        let late = slow.deadline.as_mut().poll(context);
        late.map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl SlowWrite {
    /// The same when more was taken; `None` if that is enough.
    fn after(mut self, taken: usize) -> Option<SlowWrite> {
        self.taken += taken;
        (self.taken < LEAST).then_some(self)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.within(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Hyper flushes when the stream has taken all that there was to write: the client is in time.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.slow = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
