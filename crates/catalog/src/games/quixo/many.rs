//! Many positions of Quixo at once, on all threads.

use quixotic_game::{Budget, Value};
use quixotic_quixo::{Board, Class, Move, Position};
use quixotic_tablebase::{Database, ProbeError};
use rayon::prelude::*;

use crate::{Known, KnownMoves, Wanted};

/// Boards that a thread asks together.
const TOGETHER: usize = 1 << 14;
/// The same where all their moves are asked about.
const TOGETHER_WITH_MOVES: usize = 1 << 12;

/// What a database knows of many positions, in their order.
pub(super) fn known_many(
    database: &Database,
    positions: &[Position],
    wanted: Wanted,
    budget: &Budget,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Known>, ProbeError> {
    let ask = |boards: &[Board]| known_together(database, boards, wanted);
    by_page(database, positions, TOGETHER, budget, done, ask)
}

/// What a database knows of many positions and of their moves, in their order.
pub(super) fn known_moves_many(
    database: &Database,
    positions: &[Position],
    budget: &Budget,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Vec<KnownMoves<Move>>, ProbeError> {
    let ask = |boards: &[Board]| known_moves_together(database, boards);
    by_page(database, positions, TOGETHER_WITH_MOVES, budget, done, ask)
}

/// Asks about many positions, so many together on one thread, those of a page after each other.
fn by_page<T: Send>(
    database: &Database,
    positions: &[Position],
    together: usize,
    budget: &Budget,
    done: &(dyn Fn(u64) + Sync),
    ask: impl Fn(&[Board]) -> Result<Vec<T>, ProbeError> + Sync,
) -> Result<Vec<T>, ProbeError> {
    let mut order: Vec<usize> = (0..positions.len()).collect();
    // Looking for the place of every board takes a third of the time of a look-up.
    if !database.fits_in_cache() {
        order.par_sort_by_cached_key(|&number| database.page_order(positions[number].board));
    }
    let asked = order.par_chunks(together).map(|part| {
        budget.check(0)?;
        let boards = part.iter().map(|&number| positions[number].board);
        let found = ask(&boards.collect::<Vec<Board>>())?;
        done(part.len() as u64);
        Ok(found)
    });
    let asked: Vec<Vec<T>> = asked.collect::<Result<_, ProbeError>>()?;
    let mut found: Vec<Option<T>> = positions.iter().map(|_| None).collect();
    for (number, of_position) in order.into_iter().zip(asked.into_iter().flatten()) {
        found[number] = Some(of_position);
    }
    let each = found.into_iter();
    Ok(each
        .map(|of_position| of_position.expect("all were asked"))
        .collect())
}

/// The same for boards that are asked on one thread.
fn known_together(
    database: &Database,
    boards: &[Board],
    wanted: Wanted,
) -> Result<Vec<Known>, ProbeError> {
    // Asked once: a level may be added meanwhile.
    let is_here = |board: &Board| database.has_level(Class::of(*board).level());
    let are_here: Vec<bool> = boards.iter().map(is_here).collect();
    let with_level = boards
        .iter()
        .zip(&are_here)
        .filter(|(_, is_here)| **is_here);
    let here: Vec<Board> = with_level.map(|(board, _)| *board).collect();
    let found: Vec<Known> = match wanted {
        Wanted::Outcomes => database
            .outcomes_many(&here)?
            .into_iter()
            .map(Known::Outcome)
            .collect(),
        Wanted::Values => database
            .probe_many(&here)?
            .into_iter()
            .map(Known::Value)
            .collect(),
    };
    let mut found = found.into_iter();
    let known = boards
        .iter()
        .zip(are_here)
        .map(|(board, is_here)| match is_here {
            true => Ok(found.next().expect("an answer for each board that is here")),
            // What a look one ply ahead decides is known on any level.
            false => Ok(Known::from(database.known_with_moves(*board)?.0)),
        });
    known.collect()
}

/// The same with moves.
fn known_moves_together(
    database: &Database,
    boards: &[Board],
) -> Result<Vec<KnownMoves<Move>>, ProbeError> {
    let quixo = database.quixo();
    // A move marks a tile at most.
    let is_here = |board: &Board| {
        let level = Class::of(*board).level();
        let next = (level + 1).min(quixo.rules().cells());
        database.has_level(level) && database.has_level(next)
    };
    let are_here: Vec<bool> = boards.iter().map(is_here).collect();
    let with_levels = boards.iter().zip(&are_here).filter(|(_, here)| **here);
    let here: Vec<Board> = with_levels.map(|(board, _)| *board).collect();
    let mut found = database.probe_many_with_outcomes(&here)?.into_iter();
    let known = boards.iter().zip(are_here).map(|(&board, is_here)| {
        if is_here {
            let (value, outcomes) = found.next().expect("an answer for each board that is here");
            let moves = quixo.children(board).zip(outcomes);
            return Ok(KnownMoves {
                known: Known::Value(value),
                moves: moves
                    .map(|((mv, _), outcome)| (mv, Some(outcome)))
                    .collect(),
            });
        }
        let (value, moves) = database.known_with_moves(board)?;
        let moves = moves.into_iter();
        Ok(KnownMoves {
            known: value.into(),
            moves: moves
                .map(|found| (found.mv, found.value.map(Value::outcome)))
                .collect(),
        })
    });
    known.collect()
}
