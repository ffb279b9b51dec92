//! Tables and boards in a terminal.

use std::io::{self, Write};

pub(crate) use quixotic_research::table::{Align, Table, side_by_side, write_indented};

/// Spaces between two boards.
const GAP: usize = 4;
/// Columns of a page when standard output is no terminal.
const PAGE: u16 = 80;

/// Writes boards next to each other, indented, as many in a row as the terminal is wide.
pub(crate) fn write_boards(out: &mut dyn Write, boards: &[Vec<String>]) -> io::Result<()> {
    let width = terminal_size::terminal_size().map_or(PAGE, |(width, _)| width.0);
    let width = usize::from(width).saturating_sub(2);
    write_indented(out, &side_by_side(boards, width, GAP))
}
