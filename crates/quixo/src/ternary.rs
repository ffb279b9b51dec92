//! All 3^(N²) boards, numbered: a board is a number in base three, a digit per
//! cell (0 empty, 1 the player to move, 2 the other).
//!
//! This is the paper's "straightforward" bijection (Section 3.2). It serves what
//! looks at every board at once; solving class by class has its own, see
//! [`reference::Bijection`](crate::reference::Bijection).

use crate::{Bits, Board, Rules};

/// The numbering of all boards of one size.
#[derive(Clone, Debug)]
pub struct Ternary {
    cells: u8,
    /// `weight[set]`: the sum of 3^cell over the cells of the set.
    weight: Vec<u32>,
}

impl Ternary {
    /// The largest size whose boards are few enough to be looked at all at once.
    pub const MAX_SIZE: u8 = 4;

    /// The numbering for the board of these rules.
    ///
    /// # Panics
    /// If the board is larger than [`Ternary::MAX_SIZE`].
    pub fn new(rules: Rules) -> Ternary {
        assert!(
            rules.size() <= Ternary::MAX_SIZE,
            "3^{} boards are too many to number",
            rules.cells()
        );
        let mut weight = vec![0];
        for cell in 0..u32::from(rules.cells()) {
            let with_cell: Vec<u32> = weight.iter().map(|sum| sum + 3_u32.pow(cell)).collect();
            weight.extend(with_cell);
        }
        Ternary {
            cells: rules.cells(),
            weight,
        }
    }

    /// How many boards there are.
    pub fn count(&self) -> usize {
        3_usize.pow(u32::from(self.cells))
    }

    /// The number of a board.
    pub fn index(&self, board: Board) -> usize {
        let weight = |set: Bits| self.weight[set as usize] as usize;
        weight(board.mine()) + 2 * weight(board.theirs())
    }

    /// All boards, in no order to rely on.
    pub fn boards(&self) -> impl Iterator<Item = Board> + use<> {
        let all: Bits = (1 << self.cells) - 1;
        (0..=all).flat_map(move |mine| {
            subsets(all & !mine).map(move |theirs| Board::new_unchecked(mine, theirs))
        })
    }
}

/// The subsets of a set, from the set itself down to the empty one.
fn subsets(set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::successors(Some(set), move |&subset| {
        (subset != 0).then(|| (subset - 1) & set)
    })
}
