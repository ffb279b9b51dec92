//! The counting bound: how many marks a player needs at least to win.
//!
//! A field line needs the marks that are missing in it; a line with a mark of the
//! opponent needs for ever. So a field has a least number of marks that win it, and
//! the game a least sum over three fields in a line. Who has fewer moves left than
//! that cannot win in time, whatever the opponent does. This is all that a walk of
//! the certificate knows besides the rules.

use quixotic_game::Player;

use crate::Position;
use crate::grid::{Cells, FIELDS, LINES, field_index};

/// What a field needs that cannot be won any more. Three of them still fit a byte.
pub(crate) const NEVER: u8 = 80;

/// Marks that a player needs to win an undecided field.
pub(crate) fn field_need(own: Cells, other: Cells) -> u8 {
    FIELD_NEED[field_index(own, other)]
}

static FIELD_NEED: [u8; FIELDS] = {
    let mut table = [NEVER; FIELDS];
    let mut own = 0;
    while own < 512_usize {
        let mut other = 0;
        while other < 512 {
            if own & other == 0 {
                let index = field_index(own as Cells, other as Cells);
                let mut line = 0;
                while line < LINES.len() {
                    if LINES[line] & other as Cells == 0 {
                        let missing = (LINES[line] & !(own as Cells)).count_ones() as u8;
                        if missing < table[index] {
                            table[index] = missing;
                        }
                    }
                    line += 1;
                }
            }
            other += 1;
        }
        own += 1;
    }
    table
};

/// The marks that a player needs to win each field.
pub(crate) fn needs(position: &Position, player: Player) -> [u8; 9] {
    std::array::from_fn(|field| {
        let field = field as u8;
        match position.owner(field) {
            Some(owner) if owner == player => 0,
            Some(_) => NEVER,
            None => field_need(
                position.marks(player, field),
                position.marks(!player, field),
            ),
        }
    })
}

/// The fields that can still be part of a win.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Those on a line that the player can win with the moves that are left.
    pub(crate) fields: Cells,
    /// How many marks the player can spend on each of them at most, so that the rest
    /// suffices for the two others of a line.
    pub(crate) budget: [u8; 9],
}

impl Reach {
    /// What can be won with that many moves, where the fields need that many marks.
    pub(crate) fn new(needs: &[u8; 9], moves: u8) -> Reach {
        const FIELDS: [[usize; 3]; 8] = members_of_lines();
        let mut reach = Reach {
            fields: 0,
            budget: [0; 9],
        };
        for (line, fields) in FIELDS.into_iter().enumerate() {
            let need: u8 = fields.iter().map(|&field| needs[field]).sum();
            if need <= moves {
                reach.fields |= LINES[line];
                for field in fields {
                    let budget = moves - need + needs[field];
                    reach.budget[field] = reach.budget[field].max(budget);
                }
            }
        }
        reach
    }
}

const fn members_of_lines() -> [[usize; 3]; 8] {
    let mut fields = [[0; 3]; 8];
    let mut line = 0;
    while line < LINES.len() {
        let mut rest = LINES[line];
        let mut member = 0;
        while rest != 0 {
            fields[line][member] = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            member += 1;
        }
        line += 1;
    }
    fields
}

/// The moves that a player makes after ply `plies`, up to and including ply `by`.
pub(crate) fn moves_left(player: Player, plies: u8, by: u8) -> u8 {
    // X makes the odd plies, O the even ones.
    let made = |plies: u8| match player {
        Player::X => plies.div_ceil(2),
        Player::O => plies / 2,
    };
    made(by).saturating_sub(made(plies))
}

/// What the counting bound leaves a player who wants to win by that ply.
pub(crate) fn reach(position: &Position, player: Player, by: u8) -> Reach {
    let moves = moves_left(player, position.plies(), by);
    Reach::new(&needs(position, player), moves)
}

/// The player's own marks in an undecided field that still matter if at most `budget`
/// more are put there: those on a line that can be completed. Any other mark might as
/// well be the opponent's.
pub(crate) fn useful(own: Cells, other: Cells, budget: u8) -> Cells {
    let at = field_index(own, other);
    USEFUL[usize::from(budget.min(3))][at]
}

static USEFUL: [[Cells; 19_683]; 4] = {
    let mut table = [[0; 19_683]; 4];
    let mut own = 0;
    while own < 512_usize {
        let mut other = 0;
        while other < 512 {
            if own & other == 0 {
                let index = field_index(own as Cells, other as Cells);
                let mut line = 0;
                while line < LINES.len() {
                    if LINES[line] & other as Cells == 0 {
                        let mut budget = (LINES[line] & !(own as Cells)).count_ones() as usize;
                        while budget < 4 {
                            table[budget][index] |= LINES[line] & own as Cells;
                            budget += 1;
                        }
                    }
                    line += 1;
                }
            }
            other += 1;
        }
        own += 1;
    }
    table
};
