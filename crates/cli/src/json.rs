//! Writing JSON. What is written is told by each game.

use std::io::{self, Write};

use serde::Serialize;

/// Writes JSON on one line.
pub(crate) fn write(out: &mut dyn Write, content: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, content)?;
    writeln!(out)
}
