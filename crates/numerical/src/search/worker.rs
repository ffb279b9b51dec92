//! The search itself: depth first, with two values.
//!
//! What decides its cost is the order of the moves. Both players prefer moves that
//! leave the opponent few safe replies. The asker, who wants things to happen, keeps
//! the play where it is; the other player would rather spoil lines, and gives up some
//! of the first for it.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quixotic_game::{Budget, Stopped};
use rayon::prelude::*;

use super::board::Board;
use super::live::Live;
use super::look::{Found, Look, look};
use super::{Depth, Solver};
use crate::Move;
use crate::grid::{Bits, bits};
use crate::rules::index;

/// The search was given up: the budget has ended, or another thread has the answer.
#[derive(Debug)]
pub(super) struct GivenUp;

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    budget: &'a Budget,
    /// Boards visited, as far as the threads have reported them.
    visited: AtomicU64,
    /// Whether a thread has found the answer.
    answered: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(budget: &'a Budget) -> Shared<'a> {
        Shared {
            budget,
            visited: AtomicU64::new(0),
            answered: AtomicBool::new(false),
        }
    }

    fn check(&self) -> Option<Stopped> {
        self.budget
            .check(self.visited.load(Ordering::Relaxed))
            .err()
    }
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    solver: &'a Solver,
    shared: &'a Shared<'a>,
    asker: usize,
    by_round: u32,
    cells: u32,
    /// Boards visited since the last report, and how many there are between two.
    unreported: u64,
    report: u64,
    /// Why the budget has ended, if it has.
    stopped: Option<Stopped>,
    depths: Vec<Depth>,
}

/// A move that a look does not decide.
#[derive(Clone, Copy)]
struct Candidate {
    order: u16,
    mv: Move,
}

/// What the moves of a position come to.
enum Moves {
    /// One of them decides it, or none is left that does not.
    Decided(bool),
    /// These have to be searched, in this order.
    Open(Vec<Candidate>),
}

/// The lines through a cell are at most so many.
const MOST_THROUGH: u32 = 4;
/// How many safe replies of the asker a live line is worth to the other player.
const LINE_SPOILED: u32 = 4;

/// Where a move comes in the order of a player, the asker or the other: by the safe replies
/// that it leaves, the live lines through its cell, and the lines with two free cells
/// after it, where things would happen next.
#[inline]
fn order(is_asker: bool, replies: u32, through: u32, next: u32) -> u16 {
    let order = match is_asker {
        true => replies << 7 | through << 4 | next,
        false => (replies + LINE_SPOILED * (MOST_THROUGH - through)) << 4 | next,
    };
    order as u16
}

/// Boards that a thread visits between two looks at the budget: about a millisecond.
const REPORT: u64 = 1 << 10;

impl<'a> Worker<'a> {
    /// A worker that gives up when the budget ends or another one has the answer.
    pub(super) fn new(solver: &'a Solver, shared: &'a Shared<'a>) -> Worker<'a> {
        let cells = u32::from(solver.game.rules().cells());
        // All threads together overshoot the budget by no more than itself.
        let most = shared.budget.positions().unwrap_or(u64::MAX);
        let threads = rayon::current_num_threads() as u64;
        Worker {
            solver,
            shared,
            asker: index(solver.question.asker),
            by_round: u32::from(solver.question.by_round).min(cells),
            cells,
            unreported: 0,
            report: (most / threads).clamp(1, REPORT),
            stopped: shared.check(),
            depths: vec![Depth::default(); cells as usize + 1],
        }
    }

    /// What was done at each depth.
    pub(super) fn into_depths(mut self) -> Vec<Depth> {
        self.tell();
        self.depths
    }

    /// Why the search was given up, for a worker whose siblings have no answer either.
    pub(super) fn why(&self) -> Stopped {
        self.stopped.expect("only the budget ends such a search")
    }

    /// Adds what was visited since the last report to the counters that others see.
    fn tell(&mut self) {
        let visited = std::mem::take(&mut self.unreported);
        self.solver.visited.fetch_add(visited, Ordering::Relaxed);
        self.shared.visited.fetch_add(visited, Ordering::Relaxed);
    }

    /// Whether the asker can force the win, with `mover` to move, who cannot win at once;
    /// the opponent's threats are all in the lines `fresh`.
    fn search(&mut self, board: &Board, mover: usize, fresh: Bits) -> Result<bool, GivenUp> {
        self.search_by(board, mover, fresh, Worker::one_by_one)
    }

    /// The same with the moves of this position shared among the threads of the pool.
    pub(super) fn search_shared(
        &mut self,
        board: &Board,
        mover: usize,
        fresh: Bits,
    ) -> Result<bool, GivenUp> {
        match rayon::current_num_threads() {
            1 => self.search(board, mover, fresh),
            _ => self.search_by(board, mover, fresh, Worker::shared),
        }
    }

    /// The same with a way to search the moves that have to be.
    fn search_by(
        &mut self,
        board: &Board,
        mover: usize,
        fresh: Bits,
        search_moves: fn(&mut Self, &Board, usize, &[Candidate]) -> Result<bool, GivenUp>,
    ) -> Result<bool, GivenUp> {
        if self.stopped.is_some() || self.shared.answered.load(Ordering::Relaxed) {
            return Err(GivenUp);
        }
        let solver = self.solver;
        let depth = (self.cells - board.free.count_ones()) as usize;
        self.visit(depth);
        let look = match self.look(board, mover, fresh) {
            Ok(look) => look,
            Err(answer) => return Ok(self.answered(depth, answer)),
        };
        let live = Live::of(&solver.sums, &solver.lines, board, self.asker);
        if !live.for_asker {
            return Ok(false);
        }
        let key = solver.key(board, &live);
        if let Some(answer) = key.recall() {
            self.depths[depth].remembered += 1;
            return Ok(self.answered(depth, answer));
        }
        let answer = match self.moves(board, mover, &look, &live) {
            Moves::Decided(answer) => answer,
            Moves::Open(candidates) => search_moves(self, board, mover, &candidates)?,
        };
        key.remember(board.free.count_ones(), answer);
        Ok(self.answered(depth, answer))
    }

    fn visit(&mut self, depth: usize) {
        self.depths[depth].visited += 1;
        self.unreported += 1;
        if self.unreported == self.report {
            self.tell();
            self.stopped = self.shared.check();
        }
    }

    fn answered(&mut self, depth: usize, answer: bool) -> bool {
        self.depths[depth].yes += u64::from(answer);
        answer
    }

    /// Searches the moves until one decides.
    fn one_by_one(
        &mut self,
        board: &Board,
        mover: usize,
        candidates: &[Candidate],
    ) -> Result<bool, GivenUp> {
        let wanted = mover == self.asker;
        let lines = &self.solver.lines;
        for &Candidate { mv, .. } in candidates {
            let after = board.after(lines, mover, mv);
            if self.search(&after, 1 - mover, lines.through(mv.cell))? == wanted {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    /// Searches the moves on all threads until one decides. Moves that lead to the same
    /// key are searched once: two threads at work on it would not find it in memory.
    fn shared(
        &mut self,
        board: &Board,
        mover: usize,
        candidates: &[Candidate],
    ) -> Result<bool, GivenUp> {
        let (solver, shared, wanted) = (self.solver, self.shared, mover == self.asker);
        let lines = &solver.lines;
        let mut seen = HashSet::new();
        let mut moves = candidates.to_vec();
        moves.retain(|candidate| {
            let after = board.after(lines, mover, candidate.mv);
            let live = Live::of(&solver.sums, lines, &after, self.asker);
            seen.insert(solver.key(&after, &live).bits())
        });
        let search = |candidate: &Candidate| {
            let mv = candidate.mv;
            let after = board.after(lines, mover, mv);
            let mut worker = Worker::new(solver, shared);
            let answer = worker.search(&after, 1 - mover, lines.through(mv.cell));
            if matches!(answer, Ok(answer) if answer == wanted) {
                shared.answered.store(true, Ordering::Relaxed);
            }
            (worker.stopped, worker.into_depths())
        };
        // One at a time in order, and not ranges of them: the first are the likeliest.
        let done: Vec<(Option<Stopped>, Vec<Depth>)> =
            moves.par_iter().with_max_len(1).map(search).collect();
        for (stopped, depths) in done {
            self.stopped = self.stopped.or(stopped);
            for (sum, depth) in self.depths.iter_mut().zip(depths) {
                *sum += depth;
            }
        }
        match shared.answered.load(Ordering::Relaxed) {
            true => Ok(wanted),
            false if self.stopped.is_some() => Err(GivenUp),
            false => Ok(!wanted),
        }
    }

    /// Looks at every move that need be tried, and stops if one decides.
    fn moves(&self, board: &Board, mover: usize, look: &Look, live: &Live) -> Moves {
        let wanted = mover == self.asker;
        let lines = &self.solver.lines;
        let numbers = live.numbers_to_try(mover, board.hands[mover]);
        let mut candidates = Vec::new();
        for cell in bits(look.cells & live.cells_to_try(board.free)) {
            let through = (lines.through(cell) & live.lines).count_ones();
            let unsafe_numbers = look.unsafe_numbers[usize::from(cell)];
            for number in bits(numbers & !unsafe_numbers).map(|bit| bit + 1) {
                let mv = Move { cell, number };
                let after = board.after(lines, mover, mv);
                match self.look(&after, 1 - mover, lines.through(cell)) {
                    Err(answer) if answer == wanted => return Moves::Decided(answer),
                    Err(_) => {}
                    Ok(look) => {
                        let next = after.lines_with(2).count_ones();
                        let order = order(wanted, look.mobility, through, next);
                        candidates.push(Candidate { order, mv });
                    }
                }
            }
        }
        if candidates.is_empty() {
            return Moves::Decided(!wanted);
        }
        candidates.sort_unstable_by_key(|candidate| {
            let Candidate { order, mv } = *candidate;
            (order, mv.cell, mv.number)
        });
        Moves::Open(candidates)
    }

    /// Looks at a position; an error is its answer.
    #[inline]
    fn look(&self, board: &Board, mover: usize, fresh: Bits) -> Result<Look, bool> {
        // The player to move cannot win with this move, so at best with the next; the
        // opponent can with the move after this one.
        let rounds = self.cells - board.free.count_ones();
        let soonest = rounds + if mover == self.asker { 3 } else { 2 };
        if soonest > self.by_round {
            return Err(false);
        }
        match look(&self.solver.lines, board, mover, fresh) {
            Found::Wins => Err(mover == self.asker),
            Found::Loses => Err(mover != self.asker),
            Found::Open(look) => Ok(look),
        }
    }
}
