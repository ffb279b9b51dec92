//! The rules, under which only a full field is closed.
//!
//! Spot s of field f is bit 9·f + s. A field is won by the first line in it and keeps
//! its owner. A move in spot s sends the other player to field s; if that is full,
//! anywhere.

/// Rows, columns and diagonals of a 3×3 grid.
const LINES: [[u8; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Sent to a full field, or at the start: any field will do.
const ANYWHERE: u8 = 9;

/// A move as the certificate has it: 9 · field + spot.
pub(crate) type Move = u8;

fn has_line(cells: u16) -> bool {
    LINES
        .iter()
        .any(|line| line.iter().all(|cell| cells >> cell & 1 == 1))
}

/// A position. X is player 0, O is player 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    marks: [u128; 2],
    owned: [u16; 2],
    active: u8,
    plies: u8,
}

impl Board {
    pub(crate) const START: Board = Board {
        marks: [0; 2],
        owned: [0; 2],
        active: ANYWHERE,
        plies: 0,
    };

    pub(crate) fn x_is_to_move(&self) -> bool {
        self.plies.is_multiple_of(2)
    }

    pub(crate) fn x_has_won(&self) -> bool {
        has_line(self.owned[0])
    }

    pub(crate) fn o_has_won(&self) -> bool {
        has_line(self.owned[1])
    }

    /// Whether O may choose the field.
    pub(crate) fn is_free_choice(&self) -> bool {
        self.active == ANYWHERE
    }

    /// The active field, if there is one.
    pub(crate) fn active(&self) -> Option<u8> {
        (!self.is_free_choice()).then_some(self.active)
    }

    fn marks_in(&self, player: usize, field: u8) -> u16 {
        (self.marks[player] >> (9 * field)) as u16 & 0x1ff
    }

    pub(crate) fn is_full(&self, field: u8) -> bool {
        self.marks_in(0, field) | self.marks_in(1, field) == 0x1ff
    }

    /// The legal moves as a set of bits.
    fn legal(&self) -> u128 {
        let fields = if self.x_has_won() || self.o_has_won() {
            0
        } else if self.is_free_choice() {
            (1 << 81) - 1
        } else {
            0x1ff << (9 * self.active)
        };
        fields & !(self.marks[0] | self.marks[1])
    }

    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        mv < 81 && self.legal() >> mv & 1 == 1
    }

    /// The legal moves, ascending.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        let mut rest = self.legal();
        std::iter::from_fn(move || {
            let mv = (rest != 0).then(|| rest.trailing_zeros() as Move);
            rest &= rest.wrapping_sub(1);
            mv
        })
    }

    /// The position after a legal move.
    pub(crate) fn play(&self, mv: Move) -> Board {
        let mut after = *self;
        let player = usize::from(self.plies % 2);
        let (field, spot) = (mv / 9, mv % 9);
        after.marks[player] |= 1 << mv;
        let is_owned = (self.owned[0] | self.owned[1]) >> field & 1 == 1;
        if !is_owned && has_line(after.marks_in(player, field)) {
            after.owned[player] |= 1 << field;
        }
        after.active = if after.is_full(spot) { ANYWHERE } else { spot };
        after.plies += 1;
        after
    }
}

/// How many marks X needs in a field that nobody owns, by the marks of X and of O.
pub(crate) struct Needs(Vec<u8>);

/// More than anybody has moves.
const NEVER: u8 = 80;

impl Needs {
    pub(crate) fn new() -> Needs {
        let need = |x: usize, o: usize| {
            let missing = |line: &[u8; 3]| {
                let has = |cells: usize, cell: &u8| cells >> cell & 1 == 1;
                if line.iter().any(|cell| has(o, cell)) {
                    NEVER
                } else {
                    line.iter().filter(|cell| !has(x, cell)).count() as u8
                }
            };
            LINES.iter().map(missing).min().unwrap_or(NEVER)
        };
        let all = (0..512 * 512).map(|index| need(index / 512, index % 512));
        Needs(all.collect())
    }

    /// The counting bound: X needs so many more marks at least for three fields in a
    /// line. If X has fewer moves up to ply `by`, X cannot win by then.
    pub(crate) fn is_too_late(&self, board: &Board, by: u8) -> bool {
        let need = |field: u8| {
            if board.owned[0] >> field & 1 == 1 {
                0
            } else if board.owned[1] >> field & 1 == 1 {
                NEVER
            } else {
                let (x, o) = (board.marks_in(0, field), board.marks_in(1, field));
                self.0[usize::from(x) * 512 + usize::from(o)]
            }
        };
        let needs: [u8; 9] = std::array::from_fn(|field| need(field as u8));
        // X makes the odd plies.
        let moves = by.div_ceil(2).saturating_sub(board.plies.div_ceil(2));
        LINES.iter().all(|line| {
            let sum: u8 = line.iter().map(|&field| needs[usize::from(field)]).sum();
            sum > moves
        })
    }
}
