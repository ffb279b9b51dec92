//! `line`: one optimal game, board by board, like Figure 8 of *Quixo Is Solved*.

use std::io::Write;
use std::iter;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_game::{Game as _, PositionJson, Value};
use quixotic_quixo::{Position, Quixo};
use quixotic_tablebase::{Database, MoveValue, ProbeError};

use super::args::{AskArgs, OnBoard};
use super::words;
use crate::json;
use crate::page;
use crate::table::{side_by_side, write_indented};

pub(crate) fn run(on: &OnBoard<AskArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &args.target.of(game);
    let (database, start) = target.open_at(&args.position)?;
    let line = Line::find(&database, start).map_err(|error| target.advise(error))?;
    if args.json {
        let quixo = database.quixo();
        json::write(out, &line.json(target.game.name(), quixo))?;
    } else {
        let boards = line.boards(&database);
        let boards = boards.map_err(|error| target.advise(error))?;
        write_indented(out, &side_by_side(&boards, page::width(), page::GAP))?;
        writeln!(out, "\n{}", line.ending())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// An optimal game.
pub(crate) struct Line {
    pub(crate) start: Position,
    pub(crate) value: Value,
    /// The moves, with the position after each.
    pub(crate) moves: Vec<(MoveValue, Position)>,
}

impl Line {
    pub(crate) fn find(database: &Database, start: Position) -> Result<Line, ProbeError> {
        let mut to_move = start.to_move;
        let moves = database.line(start.board)?.into_iter().map(|found| {
            to_move = !to_move;
            let board = found.board;
            (found, Position { board, to_move })
        });
        Ok(Line {
            start,
            value: database.probe(start.board)?,
            moves: moves.collect(),
        })
    }

    pub(crate) fn json(&self, game: &'static str, quixo: &Quixo) -> PositionJson {
        let moves = self.moves.iter().map(|(found, _)| (found.mv, found.value));
        PositionJson::line(game, quixo, &self.start, self.value, moves)
    }

    /// A drawing of every position: the ply that led to it, the board, its value.
    fn boards(&self, database: &Database) -> Result<Vec<Vec<String>>, ProbeError> {
        let quixo = database.quixo();
        let draw = |heading: String, position: &Position, last| {
            let mut lines = vec![heading];
            lines.extend(quixo.draw(position, last));
            let value = database.probe(position.board)?;
            lines.push(words::for_winner(position, value));
            Ok(lines)
        };
        let start = draw(format!("{} to move", self.start.to_move), &self.start, None);
        let moves = self
            .moves
            .iter()
            .enumerate()
            .map(|(ply, (found, position))| {
                let mv = quixo.format_move(found.mv);
                let heading = format!("{}. {} {mv}", ply + 1, !position.to_move);
                draw(heading, position, Some(found.mv))
            });
        iter::once(start).chain(moves).collect()
    }

    /// How the game ends, in a sentence.
    fn ending(&self) -> String {
        let value = words::for_mover(&self.start, self.value);
        let plies = self.moves.len();
        match self.moves.last() {
            None => format!("The game is over: {value}."),
            Some(_) if self.value.distance().is_some() => format!("Under best play {value}."),
            Some((_, last)) => {
                let positions = self.moves.iter().map(|(_, position)| position);
                let mut positions = iter::once(&self.start).chain(positions);
                let first = match positions.position(|position| position == last) {
                    None | Some(0) => "the first position".into(),
                    Some(ply) => format!("the position after ply {ply}"),
                };
                format!(
                    "A draw: ply {plies} brings {first} back, and from there the game goes round."
                )
            }
        }
    }
}
