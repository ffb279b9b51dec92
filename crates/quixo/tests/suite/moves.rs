//! Moves: how many there are, what one does, and that they can be taken back.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quixotic_game::{Game, Outcome};
use quixotic_quixo::{Board, DoubleLine, Move, Position, Quixo, Rules, Taken, Ternary};

use crate::boards;

/// A move with the boards before and after it.
type Edge = (Board, Move, Board);

fn official(size: u8) -> Quixo {
    Quixo::new(Rules::official(size).expect("a supported size"))
}

#[test]
fn the_empty_board_has_12n_minus_16_moves() {
    // A corner tile has 2 ends to go to, every other border tile 3.
    for size in Rules::MIN_SIZE..=Rules::MAX_SIZE {
        let corners = 4 * 2;
        let edges = 4 * (usize::from(size) - 2) * 3;
        let quixo = official(size);
        assert_eq!(quixo.moves_on(Board::EMPTY).count(), corners + edges);
        assert_eq!(quixo.paths().len(), 12 * usize::from(size) - 16);
    }
    assert_eq!(official(5).moves_on(Board::EMPTY).count(), 44);
}

/// As in the paper's Figure 1: O takes the empty tile at the right end of the
/// second row and pushes it in at the left.
#[test]
fn a_move_shifts_the_row_towards_the_hole() {
    let quixo = official(5);
    let play = |position: &str, mv: &str| {
        let position = quixo.parse_position(position).expect("a position");
        let mv = quixo.parse_move(mv).expect("a move");
        assert!(quixo.is_legal(position.board, mv), "{mv:?}");
        quixo.format_position(&quixo.play(&position, mv))
    };
    assert_eq!(play("5/XOX2/5/5/5 O", "e4L"), "5/OXOX1/5/5/5 X");
    // From the middle of an edge only the cells up to the end move.
    assert_eq!(play("X1OXX/5/5/5/5 O", "c5R"), "X1XXO/5/5/5/5 X");
    assert_eq!(play("X1OXX/5/5/5/5 O", "c5L"), "OX1XX/5/5/5/5 X");
    assert_eq!(play("2O2/2X2/5/2O2/2X2 X", "c1T"), "2X2/2O2/2X2/5/2O2 O");
    assert_eq!(play("X4/O4/5/5/O4 X", "a5B"), "O4/5/5/O4/X4 O");
}

#[test]
fn tiles_of_the_opponent_and_of_the_centre_stay() {
    let quixo = official(3);
    let position = quixo.parse_position("XO1/3/3 X").expect("a position");
    let taken: BTreeSet<String> = quixo
        .moves(&position)
        .into_iter()
        .map(|mv| quixo.format_move(mv)[..2].to_owned())
        .collect();
    let border_without_b3 = ["a1", "a2", "a3", "b1", "c1", "c2", "c3"];
    assert_eq!(taken, border_without_b3.map(str::to_owned).into());
}

#[test]
fn a_double_line_is_decided_by_the_rules() {
    // Lines of both symbols, and X has just moved.
    let winner_of = |double_line| {
        let rules = Rules::official(3)
            .expect("3×3")
            .with_double_line(double_line);
        let quixo = Quixo::new(rules);
        let position = quixo.parse_position("OOO/3/XXX O").expect("a position");
        quixo.ended(&position)
    };
    assert_eq!(winner_of(DoubleLine::OpponentWins), Some(Outcome::Win));
    assert_eq!(winner_of(DoubleLine::MoverWins), Some(Outcome::Loss));
}

#[test]
fn a_finished_game_has_no_moves() {
    let quixo = official(4);
    let position = quixo.parse_position("XXXX/4/OO2/O3 O").expect("a position");
    assert_eq!(quixo.ended(&position), Some(Outcome::Loss));
    assert_eq!(quixo.moves(&position), []);
    assert_eq!(quixo.children(position.board).count(), 0);
}

/// Every edge of the game graph of 3×3, found forwards and found backwards.
#[test]
fn predecessors_are_exactly_the_inverse_of_children() {
    for rules in boards::every_rules(3) {
        let quixo = Quixo::new(rules);
        let boards = || Ternary::new(rules).boards();
        let forwards: BTreeSet<Edge> = boards()
            .flat_map(|before| {
                let edges = quixo.children(before);
                edges.map(move |(mv, after)| (before, mv, after))
            })
            .collect();
        let backwards: BTreeSet<Edge> = boards()
            .flat_map(|after| {
                let edges = quixo.predecessors(after);
                edges.map(move |(mv, before)| (before, mv, after))
            })
            .collect();
        assert!(!forwards.is_empty());
        assert!(forwards == backwards, "{rules}");
    }
}

/// What the move took from the board.
fn taken(board: Board, mv: Move) -> Taken {
    if board.mine() >> mv.from & 1 == 1 {
        Taken::Own
    } else {
        Taken::Empty
    }
}

proptest! {
    #[test]
    fn a_move_can_be_taken_back((quixo, board) in boards::any_game_and_board()) {
        for (mv, child) in quixo.children(board) {
            prop_assert_eq!(quixo.play_on(board, mv), child);
            prop_assert_eq!(quixo.unplay(child, mv, taken(board, mv)), board);
            prop_assert!(quixo.predecessors(child).any(|edge| edge == (mv, board)));
        }
    }

    #[test]
    fn a_predecessor_leads_here((quixo, board) in boards::any_game_and_board()) {
        let mut seen = Vec::new();
        for (mv, before) in quixo.predecessors(board) {
            prop_assert!(quixo.is_legal(before, mv));
            prop_assert_eq!(quixo.play_on(before, mv), board);
            prop_assert!(!seen.contains(&(mv, before)), "listed twice");
            seen.push((mv, before));
        }
    }

    #[test]
    fn children_by_what_was_taken_are_all_children(
        (quixo, board) in boards::any_game_and_board(),
    ) {
        let mut together = Vec::new();
        for kind in [Taken::Own, Taken::Empty] {
            for (mv, child) in quixo.children_taking(board, kind) {
                prop_assert_eq!(taken(board, mv), kind);
                let added = child.marked().count_ones() - board.marked().count_ones();
                prop_assert_eq!(added == 1, kind == Taken::Empty);
                together.push((mv, child));
            }
        }
        together.sort_unstable();
        let mut all: Vec<(Move, Board)> = quixo.children(board).collect();
        all.sort_unstable();
        prop_assert_eq!(together, all);
    }

    /// The tables of moves agree with the definition of a move, cell by cell.
    #[test]
    fn a_move_does_what_its_path_says((quixo, board) in boards::any_game_and_board()) {
        let on = |set: u64, cell: u8| set >> cell & 1 == 1;
        for (mv, path) in quixo.paths().filter(|&(mv, _)| quixo.is_legal(board, mv)) {
            let after = quixo.play_on(board, mv).swapped();
            for cell in 0..quixo.rules().cells() {
                let source = match path.iter().position(|&on_path| on_path == cell) {
                    None => Some(cell),
                    Some(step) => path.get(step + 1).copied(),
                };
                let (mine, theirs) = match source {
                    Some(source) => (on(board.mine(), source), on(board.theirs(), source)),
                    None => (true, false),
                };
                prop_assert_eq!((on(after.mine(), cell), on(after.theirs(), cell)), (mine, theirs));
            }
        }
    }

    /// Swapping colours and turn is the same game: the trait's view of it.
    #[test]
    fn colours_are_only_names(position in boards::any_position(4)) {
        let quixo = official(4);
        let swapped = Position { to_move: !position.to_move, ..position };
        prop_assert_eq!(quixo.ended(&position), quixo.ended(&swapped));
        prop_assert_eq!(quixo.moves(&position), quixo.moves(&swapped));
        for mv in quixo.moves(&position) {
            let after = quixo.play(&position, mv);
            let after_swapped = quixo.play(&swapped, mv);
            prop_assert_eq!(after.board, after_swapped.board);
            prop_assert_eq!(after.to_move, swapped.to_move);
            prop_assert_eq!(after.tiles(after.to_move), after_swapped.tiles(!after.to_move));
        }
    }
}
