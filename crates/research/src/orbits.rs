//! Boards that stand for their orbits, the images under the eight symmetries.

use crate::notable::images;
use quixotic_game::{Game as _, Player};
use quixotic_quixo::{Board, Position, Quixo};
use quixotic_tablebase::Stats;
use serde::Serialize;

/// Positions of a kind as JSON: how many there are, how many orbits, and one of
/// each.
#[derive(Debug, Serialize)]
pub(crate) struct OrbitsJson {
    positions: u64,
    orbits: usize,
    boards: Vec<String>,
}

impl OrbitsJson {
    pub(crate) fn new(quixo: &Quixo, boards: &[Board]) -> OrbitsJson {
        OrbitsJson {
            positions: positions(quixo, boards),
            orbits: boards.len(),
            boards: boards.iter().map(|&board| notation(quixo, board)).collect(),
        }
    }
}

/// How many positions the orbits of these boards have.
pub(crate) fn positions(quixo: &Quixo, boards: &[Board]) -> u64 {
    let orbit = |&board: &Board| images(quixo.rules(), board).len() as u64;
    boards.iter().map(orbit).sum()
}

pub(crate) fn tiles(board: Board) -> u32 {
    board.marked().count_ones()
}

/// Whether both players have the same number of tiles.
pub(crate) fn is_balanced(board: Board) -> bool {
    board.mine().count_ones() == board.theirs().count_ones()
}

pub(crate) fn x_to_move(board: Board) -> Position {
    Position {
        board,
        to_move: Player::X,
    }
}

/// The board in notation, with X to move.
pub(crate) fn notation(quixo: &Quixo, board: Board) -> String {
    quixo.format_position(&x_to_move(board))
}

/// Plies of the longest loss.
pub(crate) fn longest_loss(stats: &Stats) -> u16 {
    let lost = stats.by_distance.iter().filter(|row| row.loss > 0);
    lost.map(|row| row.plies).max().unwrap_or(0)
}

/// Plies of the longest win.
pub(crate) fn longest_win(stats: &Stats) -> u16 {
    let won = stats.by_distance.iter().filter(|row| row.win > 0);
    won.map(|row| row.plies).max().unwrap_or(0)
}
