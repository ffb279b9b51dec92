//! The numberings of boards: the paper's classes and the ternary one.

use quixotic_quixo::reference::Bijection;
use quixotic_quixo::{Board, Class, Rules, Ternary};

fn bijection(size: u8) -> Bijection {
    Bijection::new(Rules::official(size).expect("a supported size"))
}

fn every_class(cells: u8) -> impl Iterator<Item = Class> {
    (0..=cells).flat_map(Class::of_level)
}

fn binomial(n: u8, k: u8) -> usize {
    (0..usize::from(k)).fold(1, |product, i| product * (usize::from(n) - i) / (i + 1))
}

/// Table 1 of the paper: pop and ord of the first 24 numbers.
#[test]
fn table_1() {
    let expected = [
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 0),
        (1, 2),
        (2, 1),
        (2, 2),
        (3, 0),
        (1, 3),
        (2, 3),
        (2, 4),
        (3, 1),
        (2, 5),
        (3, 2),
        (3, 3),
        (4, 0),
        (1, 4),
        (2, 6),
        (2, 7),
        (3, 4),
        (2, 8),
        (3, 5),
        (3, 6),
        (4, 1),
    ];
    let bijection = bijection(3);
    for (set, (pop, ord)) in (0_u64..).zip(expected) {
        assert_eq!(
            (set.count_ones(), bijection.ord(set)),
            (pop, ord),
            "{set:08b}"
        );
    }
}

/// Figure 5 of the paper: the index is made of these two sets (Equation 1).
#[test]
fn figure_5() {
    let x = 0b0101001100000110000110000;
    let o = 0b0010000000110000100001000;
    let shifted_o = 0b0000000001000011001001000;
    let bijection = bijection(5);
    let board = Board::new(x, o).expect("no cell twice");
    let expected = bijection.ord(x) * binomial(25 - 8, 5) + bijection.ord(shifted_o);
    assert_eq!(bijection.index(board), expected);
    assert_eq!(
        bijection.board(Class { mine: 8, theirs: 5 }, expected),
        board
    );
}

#[test]
fn every_index_is_one_board_and_back() {
    for size in [3, 4] {
        let bijection = bijection(size);
        let mut boards = 0;
        for class in every_class(size * size) {
            for (index, board) in bijection.boards(class).enumerate() {
                assert_eq!(Class::of(board), class);
                assert_eq!(bijection.index(board), index);
                boards += 1;
            }
        }
        assert_eq!(boards, 3_usize.pow(u32::from(size * size)));
    }
}

#[test]
fn classes_of_5x5_have_their_sizes_and_round_trip() {
    let bijection = bijection(5);
    let mut boards = 0;
    for class in every_class(25) {
        let size = bijection.size(class);
        assert_eq!(
            size,
            binomial(25, class.mine) * binomial(25 - class.mine, class.theirs)
        );
        boards += size;
        // A stride through the class, its first and its last board.
        for index in (0..size).step_by(size / 100 + 1).chain([size - 1]) {
            let board = bijection.board(class, index);
            assert_eq!(Class::of(board), class);
            assert_eq!(bijection.index(board), index);
        }
    }
    assert_eq!(boards, 3_usize.pow(25));
}

#[test]
fn moves_lead_to_the_classes_they_should() {
    let class = Class { mine: 3, theirs: 5 };
    assert_eq!(class.level(), 8);
    assert_eq!(class.swapped(), Class { mine: 5, theirs: 3 });
    assert_eq!(class.after_empty(), Class { mine: 5, theirs: 4 });
}

#[test]
fn the_ternary_numbering_meets_every_board_once() {
    let ternary = Ternary::new(Rules::official(3).expect("3×3"));
    let mut indices: Vec<usize> = ternary.boards().map(|board| ternary.index(board)).collect();
    indices.sort_unstable();
    assert_eq!(ternary.count(), 19_683);
    assert!(indices.into_iter().eq(0..19_683));
}
