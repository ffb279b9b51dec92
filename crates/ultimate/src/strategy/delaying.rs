//! O's delaying strategy, the paper's LBS: she sends X where he has no mark yet.

use quixotic_game::Player;

use super::{Advice, Phase};
use crate::grid;
use crate::{Move, Position, Ultimate};

/// Every move that the strategy allows O, ascending: where it leaves a choice, all.
pub fn delaying_moves(game: &Ultimate, position: &Position) -> Vec<Move> {
    let moves: Vec<Move> = game.moves(position).collect();
    moves
        .chunk_by(|one, other| one.field == other.field)
        .flat_map(|in_field| allowed(position, in_field))
        .collect()
}

/// What the strategy allows in one field, given all moves there.
fn allowed(position: &Position, moves: &[Move]) -> Vec<Move> {
    let choose = |is_good: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        moves.iter().copied().filter(is_good).collect()
    };
    if position.free(moves[0].field) == grid::ALL {
        return choose(&|mv| mv.spot == mv.field);
    }
    let fresh = choose(&|mv| position.marks(Player::X, mv.spot) == 0);
    if fresh.is_empty() {
        moves.to_vec()
    } else {
        fresh
    }
}

/// The first of those moves, with its reason; `None` if O is not to move.
pub fn delaying_advice(game: &Ultimate, position: &Position) -> Option<Advice> {
    if position.to_move() != Player::O {
        return None;
    }
    let mv = *delaying_moves(game, position).first()?;
    let why = if position.free(mv.field) == grid::ALL {
        format!("first in field {}, so send X back to it", mv.field)
    } else if position.marks(Player::X, mv.spot) == 0 {
        format!("send X to field {}, where he has no mark", mv.spot)
    } else {
        "X has a mark wherever he can be sent: any free spot".into()
    };
    Some(Advice {
        mv,
        phase: Phase::Delay,
        why,
    })
}
