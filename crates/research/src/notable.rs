//! Positions worth showing: the four kinds of Figure 9 of *Quixo Is Solved*.
//!
//! The paper shows one of each on 4×4 without saying how they were found. Here
//! each kind is a predicate, and all stored positions are asked. What is listed
//! is one board for each *orbit*, the images under the eight symmetries: the
//! least of them, in ascending order. That is a matter of a second on 4×4; on 5×5
//! only [`with_value`] is, for values that few positions have.

use std::collections::BTreeSet;

use quixotic_game::{Budget, Outcome, Value};
use quixotic_quixo::{Bits, Board, Class, Move, Quixo, Rules, Symmetry, Taken};
use rayon::prelude::*;

use crate::scan::{classes_with, find_stored};
use quixotic_tablebase::internal::encoding::Scale;
use quixotic_tablebase::{Database, ProbeError};

/// The different images of a board under the eight symmetries, the least first.
///
/// ```
/// use quixotic_quixo::{Board, Rules};
/// use quixotic_research::notable::images;
///
/// let rules = Rules::official(4)?;
/// let corner = Board::new(0b1000, 0).expect("no cell is claimed twice");
/// assert_eq!(images(rules, corner).len(), 4);
/// # Ok::<(), quixotic_quixo::RulesError>(())
/// ```
pub fn images(rules: Rules, board: Board) -> Vec<Board> {
    let images = Symmetry::all().map(|symmetry| board.turned(symmetry, rules.size()));
    images.collect::<BTreeSet<Board>>().into_iter().collect()
}

/// The positions of that value, one of each orbit. Only the classes that have any
/// are read, so it can be asked of 5×5 too where they are few.
pub fn with_value(
    database: &Database,
    value: Value,
    budget: &Budget,
) -> Result<Vec<Board>, ProbeError> {
    match value.distance() {
        // Finished games and wins in 1 ply have the same byte everywhere.
        Some(plies) if value.outcome() == Outcome::Win && plies > 1 => {
            won_in(database, plies, budget)
        }
        _ => stored_as(database, value, budget),
    }
}

/// The positions of a value that all files have.
fn stored_as(database: &Database, value: Value, budget: &Budget) -> Result<Vec<Board>, ProbeError> {
    let Some(byte) = Scale::of(database.rules()).encode(value) else {
        return Ok(Vec::new());
    };
    let mut boards = BTreeSet::new();
    for class in classes_with(database, byte)? {
        boards.extend(orbits_stored(database, budget, class, |found| {
            found == byte
        })?);
    }
    Ok(boards.into_iter().collect())
}

/// The positions that are won in so many plies, more than one. Files may leave
/// their distances out, but each has a move to a loss one ply shorter.
fn won_in(database: &Database, plies: u16, budget: &Budget) -> Result<Vec<Board>, ProbeError> {
    let quixo = database.quixo();
    let levels = database.levels();
    let losses = with_value(database, Value::loss(plies - 1), budget)?;
    let before: BTreeSet<Board> = losses
        .into_iter()
        .flat_map(|loss| quixo.predecessors(loss))
        .map(|(_, before)| before.least_image(database.rules().size()))
        .filter(|&before| levels.contains(&Class::of(before).level()))
        .collect();
    let before: Vec<Board> = before.into_iter().collect();
    let won = before.into_par_iter().map(|board| {
        budget.check(0)?;
        let won = database.probe(board)? == Value::win(plies);
        Ok(won.then_some(board))
    });
    let won: Result<Vec<Option<Board>>, ProbeError> = won.collect();
    Ok(won?.into_iter().flatten().collect())
}

/// The positions of a class whose bytes are wanted, one of each orbit.
pub(crate) fn orbits_stored(
    database: &Database,
    budget: &Budget,
    class: Class,
    wanted: impl Fn(u8) -> bool + Sync,
) -> Result<BTreeSet<Board>, ProbeError> {
    // A symmetric ring stores several images of a board.
    let least = |board: Board, _| Ok(Some(board.least_image(database.rules().size())));
    let found = find_stored(database, budget, class, wanted, least)?;
    Ok(found.into_iter().collect())
}

/// The positions that no move leads to although they look ordinary, one of each
/// orbit: the game is not over, and the player who moved last has a tile on the
/// [`border`], where a move leaves one.
pub fn without_predecessor(database: &Database, budget: &Budget) -> Result<Vec<Board>, ProbeError> {
    let quixo = database.quixo();
    let border = border(quixo);
    orbits(database, budget, |board, _| {
        Ok(board.theirs() & border != 0
            && quixo.ended_on(board).is_none()
            && quixo.predecessors(board).next().is_none())
    })
}

/// The draws in which the other player can always come back, one of each orbit:
/// those with [`ways_back`].
pub fn always_coming_back(database: &Database, budget: &Budget) -> Result<Vec<Board>, ProbeError> {
    orbits(database, budget, |board, value| {
        Ok(value == Value::DRAW && ways_back(database, board)?.is_some())
    })
}

/// A move that keeps a draw, and a reply that comes back to the position before it
/// or to an image of that, with the same player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayBack {
    /// The move.
    pub mv: Move,
    /// The reply.
    pub reply: Move,
}

/// A way back for each move that keeps the draw; `None` if the position is not
/// drawn or one of these moves has no such reply.
pub fn ways_back(database: &Database, board: Board) -> Result<Option<Vec<WayBack>>, ProbeError> {
    if database.probe(board)? != Value::DRAW {
        return Ok(None);
    }
    let quixo = database.quixo();
    let targets = images(database.rules(), board);
    let mut ways = Vec::new();
    for (mv, after) in quixo.children(board) {
        // A position that comes back has as many tiles as before.
        let mut replies = quixo.children_taking(after, Taken::Own);
        let back = replies.find(|(_, reached)| targets.contains(reached));
        match back {
            Some((reply, _)) => ways.push((after, WayBack { mv, reply })),
            None if database.probe(after)? == Value::DRAW => return Ok(None),
            None => {}
        }
    }
    let mut kept = Vec::new();
    for (after, way) in ways {
        if database.probe(after)? == Value::DRAW {
            kept.push(way);
        }
    }
    Ok(Some(kept))
}

/// The cells whose tiles can be taken, and where tiles are pushed in.
pub fn border(quixo: &Quixo) -> Bits {
    let holes = quixo.paths().map(|(mv, _)| 1 << mv.from);
    holes.fold(0, |border, hole| border | hole)
}

/// The stored positions that a predicate chooses, one of each orbit.
fn orbits(
    database: &Database,
    budget: &Budget,
    choose: impl Fn(Board, Value) -> Result<bool, ProbeError> + Sync,
) -> Result<Vec<Board>, ProbeError> {
    let mut boards = BTreeSet::new();
    for class in Class::within(database.rules().cells()) {
        let found = find_stored(
            database,
            budget,
            class,
            |_| true,
            |board, byte| {
                let chosen = choose(board, database.value(board, byte)?)?;
                Ok(chosen.then(|| board.least_image(database.rules().size())))
            },
        );
        boards.extend(found?);
    }
    Ok(boards.into_iter().collect())
}
