//! The smallest positions that are decided: Figure 7 of *Quixo Is Solved*.
//!
//! A position is small if few of its tiles are marked. Positions that no game
//! leads to are left out; on 5×5 they come first (a player who has no tile on the
//! board cannot have moved last).

use std::collections::BTreeSet;

use quixotic_game::Budget;
use quixotic_quixo::{Board, Class, Past};

use crate::notable::orbits_stored;
use quixotic_tablebase::internal::encoding::DRAW;
use quixotic_tablebase::{Database, ProbeError};

/// The positions with the fewest tiles that are not drawn, one of each orbit
/// (Figure 7a).
pub fn decided(database: &Database, budget: &Budget) -> Result<Vec<Board>, ProbeError> {
    let mut past = Past::of_any_moves(database.quixo());
    smallest(
        database,
        budget,
        |byte| byte != DRAW,
        |_| true,
        |board| past.leads_to(board),
    )
}

/// The same where both players have taken only empty tiles (Figure 7b).
pub fn decided_by_empty_tiles(
    database: &Database,
    budget: &Budget,
) -> Result<Vec<Board>, ProbeError> {
    let mut past = Past::of_empty_tiles(database.quixo());
    // The players take turns.
    let alternating = |class: Class| class.theirs == class.mine || class.theirs == class.mine + 1;
    smallest(
        database,
        budget,
        |byte| byte != DRAW,
        alternating,
        |board| past.leads_to(board),
    )
}

/// The positions with the fewest tiles that the player to move loses although she
/// has as many tiles as the other, one of each orbit (Figure 7c). Finished games
/// are left out.
pub fn balanced_losses(database: &Database, budget: &Budget) -> Result<Vec<Board>, ProbeError> {
    let quixo = database.quixo();
    let mut past = Past::of_any_moves(quixo);
    let balanced = |class: Class| class.mine == class.theirs;
    smallest(
        database,
        budget,
        |byte| byte < DRAW,
        balanced,
        |board| quixo.ended_on(board).is_none() && past.leads_to(board),
    )
}

/// The positions of the lowest level that has any whose bytes are wanted, in
/// classes of the right kind, and that occur.
fn smallest(
    database: &Database,
    budget: &Budget,
    wanted: impl Fn(u8) -> bool + Sync + Copy,
    kind: impl Fn(Class) -> bool,
    mut occurs: impl FnMut(Board) -> bool,
) -> Result<Vec<Board>, ProbeError> {
    for level in 0..=database.rules().cells() {
        let mut found = BTreeSet::new();
        for class in Class::of_level(level).filter(|&class| kind(class)) {
            // The census says whether there is anything to look for.
            let census = database.class_file(class)?.census();
            if census.entries().any(|(byte, _)| wanted(byte)) {
                found.extend(orbits_stored(database, budget, class, wanted)?);
            }
        }
        budget.check(0)?;
        found.retain(|&board| occurs(board));
        if !found.is_empty() {
            return Ok(found.into_iter().collect());
        }
    }
    Ok(Vec::new())
}
