//! The solver: answers a [`Question`] about any position of a game.
//!
//! A depth-first search with two values ([`worker`]). A look at a position decides it
//! or tells its safe moves ([`look`]); what is dead is forgotten ([`live`]), so that
//! positions that differ only in that are remembered as one ([`key`], [`memory`]).

mod board;
mod key;
mod live;
mod look;
mod memory;
mod order;
mod worker;

use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};

use quixotic_game::{Budget, Stopped};

use crate::rules::index;
use crate::{Move, Numerical, Position, Question};
use board::{Board, Lines};
use key::Canon;
pub use key::Keys;
use live::{Live, Sums};
use memory::{Exact, Merged};
use worker::{Shared, Worker};

/// The memory of answers takes this many bytes, unless one says otherwise.
const MEMORY: usize = 32 << 20;

/// Answers one question about any position of a game, and remembers answers.
pub struct Solver {
    game: Numerical,
    question: Question,
    lines: Lines,
    sums: Sums,
    memory: Memory,
    /// Boards visited so far, for those who watch.
    visited: AtomicU64,
}

/// The answers found so far, by the kind of their keys.
enum Memory {
    Merged(Merged),
    Exact(Canon, Exact),
}

/// What a position is remembered by, and where.
#[derive(Clone, Copy)]
enum Key<'a> {
    Merged(&'a Merged, u64),
    Exact(&'a Exact, u128),
}

impl Key<'_> {
    /// Equal for positions that are remembered as one.
    fn bits(self) -> u128 {
        match self {
            Key::Merged(_, key) => key.into(),
            Key::Exact(_, key) => key,
        }
    }

    fn recall(self) -> Option<bool> {
        match self {
            Key::Merged(memory, key) => memory.get(key),
            Key::Exact(memory, key) => memory.get(key),
        }
    }

    /// Remembers the answer for a position with so many free cells.
    fn remember(self, free: u32, answer: bool) {
        match self {
            Key::Merged(memory, key) => memory.put(key, free, answer),
            Key::Exact(memory, key) => memory.put(key, answer),
        }
    }
}

/// An answer and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverAnswer {
    /// Whether the asker can force the win.
    pub yes: bool,
    /// What was done at each depth, from the empty board to the full one.
    pub depths: Vec<Depth>,
}

/// What a search did at one depth, as in the appendix of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// Boards visited. Boards that a look at them decides are not counted.
    pub visited: u64,
    /// Of these, found in memory.
    pub remembered: u64,
    /// Of these, where the answer was yes.
    pub yes: u64,
}

impl AddAssign for Depth {
    fn add_assign(&mut self, other: Depth) {
        self.visited += other.visited;
        self.remembered += other.remembered;
        self.yes += other.yes;
    }
}

impl SolverAnswer {
    /// The boards visited at all depths.
    pub fn nodes(&self) -> u64 {
        self.depths.iter().map(|depth| depth.visited).sum()
    }
}

impl Solver {
    /// A solver that remembers nothing yet.
    pub fn new(game: &Numerical, question: Question, keys: Keys) -> Solver {
        Solver {
            game: game.clone(),
            question,
            lines: Lines::new(game.grid()),
            sums: Sums::new(game.rules()),
            memory: match keys {
                Keys::Merged => Memory::Merged(Merged::new(MEMORY)),
                Keys::Exact => Memory::Exact(Canon::new(game.grid()), Exact::new(4 * MEMORY)),
            },
            visited: AtomicU64::new(0),
        }
    }

    /// The question.
    pub fn question(&self) -> Question {
        self.question
    }

    /// The boards visited so far, by all threads.
    pub fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }

    /// Answers the question about a position; the budget's positions are boards visited
    /// by all threads. What was found before the budget ended is remembered, so asking
    /// again goes on from there.
    ///
    /// The moves of the position are shared among the threads of the current rayon pool.
    pub fn ask(&self, position: &Position, budget: &Budget) -> Result<SolverAnswer, Stopped> {
        let shared = Shared::new(budget);
        let mut worker = Worker::new(self, &shared);
        let yes = match self.at_once(position) {
            Some(yes) => yes,
            None => {
                let board = Board::new(&self.game, &self.lines, position);
                let mover = index(position.to_move());
                let found = worker.search_shared(&board, mover, self.lines.all());
                found.map_err(|_| worker.why())?
            }
        };
        let depths = worker.into_depths();
        Ok(SolverAnswer { yes, depths })
    }

    /// The answer for a game that is over or that the next move ends.
    fn at_once(&self, position: &Position) -> Option<bool> {
        let Question { asker, by_round } = self.question;
        if let Some(winner) = self.game.winner(position) {
            return Some(winner == asker && position.rounds() <= by_round);
        }
        if self.winning_move(position).is_some() {
            return Some(position.to_move() == asker && position.rounds() < by_round);
        }
        None
    }

    /// A move that completes a line.
    fn winning_move(&self, position: &Position) -> Option<Move> {
        let mut moves = self.game.legal_moves(position);
        moves.find(|&mv| {
            let after = self.game.after(position, mv);
            self.game.winner(&after).is_some()
        })
    }

    fn key(&self, board: &Board, live: &Live) -> Key<'_> {
        match &self.memory {
            Memory::Merged(memory) => Key::Merged(memory, key::merged(&self.lines, board, live)),
            Memory::Exact(canon, memory) => Key::Exact(memory, canon.key(board, live)),
        }
    }
}
