//! What a player sees of a move before making it: the board as it will be.

use quixotic_game::Outcome;
use quixotic_quixo::{Bits, Board, Cell, End, Move, Quixo};

/// The parts of a board that rules speak of.
pub struct Layout {
    quixo: Quixo,
    /// Cells from which no tile can be taken.
    pub(crate) inner: Bits,
    pub(crate) corners: Bits,
    /// The one, or the four, in the middle.
    pub(crate) centre: Bits,
    /// Both diagonals.
    pub(crate) diagonals: Bits,
}

impl Layout {
    /// The parts of the board of a game.
    pub fn new(quixo: &Quixo) -> Layout {
        let size = quixo.rules().size();
        let cells = |wanted: &dyn Fn(Cell, Cell) -> bool| {
            let all = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
            let wanted = all.filter(|&(row, column)| wanted(row, column));
            wanted.fold(0, |bits, (row, column)| bits | 1 << (row * size + column))
        };
        let last = size - 1;
        let is_end = |place: Cell| place == 0 || place == last;
        let is_middle = |place: Cell| place == size / 2 || place == last / 2;
        Layout {
            inner: cells(&|row, column| !is_end(row) && !is_end(column)),
            corners: cells(&|row, column| is_end(row) && is_end(column)),
            centre: cells(&|row, column| is_middle(row) && is_middle(column)),
            diagonals: cells(&|row, column| row == column || row + column == last),
            quixo: quixo.clone(),
        }
    }

    /// What there is to see of the legal moves of a board.
    pub fn moves(&self, board: Board) -> impl Iterator<Item = Seen<'_>> {
        self.quixo.children(board).map(move |(mv, after)| Seen {
            layout: self,
            before: board,
            mv,
            after,
        })
    }
}

/// A move and the board after it.
pub struct Seen<'a> {
    layout: &'a Layout,
    before: Board,
    /// The move.
    pub mv: Move,
    /// The board, as the opponent sees it.
    pub after: Board,
}

/// Whose tiles are counted.
#[derive(Clone, Copy)]
pub(crate) enum Whose {
    Yours,
    Theirs,
    /// Yours less theirs.
    Both,
}

impl Whose {
    /// A number that is counted for the mover and for the opponent.
    fn of(self, [yours, theirs]: [i16; 2]) -> i16 {
        match self {
            Whose::Yours => yours,
            Whose::Theirs => theirs,
            Whose::Both => yours - theirs,
        }
    }
}

impl Seen<'_> {
    /// The tiles of the mover and of the opponent after the move.
    fn sides(board: Board) -> [Bits; 2] {
        [board.theirs(), board.mine()]
    }

    pub(crate) fn layout(&self) -> &Layout {
        self.layout
    }

    /// Whether the move wins.
    pub(crate) fn wins(&self) -> bool {
        self.layout.quixo.ended_on(self.after) == Some(Outcome::Loss)
    }

    /// Whether the opponent has won or has a reply that wins.
    pub(crate) fn loses(&self) -> bool {
        match self.layout.quixo.ended_on(self.after) {
            Some(outcome) => outcome == Outcome::Win,
            None => self.layout.quixo.wins_at_once(self.after),
        }
    }

    /// Whether the mover would win at once if the opponent passed.
    pub(crate) fn threatens(&self) -> bool {
        self.layout.quixo.wins_at_once(self.after.swapped())
    }

    /// The moves with which the mover would win if the opponent passed.
    pub(crate) fn ways_to_win(&self) -> usize {
        let quixo = &self.layout.quixo;
        let wins = |&(_, after): &(Move, Board)| quixo.ended_on(after) == Some(Outcome::Loss);
        quixo.children(self.after.swapped()).filter(wins).count()
    }

    /// Whether the tile that is taken is blank.
    pub(crate) fn takes_blank(&self) -> bool {
        self.before.marked() >> self.mv.from & 1 == 0
    }

    /// Whether the tile goes back in at a corner.
    pub(crate) fn enters_at_corner(&self) -> bool {
        let size = self.layout.quixo.rules().size();
        let (row, column) = (self.mv.from / size, self.mv.from % size);
        let across = match self.mv.end {
            End::Left | End::Right => row,
            End::Top | End::Bottom => column,
        };
        across == 0 || across == size - 1
    }

    /// Whether the tile is taken from a corner.
    pub(crate) fn leaves_corner(&self) -> bool {
        self.layout.corners >> self.mv.from & 1 == 1
    }

    /// How many tiles shift.
    pub(crate) fn pushed(&self) -> i16 {
        let size = self.layout.quixo.rules().size();
        let (row, column) = (self.mv.from / size, self.mv.from % size);
        let along = match self.mv.end {
            End::Left => column,
            End::Right => size - 1 - column,
            End::Top => row,
            End::Bottom => size - 1 - row,
        };
        i16::from(along)
    }

    /// Tiles in some cells.
    pub(crate) fn tiles(&self, cells: Bits, whose: Whose) -> i16 {
        whose.of(Seen::sides(self.after).map(|tiles| (tiles & cells).count_ones() as i16))
    }

    /// Lines that lack at most so many tiles.
    pub(crate) fn lines(&self, lacking: u32, whose: Whose) -> i16 {
        self.lines_on(self.after, lacking, whose)
    }

    /// Lines that lack at most so many tiles, and have none of the other player.
    pub(crate) fn open_lines(&self, lacking: u32, whose: Whose) -> i16 {
        let [yours, theirs] = Seen::sides(self.after);
        let count = |[own, other]: [Bits; 2]| {
            let is_open =
                |line: &&Bits| *line & other == 0 && (*line & !own).count_ones() <= lacking;
            self.layout.quixo.lines().iter().filter(is_open).count() as i16
        };
        whose.of([[yours, theirs], [theirs, yours]].map(count))
    }

    fn lines_on(&self, after: Board, lacking: u32, whose: Whose) -> i16 {
        let count = |tiles: Bits| {
            let is_near = |line: &&Bits| (*line & !tiles).count_ones() <= lacking;
            self.layout.quixo.lines().iter().filter(is_near).count() as i16
        };
        whose.of(Seen::sides(after).map(count))
    }

    /// The most tiles in one line.
    pub(crate) fn longest(&self, whose: Whose) -> i16 {
        let lines = self.layout.quixo.lines();
        let longest = |tiles: Bits| {
            let counts = lines.iter().map(|line| (line & tiles).count_ones() as i16);
            counts.max().unwrap_or(0)
        };
        whose.of(Seen::sides(self.after).map(longest))
    }

    /// Lines that lack at most so many tiles, after the reply that is worst for the mover.
    pub(crate) fn lines_after_reply(&self, lacking: u32, whose: Whose) -> i16 {
        let replies = self.layout.quixo.children(self.after);
        let lines = replies.map(|(_, board)| self.lines_on(board.swapped(), lacking, whose));
        match whose {
            Whose::Theirs => lines.max().unwrap_or(0),
            Whose::Yours | Whose::Both => lines.min().unwrap_or(0),
        }
    }

    /// Pairs of tiles of one player next to each other, in a row or column.
    pub(crate) fn neighbours(&self, whose: Whose) -> i16 {
        let size = self.layout.quixo.rules().size();
        let last_column = (0..size).fold(0, |bits, row| bits | 1 << (row * size + size - 1));
        let pairs = |tiles: Bits| {
            let across: Bits = tiles & !last_column & tiles >> 1;
            let down = tiles & tiles >> size;
            (across.count_ones() + down.count_ones()) as i16
        };
        whose.of(Seen::sides(self.after).map(pairs))
    }

    /// Rows, columns and diagonals with a tile.
    pub(crate) fn reached(&self, whose: Whose) -> i16 {
        let lines = self.layout.quixo.lines();
        let reached = |tiles: Bits| {
            let lines = lines.iter().filter(|&line| line & tiles != 0);
            lines.count() as i16
        };
        whose.of(Seen::sides(self.after).map(reached))
    }

    /// Legal replies.
    pub(crate) fn replies(&self) -> i16 {
        self.layout.quixo.moves_on(self.after).count() as i16
    }
}
