//! Standard output, whose errors are marked.
//!
//! An error of a file names its path; one of standard output means that the
//! reader has gone, or that the disk behind it is full. Both are an `io::Error`, so
//! those of standard output are marked where they arise.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, Write};

use serde::Serialize;

/// Writes JSON on one line.
pub fn write_json(out: &mut dyn Write, content: &impl Serialize) -> io::Result<()> {
    // Through a text, so that an error of `out` comes back as it is.
    let text = serde_json::to_string(content)?;
    writeln!(out, "{text}")
}

/// A writer whose errors are marked.
pub(crate) struct Output<'a>(pub(crate) &'a mut dyn Write);

/// The mark.
#[derive(Debug)]
struct Unwritten(io::Error);

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "standard output: {}", self.0)
    }
}

impl Error for Unwritten {}

fn marked(error: io::Error) -> io::Error {
    match error.kind() {
        // Whoever writes tries again.
        ErrorKind::Interrupted => error,
        kind => io::Error::new(kind, Unwritten(error)),
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(marked)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(marked)
    }
}

/// The error of standard output that ended a command, if it was one.
pub(crate) fn unwritten(error: &anyhow::Error) -> Option<&io::Error> {
    let error = error.downcast_ref::<io::Error>()?;
    error.get_ref()?.is::<Unwritten>().then_some(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_errors_of_standard_output_are_taken_for_them() {
        let error = writeln!(Output(&mut Full), "text").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        assert!(unwritten(&error.into()).is_some());
        let of_a_file = io::Error::from(ErrorKind::BrokenPipe);
        assert!(unwritten(&of_a_file.into()).is_none());
    }
}
