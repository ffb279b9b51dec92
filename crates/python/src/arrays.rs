//! Arrays as bytes: what numpy reads and writes without a copy.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use quixotic_agents::arena::Ending;
use quixotic_agents::net::Estimate;
use quixotic_catalog::{Known, KnownMoves, RandomGames};
use quixotic_game::Outcome;

/// What an array says where a value is not known.
const OPEN: i8 = 2;
/// What an array of moves says where a move is not legal.
const ILLEGAL: i8 = -2;
/// What an array says where there is no distance.
const NO_DISTANCE: i16 = -1;

/// The numbers that bytes are.
pub(crate) fn numbers(bytes: &[u8]) -> Vec<i8> {
    bytes.iter().map(|&byte| byte as i8).collect()
}

/// Numbers of one byte.
pub(crate) fn bytes<'py>(py: Python<'py>, numbers: &[i8]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = numbers.iter().map(|&number| number as u8).collect();
    PyBytes::new(py, &bytes)
}

fn outcome(outcome: Option<Outcome>) -> i8 {
    match outcome {
        Some(Outcome::Win) => 1,
        Some(Outcome::Draw) => 0,
        Some(Outcome::Loss) => -1,
        None => OPEN,
    }
}

/// Outcomes as int8 and plies as int16.
pub(crate) fn values<'py>(
    py: Python<'py>,
    known: impl Iterator<Item = Known> + Clone,
) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
    let outcomes: Vec<i8> = known
        .clone()
        .map(|known| outcome(known.outcome()))
        .collect();
    let plies = known.flat_map(|known| {
        let plies = known.distance().map_or(NO_DISTANCE, |plies| plies as i16);
        plies.to_ne_bytes()
    });
    let plies: Vec<u8> = plies.collect();
    (bytes(py, &outcomes), PyBytes::new(py, &plies))
}

/// The outcomes of the moves of each position, by their numbers, as int8.
pub(crate) fn moves<'py>(
    py: Python<'py>,
    known: &[KnownMoves<u16>],
    actions: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, known.len() * actions, |room| {
        room.fill(ILLEGAL as u8);
        for (row, known) in room.chunks_exact_mut(actions).zip(known) {
            for &(number, found) in &known.moves {
                row[usize::from(number)] = outcome(found) as u8;
            }
        }
        Ok(())
    })
}

/// Shares of win, draw and loss as float32.
pub(crate) fn shares<'py>(py: Python<'py>, judged: &[Estimate]) -> Bound<'py, PyBytes> {
    let shares = judged.iter().flat_map(|of| [of.win, of.draw, of.loss]);
    let shares: Vec<u8> = shares
        .flat_map(|share| (share as f32).to_ne_bytes())
        .collect();
    PyBytes::new(py, &shares)
}

/// Positions (int8), actions (uint16), plies of games (uint32), outcomes for the first
/// player (int8), and whether games were broken off (bool). Arrays that can be written to.
pub(crate) type Games<'py> = [Bound<'py, PyByteArray>; 5];

pub(crate) fn games<'py>(py: Python<'py>, games: &RandomGames) -> PyResult<Games<'py>> {
    let is_broken_off = |ending| [u8::from(ending == Ending::TooLong)];
    Ok([
        column(py, &games.positions, i8::to_ne_bytes)?,
        column(py, &games.actions, u16::to_ne_bytes)?,
        column(py, &games.lengths, u32::to_ne_bytes)?,
        column(py, &games.outcomes, |first| [outcome(Some(first)) as u8])?,
        column(py, &games.endings, is_broken_off)?,
    ])
}

/// Values as bytes, written where Python has room for them: a `MemoryError` if it has none.
fn column<'py, T: Copy, const BYTES: usize>(
    py: Python<'py>,
    values: &[T],
    bytes_of: impl Fn(T) -> [u8; BYTES],
) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, values.len() * BYTES, |room| {
        for (bytes, &value) in room.chunks_exact_mut(BYTES).zip(values) {
            bytes.copy_from_slice(&bytes_of(value));
        }
        Ok(())
    })
}
