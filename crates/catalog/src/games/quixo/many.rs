//! Many positions of Quixo at once, on all threads.

use quixotic_game::Budget;
use quixotic_quixo::{Board, Class, Position};
use quixotic_tablebase::{Database, ProbeError};
use rayon::prelude::*;

use crate::{Known, Wanted};

/// Boards that a thread asks together.
const TOGETHER: usize = 1 << 14;

/// What a database knows of many positions, in their order.
pub(super) fn known_many(
    database: &Database,
    positions: &[Position],
    wanted: Wanted,
    budget: &Budget,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Known>, ProbeError> {
    let mut order: Vec<usize> = (0..positions.len()).collect();
    // Looking for the place of every board takes a third of the time of a look-up.
    if !database.fits_in_cache() {
        order.par_sort_by_cached_key(|&number| database.page_order(positions[number].board));
    }
    let asked = order.par_chunks(TOGETHER).map(|part| {
        budget.check(0)?;
        let boards = part.iter().map(|&number| positions[number].board);
        let known = known_together(database, &boards.collect::<Vec<Board>>(), wanted)?;
        done(part.len() as u64);
        Ok(known)
    });
    let asked: Vec<Vec<Known>> = asked.collect::<Result<_, ProbeError>>()?;
    let mut known = vec![Known::Open; positions.len()];
    for (number, found) in order.into_iter().zip(asked.into_iter().flatten()) {
        known[number] = found;
    }
    Ok(known)
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
