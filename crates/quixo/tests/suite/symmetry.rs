//! The eight symmetries form a group and leave the game as it is.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quixotic_quixo::{Board, Quixo, Symmetry};

use crate::boards;

const SIZES: [u8; 3] = [3, 4, 5];

/// What a symmetry does to each cell, in order.
fn cells(symmetry: Symmetry, size: u8) -> Vec<u8> {
    (0..size * size)
        .map(|cell| symmetry.cell(size, cell))
        .collect()
}

#[test]
fn there_are_eight_different_ones() {
    for size in SIZES {
        let different: BTreeSet<_> = Symmetry::all().map(|s| cells(s, size)).collect();
        assert_eq!(different.len(), Symmetry::COUNT);
        for permutation in different {
            let images: BTreeSet<u8> = permutation.into_iter().collect();
            assert_eq!(images, (0..size * size).collect());
        }
    }
}

#[test]
fn they_are_numbered_in_order() {
    for (index, symmetry) in Symmetry::all().enumerate() {
        assert_eq!(symmetry.index(), index);
        assert_eq!(Symmetry::new(index), symmetry);
    }
    assert_eq!(Symmetry::new(0), Symmetry::IDENTITY);
}

#[test]
fn one_after_another_is_again_one_of_them() {
    for size in SIZES {
        let group: BTreeSet<_> = Symmetry::all().map(|s| cells(s, size)).collect();
        for first in Symmetry::all() {
            for second in Symmetry::all() {
                let both: Vec<u8> = (0..size * size)
                    .map(|cell| second.cell(size, first.cell(size, cell)))
                    .collect();
                assert!(group.contains(&both), "{first:?} then {second:?}");
            }
        }
    }
}

#[test]
fn the_inverse_undoes_and_the_identity_does_nothing() {
    for size in SIZES {
        for cell in 0..size * size {
            assert_eq!(Symmetry::IDENTITY.cell(size, cell), cell);
            for symmetry in Symmetry::all() {
                let moved = symmetry.cell(size, cell);
                assert_eq!(symmetry.inverse().cell(size, moved), cell, "{symmetry:?}");
            }
        }
    }
}

/// The boards after all moves, in an order that does not depend on the moves'.
fn children(quixo: &Quixo, board: Board) -> Vec<Board> {
    let mut children: Vec<Board> = quixo.children(board).map(|(_, child)| child).collect();
    children.sort_unstable();
    children
}

proptest! {
    #[test]
    fn moving_and_turning_the_board_commute(
        (quixo, board) in boards::any_game_and_board(),
        index in 0..Symmetry::COUNT,
    ) {
        let symmetry = Symmetry::new(index);
        let size = quixo.rules().size();
        let turned = board.turned(symmetry, size);
        prop_assert_eq!(quixo.ended_on(turned), quixo.ended_on(board));
        let mut expected: Vec<Board> = quixo
            .children(board)
            .map(|(_, child)| child.turned(symmetry, size))
            .collect();
        expected.sort_unstable();
        prop_assert_eq!(children(&quixo, turned), expected);
    }

    #[test]
    fn a_set_moves_cell_by_cell(
        (quixo, board) in boards::any_game_and_board(),
        index in 0..Symmetry::COUNT,
    ) {
        let symmetry = Symmetry::new(index);
        let size = quixo.rules().size();
        let moved = symmetry.bits(size, board.mine());
        for cell in 0..size * size {
            let there = moved >> symmetry.cell(size, cell) & 1;
            prop_assert_eq!(there, board.mine() >> cell & 1);
        }
        prop_assert_eq!(board.turned(symmetry, size).turned(symmetry.inverse(), size), board);
    }
}
