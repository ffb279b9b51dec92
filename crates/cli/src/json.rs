//! JSON and comma-separated values, for other programs.

use std::io::{self, Write};

use serde::Serialize;

pub(crate) use quixotic_research::text::csv;

/// Writes JSON on one line.
pub(crate) fn write(out: &mut dyn Write, content: &impl Serialize) -> io::Result<()> {
    // Through a text, so that an error of `out` comes back as it is.
    let text = serde_json::to_string(content)?;
    writeln!(out, "{text}")
}
