//! Values in words.

use quixotic_game::{Outcome, Player, Value};
use quixotic_quixo::Position;

/// `X wins in 21 plies`, `O loses in 1 ply`, `X has won`, `a draw`: the value of
/// a position for the player to move.
pub(crate) fn for_mover(position: &Position, value: Value) -> String {
    let mover = position.to_move;
    match value.distance() {
        None => "a draw".into(),
        Some(0) => over(mover, value),
        Some(plies) => {
            let verb = match value.outcome() {
                Outcome::Win => "wins",
                _ => "loses",
            };
            let noun = if plies == 1 { "ply" } else { "plies" };
            format!("{mover} {verb} in {plies} {noun}")
        }
    }
}

/// The same from the view of the winner, as short as it goes: `X wins in 20`.
pub(crate) fn for_winner(position: &Position, value: Value) -> String {
    let mover = position.to_move;
    match value.distance() {
        None => "draw".into(),
        Some(0) => over(mover, value),
        Some(plies) => format!("{} wins in {plies}", winner(mover, value)),
    }
}

fn over(mover: Player, value: Value) -> String {
    format!("{} has won", winner(mover, value))
}

fn winner(mover: Player, value: Value) -> Player {
    match value.outcome() {
        Outcome::Win => mover,
        _ => !mover,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_for_the_mover_and_for_the_winner() {
        let told = |value| {
            let position = Position::START;
            (for_mover(&position, value), for_winner(&position, value))
        };
        let both = |mover: &str, winner: &str| (mover.to_owned(), winner.to_owned());
        assert_eq!(told(Value::win(1)), both("X wins in 1 ply", "X wins in 1"));
        assert_eq!(
            told(Value::loss(2)),
            both("X loses in 2 plies", "O wins in 2")
        );
        assert_eq!(told(Value::loss(0)), both("O has won", "O has won"));
        assert_eq!(told(Value::DRAW), both("a draw", "draw"));
    }
}
