//! The game itself: the tables that follow from the rules, moves and their
//! inverses, and the end of the game.
//!
//! A move takes a tile from the border and pushes it in at an end of its row or
//! column. Along the *path* from the hole to that end every tile shifts one cell
//! towards the hole, and the mover's symbol appears at the end. On bit sets that
//! is one masked shift by 1 (along a row) or N (along a column).

use quixotic_game::Outcome;

use crate::{Bits, Board, Cell, DoubleLine, Rules};

/// The end of a row or column where a tile is pushed back in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// The left end of the row.
    Left,
    /// The right end of the row.
    Right,
    /// The top of the column.
    Top,
    /// The bottom of the column.
    Bottom,
}

impl End {
    /// All four, in the order in which moves are listed.
    pub const ALL: [End; 4] = [End::Left, End::Right, End::Top, End::Bottom];

    /// The cell at this end of the row or column of `from`.
    pub(crate) fn cell(self, size: u8, from: Cell) -> Cell {
        let (row, column, last) = (from / size, from % size, size - 1);
        match self {
            End::Left => row * size,
            End::Right => row * size + last,
            End::Top => column,
            End::Bottom => last * size + column,
        }
    }
}

/// A move: the tile taken and where it is pushed back in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The border cell whose tile is taken.
    pub from: Cell,
    /// The end of its row or column where the tile re-enters.
    pub end: End,
}

/// What the tile that a move took had carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Taken {
    /// No symbol.
    Empty,
    /// The symbol of the player who moved.
    Own,
}

/// What a move does, as masks.
#[derive(Clone, Debug)]
struct Push {
    mv: Move,
    /// Cells from the hole to the end, both included.
    path: Bits,
    hole: Bits,
    end: Bits,
    /// Distance in bits between neighbours on the path.
    stride: u32,
    /// Whether tiles shift towards lower bits.
    down: bool,
}

impl Push {
    fn new(size: u8, from: Cell, end: End) -> Option<Push> {
        let target = end.cell(size, from);
        let (stride, down) = match end {
            End::Left => (1, false),
            End::Right => (1, true),
            End::Top => (u32::from(size), false),
            End::Bottom => (u32::from(size), true),
        };
        // A tile may not be put back where it was taken.
        if target == from {
            return None;
        }
        let path = (from.min(target)..=from.max(target))
            .step_by(stride as usize)
            .fold(0, |path, cell| path | bit(cell));
        Some(Push {
            mv: Move { from, end },
            path,
            hole: bit(from),
            end: bit(target),
            stride,
            down,
        })
    }

    /// Shifts the path towards the hole; what was in the hole is lost.
    fn apply(&self, bits: Bits) -> Bits {
        let on_path = bits & self.path;
        let shifted = if self.down {
            on_path >> self.stride
        } else {
            on_path << self.stride
        };
        (shifted & self.path) | (bits & !self.path)
    }

    /// Shifts the path back towards the end; what was at the end is lost.
    fn revert(&self, bits: Bits) -> Bits {
        let on_path = bits & self.path;
        let shifted = if self.down {
            on_path << self.stride
        } else {
            on_path >> self.stride
        };
        (shifted & self.path) | (bits & !self.path)
    }

    /// The board after the move, seen by the next player.
    fn play(&self, board: Board) -> Board {
        Board::new_unchecked(
            self.apply(board.theirs()),
            self.apply(board.mine()) | self.end,
        )
    }

    /// The board before the move, seen by the player who made it.
    fn unplay(&self, board: Board, taken: Taken) -> Board {
        let hole = match taken {
            Taken::Empty => 0,
            Taken::Own => self.hole,
        };
        Board::new_unchecked(
            self.revert(board.theirs()) | hole,
            self.revert(board.mine()),
        )
    }
}

const fn bit(cell: Cell) -> Bits {
    1 << cell
}

/// Quixo under given rules: the tables of moves and lines, and what they mean.
///
/// ```
/// use quixotic_quixo::{Board, Quixo, Rules};
///
/// let quixo = Quixo::new(Rules::official(5)?);
/// assert_eq!(quixo.moves_on(Board::EMPTY).count(), 44);
/// # Ok::<(), quixotic_quixo::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Quixo {
    rules: Rules,
    pushes: Vec<Push>,
    lines: Vec<Bits>,
}

impl Quixo {
    /// Computes the tables of a rule set.
    pub fn new(rules: Rules) -> Quixo {
        let size = rules.size();
        let pushes = (0..rules.cells())
            .filter(|&cell| is_border(size, cell))
            .flat_map(|cell| End::ALL.map(|end| Push::new(size, cell, end)))
            .flatten()
            .collect();
        Quixo {
            rules,
            pushes,
            lines: lines(rules),
        }
    }

    /// The rules this game is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Every set of cells that wins when it carries one symbol.
    pub fn lines(&self) -> &[Bits] {
        &self.lines
    }

    /// Every move that is possible on some board, with its path: the cells from
    /// the hole to the end. After the move each cell of the path holds what its
    /// successor held, and the last holds the mover's symbol.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = (Move, Vec<Cell>)> + '_ {
        self.pushes.iter().map(|push| {
            let mut path: Vec<Cell> = cells(push.path).collect();
            if !push.down {
                path.reverse();
            }
            (push.mv, path)
        })
    }

    /// The outcome for the player to move if the game is over.
    pub fn ended_on(&self, board: Board) -> Option<Outcome> {
        let mine = || self.has_line(board.mine());
        let theirs = || self.has_line(board.theirs());
        // The other player made the last move, so a double line is hers.
        match self.rules.double_line() {
            DoubleLine::OpponentWins if mine() => Some(Outcome::Win),
            DoubleLine::MoverWins if theirs() => Some(Outcome::Loss),
            DoubleLine::OpponentWins => theirs().then_some(Outcome::Loss),
            DoubleLine::MoverWins => mine().then_some(Outcome::Win),
        }
    }

    fn has_line(&self, tiles: Bits) -> bool {
        self.lines.iter().any(|&line| line & !tiles == 0)
    }

    /// Whether the player to move has a move that wins at once; not so if the game is over.
    pub fn wins_at_once(&self, board: Board) -> bool {
        // A push changes one cell of every line that it crosses, and of its own line all
        // cells but the hole stay. So a whole line is all but one cell before.
        let missing_one = |&line: &Bits| (line & !board.mine()).count_ones() <= 1;
        let may_win = self.rules.line() < self.rules.size() || self.lines.iter().any(missing_one);
        may_win
            && self
                .children(board)
                .any(|(_, child)| self.ended_on(child) == Some(Outcome::Loss))
    }

    /// The legal moves, in a fixed order; none when the game is over.
    pub fn moves_on(&self, board: Board) -> impl Iterator<Item = Move> + '_ {
        self.takeable(board, !board.theirs()).map(|push| push.mv)
    }

    /// Legal moves with the board that each leads to, seen by the next player.
    pub fn children(&self, board: Board) -> impl Iterator<Item = (Move, Board)> + '_ {
        self.takeable(board, !board.theirs())
            .map(move |push| (push.mv, push.play(board)))
    }

    /// [`Quixo::children`] by the moves that take such a tile: an own one leaves
    /// the number of marked cells alone, an empty one adds to it.
    pub fn children_taking(
        &self,
        board: Board,
        taken: Taken,
    ) -> impl Iterator<Item = (Move, Board)> + '_ {
        let holes = match taken {
            Taken::Empty => !board.marked(),
            Taken::Own => board.mine(),
        };
        self.takeable(board, holes)
            .map(move |push| (push.mv, push.play(board)))
    }

    /// The moves that take a tile from `holes`; none when the game is over.
    fn takeable(&self, board: Board, holes: Bits) -> impl Iterator<Item = &Push> + '_ {
        let holes = if self.ended_on(board).is_none() {
            holes
        } else {
            0
        };
        self.pushes
            .iter()
            .filter(move |push| holes & push.hole != 0)
    }

    /// Whether `mv` is a legal move on `board`.
    pub fn is_legal(&self, board: Board, mv: Move) -> bool {
        self.moves_on(board).any(|legal| legal == mv)
    }

    /// The board after a move, seen by the next player.
    ///
    /// # Panics
    /// If the move exists on no board of this size; whether it is legal on this
    /// one is the caller's business, see [`Quixo::is_legal`].
    pub fn play_on(&self, board: Board, mv: Move) -> Board {
        self.push(mv).play(board)
    }

    /// The board before a move: the inverse of [`Quixo::play_on`], given what the
    /// taken tile had carried.
    ///
    /// # Panics
    /// If the move exists on no board of this size.
    pub fn unplay(&self, board: Board, mv: Move, taken: Taken) -> Board {
        self.push(mv).unplay(board, taken)
    }

    /// Every (move, board before it) from which one legal move leads to `board`.
    pub fn predecessors(&self, board: Board) -> impl Iterator<Item = (Move, Board)> + '_ {
        [Taken::Empty, Taken::Own]
            .into_iter()
            .flat_map(move |taken| self.predecessors_taking(board, taken))
    }

    /// [`Quixo::predecessors`] by the moves that took such a tile.
    pub fn predecessors_taking(
        &self,
        board: Board,
        taken: Taken,
    ) -> impl Iterator<Item = (Move, Board)> + '_ {
        self.pushes
            .iter()
            .filter(move |push| board.theirs() & push.end != 0)
            .map(move |push| (push.mv, push.unplay(board, taken)))
            .filter(|&(_, before)| self.ended_on(before).is_none())
    }

    fn push(&self, mv: Move) -> &Push {
        self.pushes
            .iter()
            .find(|push| push.mv == mv)
            .unwrap_or_else(|| panic!("{mv:?} is not a move on {}", self.rules))
    }
}

/// The cells of a set, in ascending order.
pub(crate) fn cells(mut bits: Bits) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (bits != 0).then(|| bits.trailing_zeros() as Cell);
        bits &= bits.wrapping_sub(1);
        cell
    })
}

/// Whether the cell lies on the border, so that its tile can be taken.
pub(crate) fn is_border(size: u8, cell: Cell) -> bool {
    let (row, column) = (cell / size, cell % size);
    row == 0 || column == 0 || row == size - 1 || column == size - 1
}

/// All straight runs of `rules.line()` cells: along rows, columns and both
/// diagonal directions.
fn lines(rules: Rules) -> Vec<Bits> {
    let (size, length) = (i32::from(rules.size()), i32::from(rules.line()));
    let mut lines = Vec::new();
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for row in 0..size {
            for column in 0..size {
                let end = (row + down * (length - 1), column + right * (length - 1));
                if (0..size).contains(&end.0) && (0..size).contains(&end.1) {
                    lines.push((0..length).fold(0, |line, step| {
                        line | bit(((row + down * step) * size + column + right * step) as Cell)
                    }));
                }
            }
        }
    }
    lines
}
