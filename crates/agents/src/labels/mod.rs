//! Labels: boards with their true outcomes, for a network to learn from.
//!
//! Boards are drawn from a [`Mix`] of sources, a few at a time (the positions of a game, the
//! children of a position), each by a stream of random numbers of its own. Then they are
//! looked up together, sorted by where they are stored, so that each page of the
//! database is read once for all of them. Boards that a look one ply ahead decides
//! are left out: nobody needs a network there.

mod file;
mod source;
#[cfg(test)]
mod tests;

use std::ops::Range;

use quixotic_game::{Budget, Outcome, Rng, Stopped, Value};
use quixotic_quixo::{Board, Class, Quixo};
use quixotic_tablebase::{Database, ProbeError};
use rayon::prelude::*;
use thiserror::Error;

use crate::{AgentError, BuildError, Players};
pub use file::{LabelsError, read, write};
use source::Drawn;
pub use source::{Mix, MixError, Source};

/// A board and what it is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The board.
    pub board: Board,
    /// Its outcome.
    pub outcome: Outcome,
    /// Plies to the end of the game; `None` for a draw, and where they were not asked for.
    pub plies: Option<u16>,
}

/// Why there are no labels.
#[derive(Debug, Error)]
pub enum DrawError {
    /// The budget ended.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The database could not be asked.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// An agent cannot play here.
    #[error(transparent)]
    Agent(#[from] BuildError),
    /// An agent had no move.
    #[error(transparent)]
    Move(#[from] AgentError),
}

/// Draws from a source that are looked up together, at most: their boards take some
/// hundred megabytes.
const MOST_DRAWS: u64 = 1 << 17;
/// Boards of one look-up.
const BOARDS_PER_TASK: usize = 1 << 16;

/// How many labels to draw, and how.
#[derive(Clone, Debug)]
pub struct Draw {
    /// Where boards come from.
    pub mix: Mix,
    /// How many labels.
    pub count: u64,
    /// Whether to tell plies. Where a database leaves the distances of wins out, that
    /// takes a look at all their moves.
    pub plies: bool,
    /// The seed of all that is random.
    pub seed: u64,
}

/// Draws labels, on the threads of the current rayon pool. The same seed draws the same
/// labels, however many threads there are. `report` gets how many there are.
pub fn draw(
    database: &Database,
    draw: &Draw,
    budget: &Budget,
    report: &mut dyn FnMut(u64),
) -> Result<Vec<Label>, DrawError> {
    let players = draw.mix.players(database);
    let mut labels: Vec<Label> = Vec::new();
    let mut first = 0;
    while (labels.len() as u64) < draw.count {
        budget.check(labels.len() as u64)?;
        // A draw gives some twenty labels.
        let missing = draw.count - labels.len() as u64;
        let draws = (missing / 16).clamp(64, MOST_DRAWS);
        let numbers = first..first + draws;
        labels.extend(draw_with(&players, database, draw, numbers, budget)?);
        first += draws;
        labels.truncate(draw.count.try_into().unwrap_or(usize::MAX));
        report(labels.len() as u64);
    }
    Ok(labels)
}

/// The labels of the draws with some numbers, counted from 0. Those of all draws in their order, cut
/// off at the number wanted, are what [`draw()`] gives.
pub fn draw_part(
    database: &Database,
    draw: &Draw,
    numbers: Range<u64>,
    budget: &Budget,
) -> Result<Vec<Label>, DrawError> {
    draw_with(&draw.mix.players(database), database, draw, numbers, budget)
}

fn draw_with(
    players: &Players<Quixo>,
    database: &Database,
    draw: &Draw,
    numbers: Range<u64>,
    budget: &Budget,
) -> Result<Vec<Label>, DrawError> {
    let drawn = numbers.into_par_iter().map(|number| {
        budget.check(0)?;
        let mut rng = Rng::part(draw.seed, number);
        draw.mix.pick(&mut rng).boards(players, &mut rng)
    });
    let drawn: Vec<Drawn> = drawn.collect::<Result<_, DrawError>>()?;
    let boards: Vec<Board> = drawn
        .iter()
        .flat_map(|drawn| drawn.boards.iter().copied())
        .collect();
    let found = look_up(database, &boards, draw.plies, budget)?;
    let mut found = found.as_slice();
    let mut labels = Vec::new();
    for drawn in &drawn {
        let of_draw = found.split_off(..drawn.boards.len()).unwrap_or_default();
        if drawn.counts(of_draw) {
            labels.extend(of_draw);
        }
    }
    Ok(labels)
}

/// The labels of boards, in their order.
fn look_up(
    database: &Database,
    boards: &[Board],
    plies: bool,
    budget: &Budget,
) -> Result<Vec<Label>, DrawError> {
    let mut places: Vec<_> = boards
        .par_iter()
        .enumerate()
        .map(|(number, &board)| {
            let place = database.index().place(board);
            (Class::of(board), place.ring, place.block, number)
        })
        .collect();
    places.par_sort_unstable();
    let tasks = places.par_chunks(BOARDS_PER_TASK).map(|places| {
        budget.check(0)?;
        let asked: Vec<Board> = places.iter().map(|&(.., number)| boards[number]).collect();
        let label = |(&board, value): (&Board, (Outcome, Option<u16>))| Label {
            board,
            outcome: value.0,
            plies: value.1,
        };
        let labelled = |value: Value| (value.outcome(), value.distance());
        let labels: Vec<Label> = match plies {
            true => asked
                .iter()
                .zip(database.probe_many(&asked)?.into_iter().map(labelled))
                .map(label)
                .collect(),
            false => {
                let outcomes = database.outcomes_many(&asked)?.into_iter();
                asked
                    .iter()
                    .zip(outcomes.map(|outcome| (outcome, None)))
                    .map(label)
                    .collect()
            }
        };
        Ok(labels)
    });
    let sorted: Vec<Vec<Label>> = tasks.collect::<Result<_, DrawError>>()?;
    let mut labels = vec![None; boards.len()];
    for (&(.., number), label) in places.iter().zip(sorted.into_iter().flatten()) {
        labels[number] = Some(label);
    }
    Ok(labels
        .into_iter()
        .map(|label| label.expect("all were asked"))
        .collect())
}
