//! Values in words.

use quixotic_game::{Outcome, Value};
use quixotic_quixo::Position;

/// `X wins in 21 plies`, `O loses in 1 ply`, `X has won`, `a draw`: the value of
/// a position for the player to move.
pub(crate) fn for_mover(position: &Position, value: Value) -> String {
    let mover = position.to_move;
    match value.distance() {
        None => "a draw".into(),
        Some(0) => {
            let winner = value.outcome().winner(mover);
            winner.map_or("a draw".into(), |winner| format!("{winner} has won"))
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_for_the_mover() {
        let told = |value| for_mover(&Position::START, value);
        assert_eq!(told(Value::win(1)), "X wins in 1 ply");
        assert_eq!(told(Value::loss(2)), "X loses in 2 plies");
        assert_eq!(told(Value::loss(0)), "O has won");
        assert_eq!(told(Value::DRAW), "a draw");
    }
}
