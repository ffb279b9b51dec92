//! Ultimate Tic-Tac-Toe as numbers, in eleven rows of nine: the nine fields with their spots,
//! who owns which field, and a 1 for the field that has to be played in (none: any). Marks
//! and fields of the player to move are 1, the other's −1. Moves are numbered 9 · field + spot.

use quixotic_game::{Game as _, Player};
use quixotic_ultimate::grid::has_line;
use quixotic_ultimate::{Move, Position, Ultimate};

use crate::numbers::{mover_by_count, out_of_range, owner, sign};
use crate::{Error, Numbered};

/// Rows before that of the owners.
const FIELDS: usize = 9;
/// The row of the field to play in.
const ACTIVE: usize = FIELDS + 1;

impl Numbered for Ultimate {
    fn shape(&self) -> Vec<usize> {
        vec![FIELDS + 2, 9]
    }

    fn write_numbers(&self, position: &Position, numbers: &mut [i8]) {
        let mover = position.to_move();
        for player in [Player::X, Player::O] {
            let sign = sign(player, mover);
            let marks = (0..9).map(|field| position.marks(player, field));
            for (row, cells) in marks.chain([position.owned(player)]).enumerate() {
                for spot in (0..9).filter(|spot| cells >> spot & 1 == 1) {
                    numbers[9 * row + spot] = sign;
                }
            }
        }
        if let Some(field) = position.active() {
            numbers[9 * ACTIVE + usize::from(field)] = 1;
        }
    }

    fn read_numbers(&self, numbers: &[i8], to_move: Option<Player>) -> Result<Position, Error> {
        if let Some(&odd) = numbers.iter().find(|number| !(-1..=1).contains(*number)) {
            return Err(out_of_range(
                odd,
                "1 is a mark of the player to move, -1 the other's, 0 nobody's",
            ));
        }
        let (marks, rest) = numbers.split_at(9 * FIELDS);
        let (owners, active) = rest.split_at(9);
        let count = |sign: i8| marks.iter().filter(|&&number| number == sign).count();
        let mover = mover_by_count(count(1), count(-1), to_move)?;
        let fields: Vec<String> = marks
            .chunks(9)
            .zip(owners)
            .map(|(spots, &owner)| field(spots, owner, mover))
            .collect();
        let active = match active.iter().position(|&number| number == 1) {
            Some(field) => field.to_string(),
            None => "-".into(),
        };
        // The notation checks whether such a position can arise.
        let position = self.parse_position(&format!("{} {mover} {active}", fields.join("/")))?;
        let mut again = vec![0; numbers.len()];
        self.write_numbers(&position, &mut again);
        match again == numbers {
            true => Ok(position),
            false => Err(Error::Bad(
                "impossible board: the owners of the fields do not fit their marks".into(),
            )),
        }
    }

    fn numbered_moves(&self) -> Vec<Move> {
        let fields = 0..9;
        let moves = fields.flat_map(|field| (0..9).map(move |spot| Move::new(field, spot)));
        moves.collect()
    }
}

/// A field in the notation; where both players have a line in it, with its owner.
fn field(spots: &[i8], owned_by: i8, mover: Player) -> String {
    let symbol = |&number: &i8| owner(number, mover).map_or(".".into(), |by| by.to_string());
    let mut text: String = spots.iter().map(symbol).collect();
    let cells_of = |sign: i8| {
        let of_sign = |(spot, &number): (usize, &i8)| u16::from(number == sign) << spot;
        spots.iter().enumerate().map(of_sign).sum()
    };
    if let (true, Some(by)) = (
        has_line(cells_of(1)) && has_line(cells_of(-1)),
        owner(owned_by, mover),
    ) {
        text += &format!(":{by}");
    }
    text
}
