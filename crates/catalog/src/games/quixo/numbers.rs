//! Quixo as numbers: the board as it lies, 1 for tiles of the player to move, −1 for the
//! other's. Moves are numbered tile by tile from the top left, and for each tile by its
//! end: left, right, top, bottom.

use quixotic_game::Player;
use quixotic_quixo::{Board, Move, Position, Quixo};

use crate::numbers::out_of_range;
use crate::{Error, Numbered};

impl Numbered for Quixo {
    fn shape(&self) -> Vec<usize> {
        vec![self.rules().size().into(); 2]
    }

    fn write_numbers(&self, position: &Position, numbers: &mut [i8]) {
        let (mine, theirs) = (position.board.mine(), position.board.theirs());
        for (cell, number) in numbers.iter_mut().enumerate() {
            *number = (mine >> cell & 1) as i8 - (theirs >> cell & 1) as i8;
        }
    }

    fn read_numbers(&self, numbers: &[i8], to_move: Option<Player>) -> Result<Position, Error> {
        let (mut mine, mut theirs) = (0, 0);
        for (cell, &number) in numbers.iter().enumerate() {
            match number {
                1 => mine |= 1 << cell,
                -1 => theirs |= 1 << cell,
                0 => {}
                _ => {
                    return Err(out_of_range(
                        number,
                        "1 is a tile of the player to move, -1 the other's, 0 blank",
                    ));
                }
            }
        }
        Ok(Position {
            board: Board::new(mine, theirs).expect("a cell has one number"),
            to_move: to_move.unwrap_or(Player::X),
        })
    }

    fn numbered_moves(&self) -> Vec<Move> {
        self.paths().map(|(mv, _)| mv).collect()
    }
}
