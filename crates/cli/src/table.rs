//! Tables and boards in text, and tables as comma-separated values.

use std::io::{self, Write};

/// How a column is aligned.
#[derive(Clone, Copy, Debug)]
pub enum Align {
    /// To the left, as text.
    Left,
    /// To the right, as numbers.
    Right,
}

/// A table with a heading.
#[derive(Debug)]
pub struct Table {
    aligns: Vec<Align>,
    /// The heading and the rows; an empty row is a blank line.
    rows: Vec<Vec<String>>,
}

/// Spaces between two columns, and between two boards.
const GAP: usize = 2;
const BOARD_GAP: usize = 4;
/// Columns of a page when standard output is no terminal.
const PAGE: u16 = 80;

impl Table {
    /// A table with these columns.
    pub fn new(columns: &[(&str, Align)]) -> Table {
        Table {
            aligns: columns.iter().map(|&(_, align)| align).collect(),
            rows: vec![columns.iter().map(|&(name, _)| name.to_owned()).collect()],
        }
    }

    /// A table of numbers.
    pub fn of_numbers(columns: &[&str]) -> Table {
        let columns: Vec<_> = columns.iter().map(|&name| (name, Align::Right)).collect();
        Table::new(&columns)
    }

    /// Adds a row.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.row_of(cells.into());
    }

    /// A row of a table whose number of columns is known only when it is made.
    pub fn row_of(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// A blank line, unless the table ends in one or has no rows.
    pub fn blank(&mut self) {
        if self.rows.len() > 1 && self.rows.last().is_some_and(|row| !row.is_empty()) {
            self.rows.push(Vec::new());
        }
    }

    /// The lines of the table, all of the same width.
    pub fn lines(&self) -> Vec<String> {
        let widths: Vec<usize> = (0..self.aligns.len())
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        let blank = String::new();
        let line = |row: &Vec<String>| {
            let mut line = String::new();
            for (column, (&width, align)) in widths.iter().zip(&self.aligns).enumerate() {
                let cell = row.get(column).unwrap_or(&blank);
                if column > 0 {
                    line += &" ".repeat(GAP);
                }
                line += &match align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                };
            }
            line
        };
        self.rows.iter().map(line).collect()
    }

    /// Writes the table, indented.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_indented(out, &self.lines())
    }
}

/// Writes lines, indented and without spaces at their ends.
pub fn write_indented(out: &mut dyn Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        writeln!(out, "{}", format!("  {line}").trim_end())?;
    }
    Ok(())
}

/// Writes boards next to each other, indented, as many in a row as the terminal is wide.
pub(crate) fn write_boards(out: &mut dyn Write, boards: &[Vec<String>]) -> io::Result<()> {
    let width = terminal_size::terminal_size().map_or(PAGE, |(width, _)| width.0);
    let width = usize::from(width).saturating_sub(2);
    write_indented(out, &side_by_side(boards, width, BOARD_GAP))
}

/// A table as comma-separated values.
pub fn csv<R: IntoIterator<Item = String>>(
    heading: &[&str],
    rows: impl IntoIterator<Item = R>,
) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let memory = "memory takes all of it";
    writer.write_record(heading).expect(memory);
    for row in rows {
        writer.write_record(row).expect(memory);
    }
    let bytes = writer.into_inner().expect(memory);
    String::from_utf8(bytes).expect("the cells are text")
}

/// Blocks of lines next to each other, as many in a row as fit into `width`, with
/// a blank line between the rows.
pub fn side_by_side(blocks: &[Vec<String>], width: usize, gap: usize) -> Vec<String> {
    let columns = |block: &Vec<String>| block.iter().map(|line| line.chars().count()).max();
    let wide = blocks.iter().filter_map(columns).max().unwrap_or(0);
    let in_a_row = ((width + gap) / (wide + gap)).max(1);
    let blank = String::new();
    let mut lines = Vec::new();
    for row in blocks.chunks(in_a_row) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let high = row.iter().map(Vec::len).max().unwrap_or(0);
        for number in 0..high {
            let parts = row.iter().map(|block| {
                let part = block.get(number).unwrap_or(&blank);
                format!("{part:<wide$}")
            });
            lines.push(parts.collect::<Vec<_>>().join(&" ".repeat(gap)));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_blank_lines_are_single() {
        let mut table = Table::new(&[("name", Align::Left), ("n", Align::Right)]);
        table.blank();
        table.row(["draw".into(), "1,000".into()]);
        table.blank();
        table.blank();
        table.row(["a".into(), "7".into()]);
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "  name      n\n  draw  1,000\n\n  a         7\n");
    }

    #[test]
    fn blocks_wrap_at_the_width() {
        let blocks = ["ab", "c", "d"].map(|text| vec![text.to_owned()]);
        assert_eq!(side_by_side(&blocks, 5, 1), ["ab c ", "", "d "]);
        assert_eq!(side_by_side(&blocks, 1, 1).len(), 5);
    }
}
