//! Patterns: the contents of a few cells as one number in base 3, where digit
//! `i` (of weight 3^i) tells what cell `i` holds: 0 nothing, 1 a tile of the
//! mover, 2 a tile of the other player.

/// A pattern of up to [`MAX_RING`] cells.
pub type Pattern = u32;

/// The most cells of a ring: 4·5 − 4.
pub const MAX_RING: usize = 16;

/// The digit of a cell without a symbol.
pub const EMPTY: u8 = 0;
/// The digit of a tile of the mover.
pub const MINE: u8 = 1;
/// The digit of a tile of the other player.
pub const THEIRS: u8 = 2;

/// The number of patterns of that many cells.
#[inline]
pub const fn patterns(cells: usize) -> Pattern {
    const POWERS: [Pattern; MAX_RING + 1] = {
        let mut powers = [1; MAX_RING + 1];
        let mut cells = 1;
        while cells <= MAX_RING {
            powers[cells] = 3 * powers[cells - 1];
            cells += 1;
        }
        powers
    };
    POWERS[cells]
}

/// The digit seen by the other player.
pub fn swap_digit(digit: u8) -> u8 {
    (3 - digit) % 3
}

/// The digits of a pattern, cell 0 first, followed by zeros without end.
#[inline]
pub fn digits(pattern: Pattern) -> impl Iterator<Item = u8> {
    let mut rest = pattern;
    std::iter::repeat_with(move || {
        let digit = (rest % 3) as u8;
        rest /= 3;
        digit
    })
}

/// The digits of a pattern of that many cells.
pub fn contents(pattern: Pattern, cells: usize) -> Vec<u8> {
    digits(pattern).take(cells).collect()
}

/// The pattern with these digits, cell 0 first.
pub fn pattern(digits: &[u8]) -> Pattern {
    digits
        .iter()
        .rev()
        .fold(0, |pattern, &digit| pattern * 3 + Pattern::from(digit))
}

/// For each pattern of so many cells, what its digits add up to: `add` gets the sum of the
/// cells before, the cell and its digit. Each takes one step, not one for each cell.
pub(super) fn sums<T: Copy>(cells: usize, zero: T, add: impl Fn(T, usize, u8) -> T) -> Vec<T> {
    let mut sums = Vec::with_capacity(patterns(cells) as usize);
    sums.push(zero);
    for cell in 0..cells {
        let before = sums.len();
        for digit in [MINE, THEIRS] {
            for pattern in 0..before {
                sums.push(add(sums[pattern], cell, digit));
            }
        }
    }
    sums
}
