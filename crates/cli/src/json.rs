//! JSON and comma-separated values, for other programs.

use std::io::{self, Write};

use serde::Serialize;

/// Writes JSON on one line.
pub(crate) fn write(out: &mut dyn Write, content: &impl Serialize) -> io::Result<()> {
    // Through a text, so that an error of `out` comes back as it is.
    let text = serde_json::to_string(content)?;
    writeln!(out, "{text}")
}

/// A table as comma-separated values.
pub(crate) fn csv<R: IntoIterator<Item = String>>(
    heading: &[&str],
    rows: impl IntoIterator<Item = R>,
) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let memory = "memory takes all of it";
    writer.write_record(heading).expect(memory);
    for row in rows {
        writer.write_record(row.into_iter()).expect(memory);
    }
    let bytes = writer.into_inner().expect(memory);
    String::from_utf8(bytes).expect("the cells are text")
}
