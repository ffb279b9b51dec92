//! The opening book of the usual 4×4 game: a small text file that the solver has
//! written, with one position of each kind under the symmetries of the board.

use quixotic_game::{Budget, Game, Stopped};

use crate::grid::LineSymmetry;
use crate::{Judge, Move, Numerical, Position, Verdict};

/// A position of the opening and a best move there.
#[derive(Clone, Copy, Debug)]
struct BookMove {
    position: Position,
    reply: Move,
}

/// The book; it is empty under other rules.
pub(crate) struct Opening {
    known: Vec<BookMove>,
    symmetries: Vec<LineSymmetry>,
}

/// The positions and the replies to them; `#` begins a comment.
const OPENING: &str = include_str!("../data/opening4.txt");

impl Opening {
    /// The book of a game.
    pub(crate) fn of(game: &Numerical) -> Opening {
        let has_book = game.rules().size() == 4 && game.rules().is_standard();
        Opening {
            known: if has_book { read(game) } else { Vec::new() },
            symmetries: game.grid().symmetries(),
        }
    }

    /// What follows from the book without a search: the second player wins the usual
    /// game, so she does after every first move, and after every reply to it from here.
    pub(crate) fn verdict(&self, game: &Numerical, position: &Position) -> Option<Verdict> {
        let follows = match position.rounds() {
            _ if self.known.is_empty() => false,
            0 | 1 => true,
            2 => (0..16).any(|cell| {
                let before = position.with(cell, None);
                let reply = self.reply(&before);
                before.rounds() == 1 && reply.is_some_and(|mv| game.after(&before, mv) == *position)
            }),
            _ => false,
        };
        follows.then_some(Verdict::Second)
    }

    /// The move that is known for this position or one of its images.
    pub(crate) fn reply(&self, position: &Position) -> Option<Move> {
        self.known.iter().find_map(|known| {
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
pub(crate) fn moved(symmetry: &LineSymmetry, position: &Position) -> Position {
    (0..16).fold(Position::START, |image, cell| match position.at(cell) {
        None => image,
        placed => image.with(symmetry.cell(cell), placed),
    })
}

/// Reads the book.
fn read(game: &Numerical) -> Vec<BookMove> {
    let lines = OPENING.lines().filter(|line| !line.starts_with('#'));
    let known = lines.map(|line| {
        let (position, reply) = line.split_once(' ').expect("a position and a move");
        let position = game.parse_position(position).expect("a position");
        let reply = game.parse_move(reply).expect("a move");
        BookMove { position, reply }
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
pub fn derive_opening(
    judge: &Judge,
    position: &Position,
    budget: &Budget,
) -> Result<String, Stopped> {
    let game = judge.game();
    let reply = judge.choose(position, budget)?;
    let reply = game.format_move(reply.expect("the game is not over"));
    Ok(format!("{} {reply}", game.format_position(position)))
}
