//! What games share that write their positions as arrays of numbers.

use quixotic_game::Player;

use crate::Error;

/// The sign of what is a player's, for `mover`.
pub fn sign(player: Player, mover: Player) -> i8 {
    match player == mover {
        true => 1,
        false => -1,
    }
}

/// The player whose numbers have that sign, for `mover`; `None` for 0.
pub fn owner(number: i8, mover: Player) -> Option<Player> {
    match number.signum() {
        1 => Some(mover),
        -1 => Some(!mover),
        _ => None,
    }
}

/// Who is to move if the first player has made as many moves as the second, or one more.
/// An error if that cannot be, or if somebody else was said to be to move.
pub fn mover_by_count(
    of_mover: usize,
    of_other: usize,
    to_move: Option<Player>,
) -> Result<Player, Error> {
    let mover = match (of_mover, of_other) {
        (mine, theirs) if mine == theirs => Player::X,
        (mine, theirs) if mine + 1 == theirs => Player::O,
        _ => {
            return Err(Error::Bad(format!(
                "impossible board: the player to move has made {of_mover} moves and the other {of_other}"
            )));
        }
    };
    match to_move {
        Some(other) if other != mover => Err(Error::Bad(format!(
            "impossible board: after {} moves it is not that player's turn",
            of_mover + of_other
        ))),
        _ => Ok(mover),
    }
}

/// The error of a number that no array of a game has.
pub fn out_of_range(number: i8, range: &str) -> Error {
    Error::Bad(format!("{number} is not a cell of a board: {range}"))
}
