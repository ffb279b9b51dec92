//! A tile of one's own is never worse than a blank one, and that never worse than one of the
//! opponent's: the rules keep this order of boards, so values keep it as well.
//!
//! docs/paper.md has the proof, proof/Monotone.v the same in Coq. These tests are about the
//! rules and the solvers of this crate, `crates/solver/tests/suite/monotone.rs` about 4×4 and 5×5.

use proptest::prelude::*;
use quixotic_game::Outcome;
use quixotic_quixo::reference::Induction;
use quixotic_quixo::{Board, Move, Quixo, Rules, Ternary};

use crate::boards;

/// Whether `better` is at least as good as `worse` for the player to move, cell by cell.
fn at_most(worse: Board, better: Board) -> bool {
    worse.mine() & !better.mine() == 0 && better.theirs() & !worse.theirs() == 0
}

/// Any rules on 3×3 to 8×8, and two boards of which the second is at least as good for the
/// player to move. Most tiles are blank, or hardly a game with short lines would go on.
fn any_game_and_ordered_boards() -> impl Strategy<Value = (Quixo, Board, Board)> {
    let sizes = Rules::MIN_SIZE..=Rules::MAX_SIZE;
    let every: Vec<Rules> = sizes.flat_map(boards::every_rules).collect();
    // For the player to move: 0 is a tile of the opponent's, 1 a blank one, 2 her own.
    let cell = prop_oneof![1 => Just((0, 0)), 4 => Just((1, 1)), 1 => Just((2, 2)),
        1 => Just((0, 1)), 1 => Just((1, 2)), 1 => Just((0, 2))];
    prop::sample::select(every).prop_flat_map(move |rules| {
        let cells = prop::collection::vec(cell.clone(), usize::from(rules.cells()));
        cells.prop_map(move |cells| {
            let board = |rank: fn(&(u8, u8)) -> u8| {
                let set = |wanted| {
                    let marked = (0..).zip(&cells).filter(|(_, cell)| rank(cell) == wanted);
                    marked.fold(0, |set, (bit, _)| set | 1 << bit)
                };
                Board::new(set(2), set(0)).expect("a cell has one symbol")
            };
            (
                Quixo::new(rules),
                board(|cell| cell.0),
                board(|cell| cell.1),
            )
        })
    })
}

proptest! {
    #[test]
    fn a_better_board_is_no_further_from_a_win(
        (quixo, worse, better) in any_game_and_ordered_boards(),
    ) {
        prop_assert!(at_most(worse, better));
        let (on_worse, on_better) = (quixo.ended_on(worse), quixo.ended_on(better));
        if on_worse == Some(Outcome::Win) {
            prop_assert_eq!(on_better, Some(Outcome::Win));
        }
        if on_better == Some(Outcome::Loss) {
            prop_assert_eq!(on_worse, Some(Outcome::Loss));
        }
    }

    #[test]
    fn moves_are_legal_on_a_better_board_and_keep_the_order(
        (quixo, worse, better) in any_game_and_ordered_boards(),
    ) {
        prop_assume!(quixo.ended_on(worse).is_none() && quixo.ended_on(better).is_none());
        let moves: Vec<Move> = quixo.moves_on(worse).collect();
        prop_assert!(!moves.is_empty());
        for mv in moves {
            prop_assert!(quixo.is_legal(better, mv));
            // Seen by the player who moved.
            let (worse, better) = (quixo.play_on(worse, mv), quixo.play_on(better, mv));
            prop_assert!(at_most(worse.swapped(), better.swapped()));
        }
    }
}

/// Every board against every board with one cell raised: a win comes no later and a loss no
/// sooner, which is the order of values.
fn values_keep_the_order(rules: Rules) {
    let solved = Induction::solve(rules);
    let value = |board| solved.value(board).expect("all boards are solved");
    let mut steps: u64 = 0;
    for worse in Ternary::new(rules).boards() {
        let value_of_worse = value(worse);
        for cell in 0..rules.cells() {
            let tile = 1 << cell;
            let better = if worse.theirs() & tile != 0 {
                Board::new(worse.mine(), worse.theirs() & !tile)
            } else if worse.mine() & tile == 0 {
                Board::new(worse.mine() | tile, worse.theirs())
            } else {
                continue;
            };
            let better = better.expect("a cell has one symbol");
            assert!(
                value_of_worse <= value(better),
                "{rules}: {worse:?} and {better:?}"
            );
            steps += 1;
        }
    }
    // Two of the three states of a cell can be raised.
    let cells = u32::from(rules.cells());
    assert_eq!(steps, 3_u64.pow(cells - 1) * u64::from(2 * cells));
}

#[test]
fn values_of_3x3_keep_the_order() {
    boards::every_rules(3).for_each(values_keep_the_order);
}
