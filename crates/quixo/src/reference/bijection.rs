//! The paper's numbering of a class of boards (Section 3.2).
//!
//! The class `C(x, o)` holds the boards with `x` tiles of the player to move and
//! `o` of the other. `ord(b)` is the rank of the number `b` among the numbers with
//! as many one bits (Table 1). With `S_X` the mover's tiles and `S_O` the other's
//! tiles, the cells of `S_X` taken out and the gaps closed, the index of a board is
//!
//! ```text
//! ord(S_X) · C(n - x, o) + ord(S_O)        (Equation 1)
//! ```
//!
//! As in the paper, `ord` and its inverse are tables over all 2^n sets of cells
//! (`pop` is an instruction today): 256 MB for the 25 cells of 5×5.

use crate::{Bits, Board, Class, Rules};

/// The bijection between the boards of a class and the numbers below its size.
#[derive(Clone, Debug)]
pub struct Bijection {
    cells: u8,
    /// `ord[b]`: the rank of `b` among the numbers with as many one bits.
    ord: Vec<u32>,
    /// `by_ord[p][r]`: the number with `p` one bits and rank `r`.
    by_ord: Vec<Vec<u32>>,
}

impl Bijection {
    /// The largest size whose tables fit into memory.
    pub const MAX_SIZE: u8 = 5;

    /// Computes the tables for the board of these rules.
    ///
    /// # Panics
    /// If the board is larger than [`Bijection::MAX_SIZE`].
    pub fn new(rules: Rules) -> Bijection {
        assert!(
            rules.size() <= Bijection::MAX_SIZE,
            "tables of 2^{} entries are too large",
            rules.cells()
        );
        let cells = rules.cells();
        let mut by_ord = vec![Vec::new(); usize::from(cells) + 1];
        let ord = (0..1_u32 << cells)
            .map(|set| {
                let same_pop: &mut Vec<u32> = &mut by_ord[set.count_ones() as usize];
                same_pop.push(set);
                same_pop.len() as u32 - 1
            })
            .collect();
        Bijection { cells, ord, by_ord }
    }

    /// The rank of a set of cells among those with as many cells.
    pub fn ord(&self, set: Bits) -> usize {
        self.ord[set as usize] as usize
    }

    /// How many boards a class holds.
    pub fn size(&self, class: Class) -> usize {
        self.by_ord[usize::from(class.mine)].len() * self.placements_of_theirs(class)
    }

    /// `C(n - x, o)`: how many ways the other player's tiles fit around the mover's.
    fn placements_of_theirs(&self, class: Class) -> usize {
        let (free, chosen) = (self.cells - class.mine, class.theirs);
        // The highest choice of `o` of the free cells has the last rank.
        let highest = ((1 << chosen) - 1) << (free - chosen);
        self.ord(highest) + 1
    }

    /// The index of a board in its class.
    pub fn index(&self, board: Board) -> usize {
        self.ord(board.mine()) * self.placements_of_theirs(Class::of(board))
            + self.ord(close_gaps(board.theirs(), board.mine()))
    }

    /// The board with that index in a class.
    ///
    /// # Panics
    /// If the index is not below the [size](Bijection::size) of the class.
    pub fn board(&self, class: Class, index: usize) -> Board {
        let placements = self.placements_of_theirs(class);
        let mine = self.by_ord[usize::from(class.mine)][index / placements];
        let theirs = self.by_ord[usize::from(class.theirs)][index % placements];
        let mine = Bits::from(mine);
        Board::new_unchecked(mine, open_gaps(Bits::from(theirs), mine))
    }

    /// The boards of a class, in the order of their indices.
    pub fn boards(&self, class: Class) -> impl Iterator<Item = Board> + '_ {
        (0..self.size(class)).map(move |index| self.board(class, index))
    }
}

/// Takes the cells of `gaps` out of `set` and shifts the rest together.
fn close_gaps(mut set: Bits, gaps: Bits) -> Bits {
    let mut closed = 0;
    while set != 0 {
        let cell = set.trailing_zeros();
        let below = gaps & ((1 << cell) - 1);
        closed |= 1 << (cell - below.count_ones());
        set &= set - 1;
    }
    closed
}

/// The inverse of [`close_gaps`]: moves apart what lies on or above each gap.
fn open_gaps(set: Bits, mut gaps: Bits) -> Bits {
    let mut opened = set;
    while gaps != 0 {
        let below = (gaps & gaps.wrapping_neg()) - 1;
        opened = (opened & below) | (opened & !below) << 1;
        gaps &= gaps - 1;
    }
    opened
}
