//! Figure 6 of *Quixo Is Solved*: the shares of wins, losses and draws in the
//! classes whose numbers of tiles differ by at most one, as stacked bars.

use quixotic_quixo::{Class, Rules};

use super::{Shares, shares};

/// The positions of a class by their outcome.
#[derive(Clone, Copy, Debug)]
pub struct ClassOutcomes {
    /// The class.
    pub class: Class,
    /// Positions in which the player to move wins.
    pub win: u64,
    /// Positions in which the player to move loses.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
}

/// Draws the outcomes of a game by class.
pub fn outcomes(rules: Rules, classes: impl IntoIterator<Item = ClassOutcomes>) -> String {
    let mut classes: Vec<ClassOutcomes> = classes.into_iter().filter(is_even).collect();
    // By level; within a level the mover's surplus first, as it is with X to move
    // after X has taken an own tile.
    classes.sort_by_key(|row| (row.class.level(), row.class.theirs));
    let title = format!("Quixo on {rules}: outcomes for the player to move, by class");
    let rows = classes.iter().map(|row| Shares {
        label: format!("{}/{}", row.class.mine, row.class.theirs),
        win: row.win,
        loss: row.loss,
        draw: row.draw,
    });
    let axis = "tiles of the player to move / tiles of the other, where they differ by at most one";
    shares(&title, axis, rows)
}

/// Whether the players have equally many tiles, or nearly.
fn is_even(row: &ClassOutcomes) -> bool {
    row.class.mine.abs_diff(row.class.theirs) <= 1
}
