//! The check: do the parts cover every way for X to begin, and does every part hold?

use std::collections::HashSet;
use std::fmt;

use super::board::{Board, Move, Needs};
use super::error::{Error, Line};
use super::file::{Answers, Certificate, Part};

/// A certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// X cannot win by this ply …
    pub by: u8,
    /// … after any first move but this, 9 · field + spot, and its images.
    pub spared: Option<u8>,
    /// Parts of the certificate.
    pub parts: usize,
    /// Positions with O to move in which her answer was replayed.
    pub positions: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "X cannot win by ply {}", self.by)?;
        let Some(spared) = self.spared else {
            return Ok(());
        };
        write!(f, " after any first move but {}", Line(vec![spared]))?;
        if images(spared).any(|image| image != spared) {
            f.write_str(" and its images")?;
        }
        Ok(())
    }
}

/// Positions between two questions whether to go on.
const ASK: usize = 1 << 10;

/// Checks a certificate, as long as `go_on` says so: it is asked every now and then.
pub fn check(bytes: &[u8], go_on: &dyn Fn() -> bool) -> Result<Report, Error> {
    let certificate = Certificate::read(bytes)?;
    let lines: Vec<&[Move]> = (certificate.parts.iter())
        .map(|part| &part.line[..])
        .collect();
    for line in &lines {
        play_out(line)?;
    }
    covers(&lines, certificate.spared, &mut Vec::new(), go_on)?;
    walk(&certificate, go_on)
}

/// Checks the parts of a certificate, but not whether X has a way out between them.
pub fn check_parts(bytes: &[u8], go_on: &dyn Fn() -> bool) -> Result<Report, Error> {
    walk(&Certificate::read(bytes)?, go_on)
}

fn walk(certificate: &Certificate<'_>, go_on: &dyn Fn() -> bool) -> Result<Report, Error> {
    let needs = Needs::new();
    let mut report = Report {
        by: certificate.by,
        spared: certificate.spared,
        parts: certificate.parts.len(),
        positions: 0,
    };
    for part in &certificate.parts {
        report.positions += Walk::new(&needs, certificate.by, part, go_on).run(&part.line)?;
    }
    Ok(report)
}

/// The position after a line, which has to be legal.
fn play_out(line: &[Move]) -> Result<Board, Error> {
    line.iter()
        .enumerate()
        .try_fold(Board::START, |board, (index, &mv)| {
            if board.is_legal(mv) {
                Ok(board.play(mv))
            } else {
                Err(Error::IllegalLine(Line(line[..=index].to_vec())))
            }
        })
}

/// Whether the parts leave X no way out: after `line`, with X to move, each X move
/// begins or continues a part, and all parts that continue it have the same O move next.
/// Of first moves that differ by a rotation or reflection one is enough, and the one that
/// is spared needs no part.
fn covers(
    parts: &[&[Move]],
    spared: Option<Move>,
    line: &mut Vec<Move>,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Error> {
    if !go_on() {
        return Err(Error::Stopped);
    }
    if parts.contains(&&line[..]) {
        return Ok(());
    }
    let board = play_out(line)?;
    for mv in board.moves() {
        if line.is_empty() && may_miss(parts, spared, mv) {
            continue;
        }
        line.push(mv);
        if !parts.contains(&&line[..]) {
            let reply = reply(parts, line)?;
            line.push(reply);
            covers(parts, spared, line, go_on)?;
            line.pop();
        }
        line.pop();
    }
    Ok(())
}

/// Whether there may be no part for a first move: it is spared, or an image of it has parts.
fn may_miss(parts: &[&[Move]], spared: Option<Move>, mv: Move) -> bool {
    let is_spared = images(mv).any(|image| Some(image) == spared);
    let has_image = || images(mv).any(|image| begins_a_part(parts, image));
    is_spared || (!begins_a_part(parts, mv) && has_image())
}

fn begins_a_part(parts: &[&[Move]], mv: Move) -> bool {
    parts.iter().any(|part| part.first() == Some(&mv))
}

/// The O move that follows a line in all parts that continue it.
fn reply(parts: &[&[Move]], line: &[Move]) -> Result<Move, Error> {
    let mut replies = parts
        .iter()
        .filter_map(|part| part.strip_prefix(line))
        .filter_map(|rest| rest.first());
    let reply = replies
        .next()
        .ok_or_else(|| Error::Uncovered(Line(line.to_vec())))?;
    if replies.all(|other| other == reply) {
        Ok(*reply)
    } else {
        Err(Error::TwoReplies(Line(line.to_vec())))
    }
}

/// A move turned and mirrored in all ways: board and fields go together.
fn images(mv: Move) -> impl Iterator<Item = Move> {
    let turn = |cell: u8| 3 * (cell % 3) + 2 - cell / 3;
    let mirror = |cell: u8| 3 * (cell / 3) + 2 - cell % 3;
    (0..8).map(move |image| {
        let cell = |cell| {
            let turned = (0..image % 4).fold(cell, |cell, _| turn(cell));
            if image < 4 { turned } else { mirror(turned) }
        };
        9 * cell(mv / 9) + cell(mv % 9)
    })
}

/// A walk through everything that can follow in a part.
struct Walk<'a> {
    needs: &'a Needs,
    go_on: &'a dyn Fn() -> bool,
    by: u8,
    traps: &'a [u8],
    answers: Answers<'a>,
    /// Positions with O to move that were met.
    met: HashSet<Board>,
    /// How the present position came about.
    line: Vec<Move>,
}

impl<'a> Walk<'a> {
    fn new(needs: &'a Needs, by: u8, part: &'a Part<'_>, go_on: &'a dyn Fn() -> bool) -> Walk<'a> {
        Walk {
            needs,
            go_on,
            by,
            traps: &part.traps,
            answers: part.answers,
            met: HashSet::new(),
            line: part.line.clone(),
        }
    }

    /// Walks everything and says how many positions with O to move it met.
    fn run(mut self, line: &[Move]) -> Result<u64, Error> {
        let board = play_out(line)?;
        if board.x_is_to_move() {
            self.x_moves(&board)?;
        } else {
            self.o_moves(&board)?;
        }
        if !self.answers.is_empty() {
            return Err(Error::Spare(Line(line.to_vec())));
        }
        Ok(self.met.len() as u64)
    }

    /// X tries every legal move.
    fn x_moves(&mut self, board: &Board) -> Result<(), Error> {
        if board.o_has_won() || self.needs.is_too_late(board, self.by) {
            return Ok(());
        }
        for mv in board.moves() {
            self.line.push(mv);
            self.o_moves(&board.play(mv))?;
            self.line.pop();
        }
        Ok(())
    }

    /// O makes the one move that the certificate has.
    fn o_moves(&mut self, board: &Board) -> Result<(), Error> {
        if board.x_has_won() {
            return Err(Error::XWins(Line(self.line.clone())));
        }
        if self.needs.is_too_late(board, self.by) || !self.met.insert(*board) {
            return Ok(());
        }
        if self.met.len().is_multiple_of(ASK) && !(self.go_on)() {
            return Err(Error::Stopped);
        }
        let mv = match self.trap(board) {
            Some(mv) => mv,
            None => self.answer(board)?,
        };
        self.line.push(mv);
        if !board.is_legal(mv) {
            return Err(Error::IllegalAnswer(Line(self.line.clone())));
        }
        self.x_moves(&board.play(mv))?;
        self.line.pop();
        Ok(())
    }

    /// The first trap spot that is free in the active field and whose field is not full.
    fn trap(&self, board: &Board) -> Option<Move> {
        let field = board.active()?;
        let moves = self.traps.iter().map(|spot| 9 * field + spot);
        moves
            .into_iter()
            .find(|&mv| board.is_legal(mv) && !board.is_full(mv % 9))
    }

    fn answer(&mut self, board: &Board) -> Result<Move, Error> {
        let missing = || Error::Missing(Line(self.line.clone()));
        let field = match board.active() {
            Some(field) => field,
            None => self.answers.next().ok_or_else(missing)?,
        };
        let spot = self.answers.next().ok_or_else(missing)?;
        if field > 8 || spot > 8 {
            return Err(Error::Malformed);
        }
        Ok(9 * field + spot)
    }
}
