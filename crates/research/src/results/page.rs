//! The results as a page of Markdown.

use crate::chance::Chance;
use crate::opening::Opening;
use quixotic_game::{Game as _, Outcome};
use quixotic_quixo::{Board, Quixo, Taken};
use quixotic_tablebase::{ByDistance, Database};

use super::Names;
use super::findings::{Findings, Valued, after};
use crate::line::Line;
use crate::line::for_mover;
use crate::orbits::{notation, positions, tiles};
use crate::page::Page;
use quixotic_cli::units::{count, percent};

/// Moves of a game on a line.
const MOVES: usize = 14;
/// Rows of the table of distances, at most about.
const ROWS: u16 = 20;
/// Longer lists of positions are left to the JSON.
const LISTED: usize = 24;

pub(super) fn page(database: &Database, found: &Findings, names: &Names, command: &str) -> String {
    let mut page = Page::new(database);
    page.paragraph(&format!("# Quixo on {}: results", database.rules()));
    page.paragraph(&format!(
        "Written by `{command}`; do not edit.\n\
         Everything here, with all positions and games, is in [{json}]({json}); the counts by distance are in\n\
         [{csv}]({csv}), too.",
        json = names.json,
        csv = names.csv
    ));
    page.paragraph(
        "X is to move unless something else is said. Positions that the eight symmetries turn into each other are an\n\
         orbit, of which one is shown; counts of positions include all of them. Positions count whether or not they can occur\n\
         in play, unless that is said.",
    );
    page.outcomes(found, names);
    page.distances(found, names);
    page.longest(found, names);
    page.smallest(found, names);
    page.first_moves(found);
    page.random_moves(found, names);
    page.finish()
}

/// The sections of the page.
impl Page<'_> {
    fn outcomes(&mut self, found: &Findings, names: &Names) {
        let stats = &found.stats;
        self.paragraph("## Outcomes");
        let start = match found.start.outcome() {
            Outcome::Draw => "The empty board is a draw.".to_owned(),
            _ => format!("The empty board is a {}.", found.start),
        };
        self.paragraph(&format!(
            "{start} Signature of the database: `{}`.",
            stats.signature
        ));
        let all = stats.positions();
        let rows = [
            ("won by the player to move", stats.win),
            ("lost", stats.loss),
            ("drawn", stats.draw),
            ("all", all),
        ];
        let rows =
            rows.map(|(name, number)| vec![name.to_owned(), count(number), percent(number, all)]);
        self.table(&["", "positions", "share"], rows);
        self.paragraph(
            "By class, as in Figure 6 of *Quixo Is Solved* (the classes whose numbers of tiles differ by at most one):",
        );
        self.image("Shares of wins, draws and losses by class", &names.outcomes);
    }

    fn distances(&mut self, found: &Findings, names: &Names) {
        self.paragraph("## Distances");
        self.paragraph(
            "How many plies (moves of one player) a game takes to its end when the winner hurries and the loser delays.\n\
             Games that are over take 0.",
        );
        self.image("Positions by distance", &names.distances);
        let rows = &found.stats.by_distance;
        let longest = rows.iter().map(|row| row.plies).max().unwrap_or(0);
        let step = longest.div_ceil(ROWS).max(1);
        // Games that are over and those that are won at once stand alone.
        let bounds = (0..2).chain((2..=longest).step_by(step.into()));
        let table = bounds.map(|first| {
            let last = if first < 2 {
                first
            } else {
                longest.min(first + step - 1)
            };
            let here = |row: &&ByDistance| (first..=last).contains(&row.plies);
            let sum =
                |of: fn(&ByDistance) -> u64| -> u64 { rows.iter().filter(here).map(of).sum() };
            let plies = if first == last {
                first.to_string()
            } else {
                format!("{first}–{last}")
            };
            vec![plies, count(sum(|row| row.win)), count(sum(|row| row.loss))]
        });
        let longer = found.stats.longer;
        let last = (longer.win + longer.loss > 0).then(|| {
            let plies = format!("more than {}", longer.plies);
            vec![plies, count(longer.win), count(longer.loss)]
        });
        let table: Vec<Vec<String>> = table.chain(last).collect();
        self.table(&["plies", "won", "lost"], table);
        if longer.win + longer.loss > 0 {
            self.paragraph(&format!(
                "Plies are counted up to {}. Who wins is exact beyond that, too; how soon is not known.",
                longer.plies
            ));
        }
    }

    fn longest(&mut self, found: &Findings, names: &Names) {
        for (lines, text) in [
            (&found.longest_losses, "No loss takes longer."),
            (&found.longest_wins, "No win takes longer."),
        ] {
            let Some(first) = lines.first() else { continue };
            let boards: Vec<Board> = lines.iter().map(|line| line.start.board).collect();
            let value = for_mover(&first.start, first.value);
            self.heading(&value, &boards);
            self.paragraph(text);
            self.example("One of them:", boards.first());
            if lines.len() > 1 {
                self.paragraph("All, one of each orbit:");
                self.list(&boards);
            }
            self.paragraph("One optimal game from the first:");
            self.game(first);
        }
        if !found.longest_wins.is_empty() {
            self.image("A longest game, board by board", &names.longest);
        }
    }

    fn smallest(&mut self, found: &Findings, names: &Names) {
        self.paragraph("## The smallest positions that are decided");
        self.paragraph(
            "Those of Figure 7 of the paper. Only positions that can occur in play are counted; small means few marked\n\
             tiles.",
        );
        for (title, text, kind) in [
            (
                "Not drawn (Figure 7a)",
                "The fewest tiles with which a position is not drawn.",
                &found.decided,
            ),
            (
                "Not drawn, by moves of empty tiles (Figure 7b)",
                "The same among positions that a game leads to in which nobody takes an own tile.",
                &found.decided_by_empty_tiles,
            ),
            (
                "Lost with as many tiles as the other player (Figure 7c)",
                "The fewest tiles with which that happens before the game is over.",
                &found.balanced_losses,
            ),
        ] {
            self.kind(title, text, kind);
        }
        self.image("One position of each kind", &names.positions);
    }

    /// Positions of a kind, those first that are decided soonest.
    fn kind(&mut self, title: &str, text: &str, kind: &[Valued]) {
        self.paragraph(&format!("### {title}"));
        let boards: Vec<Board> = kind.iter().map(|found| found.board).collect();
        let Some((first, last)) = kind.first().zip(kind.last()) else {
            self.paragraph("There are none.");
            return;
        };
        let quixo = self.database().quixo();
        self.paragraph(&format!(
            "{text} Tiles: {}. Positions: {}. Orbits: {}.",
            tiles(first.board),
            count(positions(quixo, &boards)),
            count(boards.len() as u64)
        ));
        let sooner = format!("Among those that are decided soonest, {}:", first.value);
        self.example(&sooner, Some(&first.board));
        if last.value != first.value {
            let later = format!("Among those that take longest, {}:", last.value);
            self.example(&later, Some(&last.board));
        }
        if (2..=LISTED).contains(&kind.len()) {
            let listed = kind
                .iter()
                .map(|found| format!("{}  {}", notation(quixo, found.board), found.value));
            self.fenced(&listed.collect::<Vec<_>>());
        }
    }

    fn first_moves(&mut self, found: &Findings) {
        let quixo = self.database().quixo();
        self.paragraph("## First moves");
        self.paragraph(
            "Positions that the first plies of any legal play can lead to, up to symmetry, and how many of their moves\n\
             keep the outcome. Moves from a position count as one if the positions they lead to are images of each other.",
        );
        let rows = found.openings.iter().enumerate().map(|(plies, openings)| {
            let of = |taken: Taken| {
                let moves = || openings.iter().flat_map(|opening| &opening.moves);
                let keeping = openings.iter().flat_map(Opening::keeping);
                let all = moves().filter(|found| found.taken == taken).count();
                [all, keeping.filter(|found| found.taken == taken).count()]
            };
            let numbers = [of(Taken::Empty), of(Taken::Own)].concat();
            let numbers = numbers.into_iter().map(|number| count(number as u64));
            let start = [(plies + 1).to_string(), count(openings.len() as u64)];
            start.into_iter().chain(numbers).collect()
        });
        let columns = [
            "ply",
            "positions",
            "moves of an empty tile",
            "that keep the outcome",
            "moves of an own tile",
            "that keep it",
        ];
        self.table(&columns, rows.collect::<Vec<Vec<String>>>());
        self.paragraph("The first moves, and after each of them the second ones:");
        let mut lines = Vec::new();
        for first in found.openings.iter().take(1).flatten() {
            for mv in &first.moves {
                lines.push(format!(
                    "- {} and {} more: {}. Then {}.",
                    quixo.format_move(mv.mv),
                    mv.moves - 1,
                    mv.outcome,
                    second_moves(quixo, found, mv.after)
                ));
            }
        }
        self.paragraph(&lines.join("\n"));
    }

    fn random_moves(&mut self, found: &Findings, names: &Names) {
        self.paragraph("## A random move");
        self.paragraph(&format!(
            "How often a random legal move keeps the outcome, in a random position with so many marked tiles in which the\n\
             game is not over, all equally likely, whether or not they can occur in play. In a lost position every move\n\
             does. From each level {} positions were drawn (seed {}); ± is one standard error. Levels without it were\n\
             looked through.",
            count(found.sample.size),
            found.sample.seed
        ));
        self.image("How often a random move keeps the outcome", &names.chances);
        let rows = found.chances.iter().map(|level| {
            let asked = if level.exact {
                format!("all {}", count(level.all.positions))
            } else {
                count(level.all.positions)
            };
            let means = [level.won, level.drawn, level.all].map(mean);
            [level.level.to_string(), asked]
                .into_iter()
                .chain(means)
                .collect()
        });
        let columns = ["tiles", "positions", "won", "drawn", "all"];
        self.table(&columns, rows.collect::<Vec<Vec<String>>>());
    }

    /// The moves of a game, with the number of the first ply on each line.
    fn game(&mut self, line: &Line) {
        let quixo = self.database().quixo();
        let moves: Vec<String> = line
            .moves
            .iter()
            .map(|(found, _)| quixo.format_move(found.mv))
            .collect();
        let rows = moves.chunks(MOVES).enumerate();
        let rows = rows.map(|(row, moves)| format!("{:>3}. {}", row * MOVES + 1, moves.join(" ")));
        self.fenced(&rows.collect::<Vec<_>>());
    }

    fn image(&mut self, text: &str, name: &str) {
        self.paragraph(&format!("![{text}]({name})"));
    }
}

/// What the second moves come to after a first move that leads to `board`.
fn second_moves(quixo: &Quixo, found: &Findings, board: Board) -> String {
    let second = found.openings.iter().skip(1).flatten();
    let Some(second) = second.into_iter().find(|opening| opening.board == board) else {
        return "the game is over".into();
    };
    let position = quixo.format_position(&after(board, 1));
    let (all, kept) = (second.moves.len(), second.keeping().count());
    format!(
        "`{position}`: {kept} of {all} moves keep the {}",
        second.outcome
    )
}

/// `61.42 % ± 0.21`.
fn mean(chance: Chance) -> String {
    match (chance.mean, chance.error) {
        (None, _) => "–".into(),
        (Some(mean), Some(error)) if error > 0.0 => {
            format!("{:.2} % ± {:.2}", 100.0 * mean, 100.0 * error)
        }
        (Some(mean), _) => format!("{:.2} %", 100.0 * mean),
    }
}
