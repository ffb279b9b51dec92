//! Numerical Tic-Tac-Toe as numbers: the board as it lies, the numbers of the player to
//! move positive, the other's negative. Moves are numbered cell by cell from the top left,
//! and for each cell by their number.

use quixotic_game::Player;
use quixotic_numerical::{Cell, Move, Numerical, Placed, Position};

use crate::numbers::{mover_by_count, out_of_range, owner, sign};
use crate::{Error, Numbered};

impl Numbered for Numerical {
    fn shape(&self) -> Vec<usize> {
        vec![self.rules().size().into(); 2]
    }

    fn write_numbers(&self, position: &Position, numbers: &mut [i8]) {
        let mover = position.to_move();
        for (cell, number) in numbers.iter_mut().enumerate() {
            if let Some(placed) = position.at(cell as Cell) {
                *number = placed.number as i8 * sign(placed.by, mover);
            }
        }
    }

    fn read_numbers(&self, numbers: &[i8], to_move: Option<Player>) -> Result<Position, Error> {
        let count = |sign: i8| numbers.iter().filter(|&&n| n.signum() == sign).count();
        let mover = mover_by_count(count(1), count(-1), to_move)?;
        let mut placed = Vec::new();
        for (cell, &number) in numbers.iter().enumerate() {
            if number.unsigned_abs() > self.rules().cells() {
                return Err(out_of_range(
                    number,
                    &format!("numbers are 1 to {}", self.rules().cells()),
                ));
            }
            if let Some(by) = owner(number, mover) {
                let number = number.unsigned_abs();
                placed.push((cell as Cell, Placed { number, by }));
            }
        }
        let position = self.position(placed);
        position.map_err(|error| Error::Bad(format!("impossible board: {error}")))
    }

    fn numbered_moves(&self) -> Vec<Move> {
        let rules = self.rules();
        let is_held = |&number: &u8| {
            let holds = |player| rules.hand(player).contains(number);
            holds(Player::X) || holds(Player::O)
        };
        let held: Vec<u8> = (1..=rules.cells()).filter(is_held).collect();
        let in_cell = |cell| held.iter().map(move |&number| Move { cell, number });
        (0..rules.cells()).flat_map(in_cell).collect()
    }
}
