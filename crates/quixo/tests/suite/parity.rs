//! Whether wins take odd and losses even numbers of plies, apart from losses in 1.
//!
//! A loss in 1 exists: every move of the player to move completes a line for the
//! opponent (Figure 9b of the paper). It could make wins in 2, those losses in 3,
//! and so on. Conversely, where no win in 2 exists, nothing irregular does: a loss
//! in 3 needs a child won in exactly 2, a win in 4 one lost in exactly 3. So to
//! know that distances are regular it is enough to look at the parents of the
//! losses in 1, and these can all be listed, on 5×5 too: whether a move completes
//! an opponent's line depends on the opponent's tiles alone, and few of the 2^25
//! sets of tiles will do.
//!
//! A database that stores distances in full moves relies on this.
//!
//! Lines shorter than the board on 5×5 are left out by default:
//! `cargo test --release -p quixotic-quixo --test suite parity -- --ignored`

use std::collections::BTreeSet;

use quixotic_game::Outcome;
use quixotic_quixo::{Bits, Board, DoubleLine, Quixo, Rules};

fn subsets(set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::successors(Some(set), move |&subset| {
        (subset != 0).then(|| (subset - 1) & set)
    })
}

/// The boards lost in 1.
fn losses_in_1(quixo: &Quixo) -> Vec<Board> {
    let all: Bits = (1 << quixo.rules().cells()) - 1;
    let lost = |board: Board| {
        let mut children = quixo.children(board);
        quixo.ended_on(board).is_none()
            && children.all(|(_, child)| quixo.ended_on(child) == Some(Outcome::Win))
    };
    let has_line = |set: Bits| quixo.lines().iter().any(|&line| line & !set == 0);
    let mut losses = Vec::new();
    for theirs in 0..=all {
        // Without tiles of the mover's own the moves are the same, and no line of
        // hers gets in the way.
        let bare = Board::new(0, theirs).expect("one symbol");
        if !has_line(theirs) && lost(bare) {
            let boards = subsets(all & !theirs).filter_map(|mine| Board::new(mine, theirs));
            losses.extend(boards.filter(|&board| lost(board)));
        }
    }
    losses
}

/// Of the parents of those, the boards from which no move wins at once.
fn wins_in_2(quixo: &Quixo, losses_in_1: &[Board]) -> BTreeSet<Board> {
    let wins_at_once = |board: Board| {
        let mut children = quixo.children(board);
        children.any(|(_, child)| quixo.ended_on(child) == Some(Outcome::Loss))
    };
    losses_in_1
        .iter()
        .flat_map(|&loss| quixo.predecessors(loss))
        .map(|(_, parent)| parent)
        .filter(|&parent| !wins_at_once(parent))
        .collect()
}

/// How many losses in 1 and wins in 2 there are.
fn irregular(size: u8, line: u8, double_line: DoubleLine) -> (usize, usize) {
    let rules = Rules::official(size).and_then(|rules| rules.with_line(line));
    let quixo = Quixo::new(rules.expect("valid rules").with_double_line(double_line));
    let losses = losses_in_1(&quixo);
    (losses.len(), wins_in_2(&quixo, &losses).len())
}

#[test]
fn distances_are_regular_in_full_lines() {
    for double_line in [DoubleLine::OpponentWins, DoubleLine::MoverWins] {
        assert_eq!(irregular(3, 3, double_line), (14, 0));
        // Table 3 of the paper has the same 528.
        assert_eq!(irregular(4, 4, double_line), (528, 0));
        assert_eq!(irregular(5, 5, double_line), (137_806, 0));
    }
}

#[test]
fn distances_are_irregular_in_short_lines_if_a_double_line_loses() {
    assert_eq!(irregular(4, 3, DoubleLine::OpponentWins), (1877, 20));
    assert_eq!(irregular(4, 3, DoubleLine::MoverWins), (1064, 0));
}

#[test]
#[ignore = "half a minute"]
fn distances_in_short_lines_on_5x5() {
    assert_eq!(irregular(5, 4, DoubleLine::OpponentWins), (1_978_624, 142));
    assert_eq!(irregular(5, 4, DoubleLine::MoverWins), (1_712_722, 0));
    assert_eq!(irregular(5, 3, DoubleLine::OpponentWins), (902_072, 244));
    assert_eq!(irregular(5, 3, DoubleLine::MoverWins), (258_681, 0));
}
