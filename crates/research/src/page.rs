//! A page of results in Markdown as it grows.

use std::collections::BTreeMap;

use quixotic_quixo::Board;
use quixotic_tablebase::Database;

use super::orbits::{notation, positions, x_to_move};
use quixotic_cli::units::count;

/// A page about the positions of a database.
pub(crate) struct Page<'a> {
    database: &'a Database,
    text: String,
}

impl<'a> Page<'a> {
    pub(crate) fn new(database: &'a Database) -> Page<'a> {
        Page {
            database,
            text: String::new(),
        }
    }

    pub(crate) fn database(&self) -> &'a Database {
        self.database
    }

    /// A section about some boards, with how many they are.
    pub(crate) fn heading(&mut self, title: &str, boards: &[Board]) {
        let positions = count(positions(self.database.quixo(), boards));
        let orbits = count(boards.len() as u64);
        self.paragraph(&format!("## {title}"));
        self.paragraph(&format!("Positions: {positions}. Orbits: {orbits}."));
    }

    /// A table of numbers.
    pub(crate) fn table(&mut self, columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
        let heading = columns.iter().map(|&name| name.to_owned());
        let mut lines = vec![
            line(&heading.collect::<Vec<_>>()),
            format!("|{}", "--:|".repeat(columns.len())),
        ];
        lines.extend(rows.into_iter().map(|row| line(&row)));
        self.paragraph(&lines.join("\n"));
    }

    /// Positions and orbits by a number that each board has.
    pub(crate) fn by_number(
        &mut self,
        name: &str,
        boards: &[Board],
        number: impl Fn(Board) -> u32,
    ) {
        let mut by_number: BTreeMap<u32, Vec<Board>> = BTreeMap::new();
        for &board in boards {
            by_number.entry(number(board)).or_default().push(board);
        }
        let quixo = self.database.quixo();
        let rows = by_number.into_iter().map(|(number, boards)| {
            let positions = count(positions(quixo, &boards));
            vec![number.to_string(), positions, count(boards.len() as u64)]
        });
        self.table(&[name, "positions", "orbits"], rows);
    }

    /// A board in notation and drawn.
    pub(crate) fn example(&mut self, text: &str, board: Option<&Board>) {
        if let Some(&board) = board {
            let quixo = self.database.quixo();
            self.paragraph(&format!("{text} `{}`", notation(quixo, board)));
            self.fenced(&quixo.draw(&x_to_move(board), None));
        }
    }

    /// Boards in notation, one on a line.
    pub(crate) fn list(&mut self, boards: &[Board]) {
        let quixo = self.database.quixo();
        let lines = boards.iter().map(|&board| notation(quixo, board));
        self.fenced(&lines.collect::<Vec<_>>());
    }

    pub(crate) fn fenced(&mut self, lines: &[String]) {
        self.paragraph(&format!("```text\n{}\n```", lines.join("\n")));
    }

    pub(crate) fn paragraph(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push_str("\n\n");
    }

    /// The text of the page.
    pub(crate) fn finish(self) -> String {
        format!("{}\n", self.text.trim_end())
    }
}
