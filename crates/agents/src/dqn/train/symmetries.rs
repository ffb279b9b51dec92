//! What the symmetries of the board do to the numbers of moves.

use quixotic_quixo::{Move, Quixo, Symmetry};

use crate::dqn::Actions;

/// For every symmetry, the number of each move after it.
pub(super) fn symmetries(quixo: &Quixo, actions: &Actions) -> Vec<Vec<usize>> {
    let size = quixo.rules().size();
    let paths: Vec<(Move, Vec<u8>)> = quixo.paths().collect();
    let turned = |symmetry: Symmetry, path: &[u8]| {
        let path: Vec<u8> = path.iter().map(|&cell| symmetry.cell(size, cell)).collect();
        let found = paths.iter().find(|(_, other)| *other == path);
        actions.number(found.expect("a symmetry maps moves to moves").0)
    };
    let maps = Symmetry::all().map(|symmetry| {
        let moves = paths.iter().map(|(_, path)| turned(symmetry, path));
        moves.collect()
    });
    maps.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quixotic_quixo::{Board, Rules};

    #[test]
    fn symmetries_map_moves_to_what_they_do_on_the_turned_board() {
        let quixo = Quixo::new(Rules::official(4).unwrap());
        let actions = Actions::new(&quixo);
        let maps = symmetries(&quixo, &actions);
        let board = Board::new(0b1000_0001_0010, 0b0100_0000_0000_0001).unwrap();
        for symmetry in Symmetry::all() {
            let turned = board.turned(symmetry, 4);
            for (action, &image) in maps[symmetry.index()].iter().enumerate() {
                let (mv, image) = (actions.mv(action), actions.mv(image));
                if quixo.moves_on(board).any(|legal| legal == mv) {
                    let after = quixo.play_on(board, mv).turned(symmetry, 4);
                    assert_eq!(quixo.play_on(turned, image), after);
                }
            }
        }
    }
}
