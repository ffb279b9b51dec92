//! One puzzle: what it asks for, and the line of text that it is kept as.

use std::fmt;
use std::str::FromStr;

use quixotic_game::{Game as _, quoted};
use quixotic_quixo::{Move, Position, Quixo};
use thiserror::Error;

/// What a puzzle asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// One move wins, and not at once.
    Win,
    /// Several moves win, and one of them in the fewest plies, 3 to 9.
    Fast,
    /// One move draws, all others lose.
    Draw,
    /// The opponent's last move gave a draw or a win away, and one move wins.
    Refute,
    /// The opponent threatens to win with the next move, and one move does not lose.
    Escape,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 5] = [
        Theme::Win,
        Theme::Fast,
        Theme::Draw,
        Theme::Refute,
        Theme::Escape,
    ];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Win => "win",
            Theme::Fast => "fast",
            Theme::Draw => "draw",
            Theme::Refute => "refute",
            Theme::Escape => "escape",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Theme {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Theme, PuzzleError> {
        let mut all = Theme::ALL.into_iter();
        let found = all.find(|theme| theme.name() == text);
        found.ok_or_else(|| PuzzleError(format!("there is no theme {}", quoted(text))))
    }
}

/// Text that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PuzzleError(String);

/// A position with one right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What is asked for.
    pub theme: Theme,
    /// From 1, easy, to 5.
    pub grade: u8,
    /// Plies to the end under best play; `None` if the solution draws.
    pub plies: Option<u16>,
    /// The opponent's last move, where that is what the puzzle is about.
    pub blunder: Option<Move>,
    /// The position.
    pub position: Position,
    /// Best play from there, as far as it is kept. Each entry has the moves that are right on that ply, the
    /// one that is played first; on the plies after the first they are all there only in [`Theme::Fast`],
    /// on the plies of the player who solves it.
    pub line: Vec<Vec<Move>>,
}

impl Puzzle {
    /// The moves that solve it.
    pub fn solutions(&self) -> &[Move] {
        &self.line[0]
    }

    /// The puzzle as a line of text: theme, grade, plies (`-` for a draw), the opponent's last move (`-` if
    /// it does not matter), position, line. Moves that are right on the same ply are written together.
    pub fn write(&self, quixo: &Quixo) -> String {
        let name = |mv: &Move| quixo.format_move(*mv);
        let plies = self.plies.map_or("-".into(), |plies| plies.to_string());
        let blunder = self.blunder.as_ref().map_or("-".into(), name);
        let line = self.line.iter();
        let line: Vec<String> = line.map(|ply| ply.iter().map(name).collect()).collect();
        let (theme, grade) = (self.theme, self.grade);
        let position = quixo.format_position(&self.position);
        format!(
            "{theme} {grade} {plies} {blunder} {position} {}",
            line.join(" ")
        )
    }

    /// Reads what [`write`](Puzzle::write) writes. All moves of the line have to be legal.
    pub fn read(quixo: &Quixo, text: &str) -> Result<Puzzle, PuzzleError> {
        let bad = |reason: &str| PuzzleError(format!("{reason}: {}", quoted(text)));
        let words: Vec<&str> = text.split(' ').collect();
        let [theme, grade, plies, blunder, board, to_move, line @ ..] = words.as_slice() else {
            return Err(bad("something is missing"));
        };
        let a_move = |text: &str| quixo.parse_move(text).map_err(|_| bad("this is no move"));
        let position = format!("{board} {to_move}");
        let position = quixo.parse_position(&position);
        let position = position.map_err(|_| bad("this is no position"))?;
        let mut moves: Vec<Vec<Move>> = Vec::new();
        let mut at = position;
        for ply in line {
            let names = ply.as_bytes().chunks(3).map(str::from_utf8);
            let names: Result<Vec<&str>, _> = names.collect();
            let names = names.map_err(|_| bad("this is no move"))?;
            let ply: Vec<Move> = names
                .into_iter()
                .map(a_move)
                .collect::<Result<_, PuzzleError>>()?;
            if ply.is_empty() || ply.iter().any(|&mv| !quixo.is_legal(at.board, mv)) {
                return Err(bad("a move is not legal"));
            }
            at = quixo.play(&at, ply[0]);
            moves.push(ply);
        }
        if moves.is_empty() {
            return Err(bad("there is no solution"));
        }
        Ok(Puzzle {
            theme: theme.parse()?,
            grade: match grade.parse() {
                Ok(grade @ 1..=5) => grade,
                _ => return Err(bad("a grade is a number from 1 to 5")),
            },
            plies: match *plies {
                "-" => None,
                plies => Some(plies.parse().map_err(|_| bad("plies are a number"))?),
            },
            blunder: match *blunder {
                "-" => None,
                blunder => Some(a_move(blunder)?),
            },
            position,
            line: moves,
        })
    }
}
