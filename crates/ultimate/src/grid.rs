//! The 3×3 grid, which the game has twice: nine spots make a field, nine fields
//! make the board. A set of spots or fields is a bit mask, spot 0 (top left) in
//! bit 0, row by row.

use quixotic_game::Symmetry;

/// A set of the nine cells of a 3×3 grid.
pub type Cells = u16;

/// All nine cells.
pub const ALL: Cells = 0x1ff;

/// Rows, columns and diagonals.
pub const LINES: [Cells; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Whether the cells contain a line.
pub const fn has_line(cells: Cells) -> bool {
    HAS_LINE[(cells & ALL) as usize]
}

static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut cells = 0;
    while cells < 512 {
        let mut line = 0;
        while line < LINES.len() {
            table[cells] |= cells as Cells & LINES[line] == LINES[line];
            line += 1;
        }
        cells += 1;
    }
    table
};

/// The fields that there are, any of three symbols in each cell.
pub(crate) const FIELDS: usize = 3_usize.pow(9);

/// The number of a field with these cells of one player and of the other, below
/// [`FIELDS`]. A field with one more mark has a greater number.
pub(crate) const fn field_index(own: Cells, other: Cells) -> usize {
    (TERNARY[own as usize] + 2 * TERNARY[other as usize]) as usize
}

/// The cells of a mask as digits of a number to base 3.
static TERNARY: [u16; 512] = {
    let mut table = [0; 512];
    let mut cells = 1;
    while cells < 512_usize {
        let lowest = cells.trailing_zeros();
        table[cells] = table[cells & (cells - 1)] + 3_u16.pow(lowest);
        cells += 1;
    }
    table
};

/// The numbers of the cells in a set, ascending.
pub fn members(mut cells: Cells) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        (cells != 0).then(|| {
            let cell = cells.trailing_zeros() as u8;
            cells &= cells - 1;
            cell
        })
    })
}

/// A set of cells, turned or mirrored.
pub fn turned(symmetry: Symmetry, cells: Cells) -> Cells {
    symmetry.bits(3, cells.into()) as Cells
}
