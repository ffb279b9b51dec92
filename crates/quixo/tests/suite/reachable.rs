//! How many boards a game can come to.

use quixotic_quixo::{Board, Quixo, Reachable, Rules, Ternary};

fn search(size: u8) -> (Quixo, Reachable) {
    let quixo = Quixo::new(Rules::official(size).expect("a supported size"));
    let reachable = Reachable::search(&quixo);
    (quixo, reachable)
}

/// The set is closed: exactly the empty board and the children of its boards.
#[test]
fn reachable_boards_have_a_reachable_parent_on_3x3() {
    let (quixo, reachable) = search(3);
    let mut count = 0;
    for board in Ternary::new(quixo.rules()).boards() {
        let mut parents = quixo.predecessors(board);
        let from_parent = parents.any(|(_, parent)| reachable.contains(parent));
        let expected = board == Board::EMPTY || from_parent;
        assert_eq!(reachable.contains(board), expected, "{board:?}");
        count += u64::from(expected);
    }
    assert_eq!(reachable.count(), count);
    assert_eq!(count, 16_021);
}

/// The paper prints 41,252,106 (Section 5.2), nine fewer. No other reading of
/// "reachable" that we tried gives its figure: without the start 41,252,114,
/// boards with a parent 41,431,054, playing on after the end 42,595,387, boards
/// that are reachable with either player to move 42,393,009; moves that change
/// nothing make no difference, nor does who wins a double line.
#[test]
fn reachable_boards_of_4x4() {
    let (_, reachable) = search(4);
    assert_eq!(reachable.count(), 41_252_115);
}
