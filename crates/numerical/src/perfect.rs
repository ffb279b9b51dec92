//! The perfect player: solves as it goes, and needs no database.
//!
//! Only the very first moves of the usual 4×4 game take seconds to find. They come
//! from a small text file that the solver has written, with one position of each kind
//! under the symmetries of the board.

use std::time::Instant;

use quixotic_game::Game;

use crate::grid::LineSymmetry;
use crate::{Judge, Keys, Late, Move, Numerical, Position, Rules, Verdict};

/// Plays without a mistake: wins what is won, ties what is tied.
pub struct Perfect {
    judge: Judge,
    opening: Vec<Known>,
    symmetries: Vec<LineSymmetry>,
}

/// A position of the opening and a best move there.
#[derive(Clone, Copy, Debug)]
struct Known {
    position: Position,
    reply: Move,
}

/// The opening of the usual 4×4 game; `#` begins a comment.
const OPENING: &str = include_str!("../data/opening4.txt");

impl Perfect {
    /// A perfect player of a game. Where the rules are not the usual ones, its first two
    /// or three moves on 4×4 may take it a minute.
    pub fn new(game: &Numerical) -> Perfect {
        let is_known = Rules::standard(4) == Ok(game.rules());
        Perfect {
            judge: Judge::new(game, Keys::default()),
            opening: if is_known { read(game) } else { Vec::new() },
            symmetries: game.grid().symmetries(),
        }
    }

    /// Its judge, who solves what the opening does not have.
    pub fn judge(&self) -> &Judge {
        &self.judge
    }

    /// How the game ends from here, for those who cannot wait.
    pub fn verdict_until(
        &self,
        position: &Position,
        deadline: Option<Instant>,
    ) -> Result<Verdict, Late> {
        match self.opening_verdict(position) {
            Some(verdict) => Ok(verdict),
            None => self.judge.verdict_until(position, deadline),
        }
    }

    /// What follows from the opening without a search: the second player wins the usual
    /// game, so she does after every first move, and after every reply to it from here.
    fn opening_verdict(&self, position: &Position) -> Option<Verdict> {
        let follows = match position.rounds() {
            _ if self.opening.is_empty() => false,
            0 | 1 => true,
            2 => (0..16).any(|cell| {
                let before = position.with(cell, None);
                let reply = self.opening_move(&before);
                before.rounds() == 1
                    && reply.is_some_and(|mv| self.judge.game().after(&before, mv) == *position)
            }),
            _ => false,
        };
        follows.then_some(Verdict::Second)
    }

    /// Its move; `None` if the game is over.
    pub fn choose(&self, position: &Position) -> Option<Move> {
        self.choose_until(position, None).expect("nobody stops it")
    }

    /// The same, for those who cannot wait. Who asks again comes further.
    pub fn choose_until(
        &self,
        position: &Position,
        deadline: Option<Instant>,
    ) -> Result<Option<Move>, Late> {
        match self.opening_move(position) {
            Some(mv) => Ok(Some(mv)),
            None => self.judge.choose_until(position, deadline),
        }
    }

    /// The move that is known for this position or one of its images.
    fn opening_move(&self, position: &Position) -> Option<Move> {
        self.opening.iter().find_map(|known| {
            let image = |symmetry: &&LineSymmetry| moved(symmetry, &known.position) == *position;
            let symmetry = self.symmetries.iter().find(image)?;
            let cell = symmetry.cell(known.reply.cell);
            Some(Move {
                cell,
                ..known.reply
            })
        })
    }
}

/// A position with its cells moved.
fn moved(symmetry: &LineSymmetry, position: &Position) -> Position {
    (0..16).fold(Position::START, |image, cell| match position.at(cell) {
        None => image,
        placed => image.with(symmetry.cell(cell), placed),
    })
}

/// Reads the opening.
fn read(game: &Numerical) -> Vec<Known> {
    let lines = OPENING.lines().filter(|line| !line.starts_with('#'));
    let known = lines.map(|line| {
        let (position, reply) = line.split_once(' ').expect("a position and a move");
        let position = game.parse_position(position).expect("a position");
        let reply = game.parse_move(reply).expect("a move");
        Known { position, reply }
    });
    known.collect()
}

/// The positions of the opening: the empty board, every kind of first move, and every
/// kind of reply to the perfect player's own first move.
pub fn opening_positions(game: &Numerical, first: Move) -> Vec<Position> {
    let start = game.start();
    let mut positions = vec![start];
    positions.extend(kinds_after(game, &start));
    positions.extend(kinds_after(game, &game.play(&start, first)));
    positions
}

/// A position of each kind that a move leads to; those that a symmetry of the lines takes
/// to each other are one kind.
pub fn kinds_after(game: &Numerical, position: &Position) -> Vec<Position> {
    let symmetries = game.grid().symmetries();
    let mut kinds: Vec<Position> = Vec::new();
    for mv in game.moves(position) {
        let after = game.play(position, mv);
        let is_new = |symmetry| !kinds.contains(&moved(symmetry, &after));
        if symmetries.iter().all(is_new) {
            kinds.push(after);
        }
    }
    kinds
}

/// A line of the opening, as the solver finds it.
///
/// # Panics
/// If the game is over.
pub fn derive_opening(judge: &Judge, position: &Position) -> String {
    let game = judge.game();
    let reply = judge.choose(position).expect("the game is not over");
    let (position, reply) = (game.format_position(position), game.format_move(reply));
    format!("{position} {reply}")
}
