//! The second player wins Numerical Tic-Tac-Toe on the 4×4 board.
//!
//! The certificate says what the second player replies. The check lets the first player make every move that there is and
//! the second player the reply, and finds that she completes a line each time, and he none. Nothing is stored for positions in which
//! she completes a line at once, nor where so few cells are free that trying everything is quick.

use std::collections::HashSet;
use std::fmt;

use crate::bytes::{Reader, checked};

/* The rules: in turn, the first player puts an odd number and the second an even one, from 1 to 16 and each once, into
a free cell. Whoever completes a row, a column or a diagonal with the sum 34 wins, no matter who placed its numbers. */

const SUM: u8 = 34;
/// Numbers as sets of bits: the number v is bit v − 1.
const FIRST: u16 = 0x5555;
const SECOND: u16 = 0xaaaa;

/// Rows from the top, columns from the left, the diagonal from the top left, the other one; the cell in row r and
/// column c is bit 4·r + c.
const LINES: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

/// A line that nobody can complete any more.
const DEAD: u8 = 255;

/// All that matters for the rest of a game: two games with equal boards go on alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Board {
    /// The free cells.
    free: u16,
    /// What each line lacks to its sum, or that it is dead.
    lacks: [u8; 10],
    /// The numbers that are not placed yet.
    left: u16,
}

/// What a move leads to.
enum After {
    Complete,
    Board(Board),
}

impl Board {
    const START: Board = Board {
        free: 0xffff,
        lacks: [SUM; 10],
        left: 0xffff,
    };

    /// The moves with these numbers, by cell and number.
    fn moves(&self, numbers: u16) -> impl Iterator<Item = (u8, u8)> + use<> {
        let (free, left) = (self.free, self.left & numbers);
        members(free).flat_map(move |cell| members(left).map(move |bit| (cell, bit + 1)))
    }

    fn play(&self, cell: u8, number: u8) -> After {
        let mut after = *self;
        after.free &= !(1 << cell);
        after.left &= !(1 << (number - 1));
        for (line, lacks) in LINES.iter().zip(&mut after.lacks) {
            if line >> cell & 1 == 1 && *lacks != DEAD {
                match lacks.checked_sub(number) {
                    Some(0) if line & after.free == 0 => return After::Complete,
                    Some(rest) => *lacks = rest,
                    None => *lacks = DEAD,
                }
            }
        }
        // A line is dead if no numbers that are left, as many as it has free cells, have the sum that it lacks.
        let sums = sums(after.left);
        for (line, lacks) in LINES.iter().zip(&mut after.lacks) {
            let cells = (line & after.free).count_ones() as usize;
            if *lacks != DEAD && (cells == 0 || sums[cells] >> *lacks & 1 == 0) {
                *lacks = DEAD;
            }
        }
        After::Board(after)
    }

    /// Whether the player with these numbers completes a line with the next move.
    fn is_completed_by(&self, numbers: u16) -> bool {
        LINES.iter().zip(self.lacks).any(|(line, lacks)| {
            let is_last = (line & self.free).count_ones() == 1;
            is_last && (1..=16).contains(&lacks) && (self.left & numbers) >> (lacks - 1) & 1 == 1
        })
    }
}

/// The sums, as sets of bits, of 0 to 4 different numbers of a set.
fn sums(numbers: u16) -> [u64; 5] {
    let mut sums = [1, 0, 0, 0, 0];
    for bit in members(numbers) {
        for count in (1..5).rev() {
            sums[count] |= sums[count - 1] << (bit + 1);
        }
    }
    sums
}

/// The members of a set, ascending.
fn members(set: u16) -> impl Iterator<Item = u8> + Clone {
    (0..16).filter(move |member| set >> member & 1 == 1)
}

/* Symmetries: a permutation of the cells that takes every line to a line leads from a board to one that is worth the same. Let p
be one of the 8 permutations of 0 to 3 with p(3 − i) = 3 − p(i). Then cell (r, c) may go to (p(r), p(c)) or to
(p(r), 3 − p(c)), and rows and columns may be swapped: 32 symmetries. */

struct Symmetry {
    cells: [u8; 16],
    lines: [u8; 10],
}

impl Symmetry {
    fn all() -> Vec<Symmetry> {
        let mut all = Vec::new();
        for code in 0..256_u16 {
            let p = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6].map(|image| image as u8);
            let is_permutation = (0..4).all(|image| p.contains(&image));
            if !is_permutation || p[3] != 3 - p[0] || p[2] != 3 - p[1] {
                continue;
            }
            for (is_mirrored, is_turned) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                all.push(Symmetry::new(|row, column| {
                    let (row, column) = (p[usize::from(row)], p[usize::from(column)]);
                    let column = if is_mirrored { 3 - column } else { column };
                    if is_turned {
                        (column, row)
                    } else {
                        (row, column)
                    }
                }));
            }
        }
        all
    }

    fn new(image: impl Fn(u8, u8) -> (u8, u8)) -> Symmetry {
        let cells = std::array::from_fn(|cell| {
            let (row, column) = image(cell as u8 / 4, cell as u8 % 4);
            4 * row + column
        });
        let line = |line: usize| {
            let moved = moved(LINES[line], &cells);
            let place = LINES.iter().position(|&other| other == moved);
            place.expect("symmetries take lines to lines") as u8
        };
        Symmetry {
            cells,
            lines: std::array::from_fn(line),
        }
    }

    fn apply(&self, board: &Board) -> Board {
        let mut lacks = [0; 10];
        for (line, &image) in self.lines.iter().enumerate() {
            lacks[usize::from(image)] = board.lacks[line];
        }
        Board {
            free: moved(board.free, &self.cells),
            lacks,
            left: board.left,
        }
    }
}

/// A set of cells, moved.
fn moved(set: u16, cells: &[u8; 16]) -> u16 {
    members(set).fold(0, |moved, cell| moved | 1 << cells[usize::from(cell)])
}

/* The file. */

/// How a certificate begins.
pub const MAGIC: &[u8] = b"QXREPLY\n";

/// With so many free cells or fewer, nothing is stored: the check tries everything.
const SEARCHED: u32 = 7;

/// Replies by the fingerprints of the boards.
struct Replies {
    salt: u8,
    /// 128 · fingerprint + 8 · cell + half the number − 1, ascending.
    sorted: Vec<u64>,
}

impl Replies {
    fn read(bytes: &[u8]) -> Result<Replies, Error> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(Error::Foreign)?;
        let version = Reader(rest).number(2).ok_or(Error::Malformed)?;
        if version != 1 {
            return Err(Error::Unknown);
        }
        let body = checked(&rest[2..]).ok_or(Error::Checksum)?;
        let mut reader = Reader(body);
        let salt = reader.number(1).ok_or(Error::Malformed)? as u8;
        let count = reader.number(4).ok_or(Error::Malformed)?;
        let mut sorted = Vec::new();
        let mut last = 0;
        for _ in 0..count {
            last += difference(&mut reader).ok_or(Error::Malformed)?;
            sorted.push(last);
        }
        let is_whole = reader.0.is_empty();
        let ascends = sorted.windows(2).all(|pair| pair[0] / 128 < pair[1] / 128);
        match is_whole && ascends {
            true => Ok(Replies { salt, sorted }),
            false => Err(Error::Malformed),
        }
    }

    /// Where the reply to a board is, and its cell and number.
    fn find(&self, board: &Board) -> Option<(usize, u8, u8)> {
        let fingerprint = self.fingerprint(board);
        let place = self
            .sorted
            .partition_point(|&entry| entry / 128 < fingerprint);
        let entry = *self.sorted.get(place)?;
        let reply = (entry % 128) as u8;
        (entry / 128 == fingerprint).then_some((place, reply / 8, 2 * (reply % 8) + 2))
    }

    /// The upper 36 bits of FNV-1a, salted.
    fn fingerprint(&self, board: &Board) -> u64 {
        let sets = [board.free, board.left].map(u16::to_le_bytes);
        let bytes = [self.salt]
            .into_iter()
            .chain(sets.concat())
            .chain(board.lacks);
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        hash >> 28
    }
}

/// A number in groups of seven bits, the lowest first; all bytes but the last have their top bit set.
fn difference(reader: &mut Reader<'_>) -> Option<u64> {
    let mut number = 0;
    for shift in (0..49).step_by(7) {
        let byte = reader.number(1)?;
        number |= (byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/* The check. */

/// A certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Positions with the second player to move, up to symmetry and what no longer matters.
    pub positions: u64,
    /// Of these, those whose reply is in the certificate.
    pub replies: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Numerical Tic-Tac-Toe on the 4×4 board, odd numbers against even ones: the second player wins."
        )
    }
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// It does not begin as a certificate does.
    Foreign,
    /// Its version is not known here.
    Unknown,
    /// Its checksum is wrong.
    Checksum,
    /// It ends too early, or goes on after its end, or is not sorted.
    Malformed,
    /// There is no reply in this round.
    Missing(u32),
    /// A reply in this round is not a legal move.
    Illegal(u32),
    /// The first player completes a line in this round.
    FirstWins(u32),
    /// The second player has no win from here, in this round.
    NotWon(u32),
    /// So many replies are for no position.
    Spare(usize),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Foreign => write!(f, "this is not a certificate"),
            Error::Unknown => write!(
                f,
                "the certificate has an unknown version: use a newer version of this program"
            ),
            Error::Checksum => write!(f, "the checksum is wrong"),
            Error::Malformed => write!(f, "the file does not follow the format"),
            Error::Missing(round) => write!(f, "a reply is missing in round {round}"),
            Error::Illegal(round) => write!(f, "a reply is illegal in round {round}"),
            Error::FirstWins(round) => write!(f, "the first player wins in round {round}"),
            Error::NotWon(round) => {
                write!(f, "the second player does not win from round {round} on")
            }
            Error::Spare(count) => write!(f, "replies are left over: {count}"),
        }
    }
}

impl std::error::Error for Error {}

/// Checks a certificate.
pub fn check(bytes: &[u8]) -> Result<Report, Error> {
    let replies = Replies::read(bytes)?;
    let mut walk = Walk {
        is_used: vec![false; replies.sorted.len()],
        replies,
        symmetries: Symmetry::all(),
        met: HashSet::new(),
    };
    walk.first_moves(&Board::START)?;
    match walk.is_used.iter().filter(|&&is_used| !is_used).count() {
        0 => Ok(Report {
            positions: walk.met.len() as u64,
            replies: walk.replies.sorted.len() as u64,
        }),
        spare => Err(Error::Spare(spare)),
    }
}

struct Walk {
    replies: Replies,
    is_used: Vec<bool>,
    symmetries: Vec<Symmetry>,
    /// Boards with the second player to move.
    met: HashSet<Board>,
}

impl Walk {
    /// The first player tries every move.
    fn first_moves(&mut self, board: &Board) -> Result<(), Error> {
        for (cell, number) in board.moves(FIRST) {
            match board.play(cell, number) {
                After::Complete => return Err(Error::FirstWins(round(board))),
                After::Board(after) => self.second_moves(&after)?,
            }
        }
        Ok(())
    }

    /// The second player makes the one move that the certificate has.
    fn second_moves(&mut self, board: &Board) -> Result<(), Error> {
        if board.is_completed_by(SECOND) {
            return Ok(());
        }
        let images = self.symmetries.iter().map(|symmetry| symmetry.apply(board));
        let board = images.min().expect("there are symmetries");
        if !self.met.insert(board) {
            return Ok(());
        }
        if board.free.count_ones() <= SEARCHED {
            return match second_wins(&board) {
                true => Ok(()),
                false => Err(Error::NotWon(round(&board))),
            };
        }
        let found = self.replies.find(&board);
        let (place, cell, number) = found.ok_or(Error::Missing(round(&board)))?;
        self.is_used[place] = true;
        if !board.moves(SECOND).any(|mv| mv == (cell, number)) {
            return Err(Error::Illegal(round(&board)));
        }
        match board.play(cell, number) {
            After::Complete => Ok(()),
            After::Board(after) => self.first_moves(&after),
        }
    }
}

/// Whether the second player, who is to move, can complete a line before the first and before the board is full.
fn second_wins(board: &Board) -> bool {
    board.is_completed_by(SECOND)
        || board
            .moves(SECOND)
            .any(|(cell, number)| match board.play(cell, number) {
                After::Complete => true,
                After::Board(after) => is_lost_for_first(&after),
            })
}

/// Whether every move of the first player, who is to move, leads to such a board.
fn is_lost_for_first(board: &Board) -> bool {
    !board.is_completed_by(FIRST)
        && board
            .moves(FIRST)
            .all(|(cell, number)| match board.play(cell, number) {
                After::Complete => false,
                After::Board(after) => second_wins(&after),
            })
}

/// The round that is played next.
fn round(board: &Board) -> u32 {
    17 - board.free.count_ones()
}
