//! The boards and rules that the tests draw from.

use proptest::prelude::*;
use quixotic_game::Player;
use quixotic_quixo::{Board, DoubleLine, Position, Quixo, Rules};

/// Every rule set of a size.
pub(crate) fn every_rules(size: u8) -> impl Iterator<Item = Rules> {
    (Rules::MIN_LINE..=size).flat_map(move |line| {
        let rules = Rules::official(size).and_then(|rules| rules.with_line(line));
        [DoubleLine::OpponentWins, DoubleLine::MoverWins]
            .map(|double_line| rules.expect("valid rules").with_double_line(double_line))
    })
}

/// Any rules on 3×3 to 5×5, and any board of that size.
pub(crate) fn any_game_and_board() -> impl Strategy<Value = (Quixo, Board)> {
    let every: Vec<Rules> = (3..=5).flat_map(every_rules).collect();
    prop::sample::select(every)
        .prop_flat_map(|rules| (Just(Quixo::new(rules)), any_board(rules.size())))
}

/// Any board of a size, reachable or not.
pub(crate) fn any_board(size: u8) -> impl Strategy<Value = Board> {
    prop::collection::vec(0..3_u8, usize::from(size * size)).prop_map(|cells| {
        let set = |symbol| {
            let marked = (0..).zip(&cells).filter(|&(_, &cell)| cell == symbol);
            marked.fold(0, |set, (bit, _)| set | 1 << bit)
        };
        Board::new(set(1), set(2)).expect("a cell has one symbol")
    })
}

/// Any board of a size with either player to move.
pub(crate) fn any_position(size: u8) -> impl Strategy<Value = Position> {
    (any_board(size), prop::bool::ANY).prop_map(|(board, x)| Position {
        board,
        to_move: if x { Player::X } else { Player::O },
    })
}
