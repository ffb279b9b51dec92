//! What a position is remembered by.
//!
//! Two positions have the same answer if one can be turned into the other by moving
//! cells and lines such that live lines with the same need and the same free cells
//! correspond, and the same useful numbers are held. There are two keys:
//!
//! - **Exact**: the live part of the position written out in full, the least of its
//!   images under all symmetries of the board. Equal keys are equal positions.
//! - **Merged**: a hash of the network of live lines and free cells that does not
//!   depend on where they are. Lines start with a colour made of need and free cells;
//!   then cells take the colours of their lines and lines those of their cells, three
//!   times. It merges positions that no symmetry of the whole board takes to each
//!   other, since lines that died no longer hold the board together.

use super::board::{Board, Lines};
use super::live::Live;
use crate::grid::{Bits, Grid, LineSymmetry, bits};

/// The kinds of key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Keys {
    /// A hash that merges as many positions as it can. Positions that differ have the
    /// same key with a probability of about 10⁻¹⁷ each time.
    #[default]
    Merged,
    /// The whole position, for an answer that does not rest on a hash.
    Exact,
}

/// Makes exact keys.
pub(super) struct Canon {
    symmetries: Vec<SymmetryTable>,
}

/// A symmetry of the board, made ready to be applied quickly.
struct SymmetryTable {
    /// The images of sets of cells, by their low and their high half.
    cells: [[Bits; 256]; 2],
    /// For each line how far its need is shifted in a key.
    shift: [u8; 16],
}

/// Bits of a need in a key; it is below 64.
const NEED: u8 = 6;

impl Canon {
    pub(super) fn new(grid: &Grid) -> Canon {
        let table = |symmetry: &LineSymmetry| {
            // Sets may hold bits that are no cells of a small board; they never occur.
            let cells = |set: usize, shift: u8| {
                symmetry.cell_set((set << shift) as Bits & ((1u32 << grid.cells()) - 1) as Bits)
            };
            let lines = grid.lines().len();
            SymmetryTable {
                cells: [0, 8].map(|shift| std::array::from_fn(|set| cells(set, shift))),
                shift: std::array::from_fn(|line| match line < lines {
                    true => symmetry.line(line as u8) * NEED,
                    false => 0,
                }),
            }
        };
        Canon {
            symmetries: grid.symmetries().iter().map(table).collect(),
        }
    }

    /// The exact key: needs of live lines (60 bits), free cells on them (16), useful
    /// numbers (32) and the number of free cells (4), which tells whose turn it is and
    /// how many useless numbers there are.
    pub(super) fn key(&self, board: &Board, live: &Live) -> u128 {
        let lines: Vec<(u8, u64)> = bits(live.lines)
            .map(|line| (line, board.need(line) as u64))
            .collect();
        let images = self.symmetries.iter().map(|symmetry| {
            let shifted = |&(line, need): &(u8, u64)| need << symmetry.shift[usize::from(line)];
            let needs: u64 = lines.iter().map(shifted).sum();
            let [low, high] = &symmetry.cells;
            let cells = low[usize::from(live.cells & 0xff)] | high[usize::from(live.cells >> 8)];
            (u128::from(needs) << 16) | u128::from(cells)
        });
        let image = images.min().expect("the identity is a symmetry");
        // The board has at most 15 free cells when it is not empty, and the empty board is
        // alone with its live lines.
        image << 36 | u128::from(live.numbers) << 4 | u128::from(board.free.count_ones() % 16)
    }
}

/// The merged key. It is never 0.
pub(super) fn merged(lines: &Lines, board: &Board, live: &Live) -> u64 {
    let mut line_colours = [0u64; 16];
    for free in 1..=4 {
        for line in bits(board.lines_with(free) & live.lines) {
            line_colours[usize::from(line)] = mix(board.need(line) as u64 * 8 + free as u64);
        }
    }
    for _ in 0..3 {
        let mut cell_colours = [0u64; 16];
        for cell in bits(live.cells) {
            let through = bits(lines.through(cell) & live.lines);
            let sum = through.fold(0, |sum: u64, line| {
                sum.wrapping_add(line_colours[usize::from(line)])
            });
            cell_colours[usize::from(cell)] = mix(sum);
        }
        for line in bits(live.lines) {
            let cells = bits(lines.cells(line) & live.cells);
            let sum = cells.fold(0, |sum: u64, cell| {
                sum.wrapping_add(cell_colours[usize::from(cell)])
            });
            let colour = &mut line_colours[usize::from(line)];
            *colour = mix(colour.rotate_left(23).wrapping_add(sum));
        }
    }
    let lines = line_colours
        .iter()
        .fold(0, |sum: u64, &colour| sum.wrapping_add(colour));
    let rest = u64::from(live.numbers) << 8 | u64::from(board.free.count_ones());
    mix(lines.wrapping_add(mix(rest))) | 1 << 63
}

/// A permutation of 64 bits that spreads every bit over all others.
#[inline]
fn mix(mut bits: u64) -> u64 {
    bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits = (bits ^ bits >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits ^ bits >> 32
}
