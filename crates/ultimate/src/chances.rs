//! A judgement of positions by chances.
//!
//! If the cells of a field were filled in a random order, each by either player alike, a
//! player would be the first to have a line in it with a chance that follows from its marks. Taken
//! as if fields were independent, a line of fields is won with the product of three chances, and
//! the more such lines a player can hope for, the better.

use std::sync::LazyLock;

use quixotic_game::Player;

use crate::Position;
use crate::grid::{self, Cells, FIELDS, LINES, field_index};

/// The chance of what is certain: the third power, times eight lines, fits 32 bits.
const SURE: i32 = 255;

impl Position {
    /// The chances of a player in all lines of fields together, up to 8 · 255³.
    pub fn chances(&self, player: Player) -> i32 {
        let fields: [i32; 9] = std::array::from_fn(|field| self.chance(player, field as u8));
        let line = |line: &Cells| -> i32 {
            let members = grid::members(*line);
            members.map(|field| fields[usize::from(field)]).product()
        };
        LINES.iter().map(line).sum()
    }

    /// The chance of a player in one field, up to [`SURE`].
    fn chance(&self, player: Player, field: u8) -> i32 {
        match self.owner(field) {
            Some(owner) if owner == player => SURE,
            Some(_) => 0,
            None => {
                let (own, other) = (self.marks(player, field), self.marks(!player, field));
                CHANCES[field_index(own, other)].into()
            }
        }
    }
}

static CHANCES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    // Exact shares first: rounded ones would lose a little with each cell.
    let mut shares = vec![0.0; FIELDS];
    // A field with one more mark has a greater number, so those come first.
    for (own, other) in pairs().rev() {
        let free = grid::ALL & !own & !other;
        shares[field_index(own, other)] = match (grid::has_line(own), grid::has_line(other)) {
            (true, _) => 1.0,
            (false, true) => 0.0,
            (false, false) if free == 0 => 0.0,
            (false, false) => {
                let after = |cell: u8| {
                    shares[field_index(own | 1 << cell, other)]
                        + shares[field_index(own, other | 1 << cell)]
                };
                let sum: f64 = grid::members(free).map(after).sum();
                sum / f64::from(2 * free.count_ones())
            }
        };
    }
    let chance = |share: &f64| (share * f64::from(SURE)).round() as u8;
    shares.iter().map(chance).collect()
});

/// All fields as the cells of one player and of the other, by their number.
fn pairs() -> impl DoubleEndedIterator<Item = (Cells, Cells)> {
    (0..FIELDS).map(|index| {
        let digit = |cell: u32| index / 3_usize.pow(cell) % 3;
        let of = |symbol: usize| (0..9).filter(move |&cell| digit(cell) == symbol);
        let cells = |symbol: usize| of(symbol).fold(0, |cells, cell| cells | 1 << cell);
        (cells(1), cells(2))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [[usize; 3]; 8] = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];

    /// The share of X in all ways to fill a field until somebody has a line, by trying them.
    fn share(field: &str) -> f64 {
        let cells: Vec<char> = field.chars().collect();
        let wins = |symbol| {
            ROWS.iter()
                .any(|row| row.iter().all(|&cell| cells[cell] == symbol))
        };
        if wins('X') || wins('O') {
            return f64::from(u8::from(wins('X')));
        }
        let free: Vec<usize> = (0..9).filter(|&cell| cells[cell] == '.').collect();
        let with = |cell: usize, symbol: &str| {
            let mut after = field.to_owned();
            after.replace_range(cell..=cell, symbol);
            share(&after)
        };
        let shares = free
            .iter()
            .map(|&cell| (with(cell, "X") + with(cell, "O")) / 2.0);
        shares.sum::<f64>() / free.len().max(1) as f64
    }

    #[test]
    fn chances_in_a_field_are_those_of_random_marks() {
        for field in ["XO.XO.OX.", "XX.OO.X..", "X.O......", "XOXXOOOXX"] {
            let cells = |symbol| {
                let of = field
                    .chars()
                    .enumerate()
                    .filter(|&(_, cell)| cell == symbol);
                of.fold(0, |cells: Cells, (cell, _)| cells | 1 << cell)
            };
            let chance = CHANCES[field_index(cells('X'), cells('O'))];
            assert_eq!(f64::from(chance), (share(field) * 255.0).round(), "{field}");
        }
    }

    #[test]
    fn two_fields_in_a_line_promise_more_than_two_apart() {
        let owning = |fields| Position::from_parts([[0; 9]; 2], [fields, 0], None);
        let [line, apart] = [0b11, 0b100010].map(owning);
        assert!(line.chances(Player::X) > apart.chances(Player::X));
        assert!(line.chances(Player::O) < Position::START.chances(Player::O));
        let sure = Position::from_parts([[0; 9]; 2], [grid::ALL, 0], None);
        assert_eq!(sure.chances(Player::X), 8 * SURE.pow(3));
        assert_eq!(sure.chances(Player::O), 0);
    }
}
