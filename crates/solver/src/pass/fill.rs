//! The distances of wins that a file leaves out.
//!
//! A win is one ply longer than the shortest loss that a move leads to, and losses
//! are always told in full. So what the files tell of the children is enough, and it
//! does not matter whether their own wins have been filled in. The moves that take an
//! empty tile and those that take an own one are looked at one after another, in any
//! order: the greater byte, which is the shorter win, stays. So a class is filled in
//! where it is, beside one other class.
//!
//! A win without a move to a loss keeps the byte [`WIN`], the longest win there is.

use quixotic_game::Stopped;
use quixotic_tablebase::internal::encoding::{WIN, WIN_IN_1};

use super::Pass;
use crate::values::Values;

/// Whether a byte is a win that a file may leave the distance out of.
#[inline(always)]
fn is_win(value: u8) -> bool {
    value.wrapping_sub(WIN) < WIN_IN_1 - WIN
}

/// Takes the moves of a pass into the distances of the wins of a class.
pub(crate) fn fill(pass: Pass<'_>, values: &mut Values) -> Result<(), Stopped> {
    let begin = || ();
    pass.run(values, begin, |(), room, block, values| {
        // No early exit, for the sake of vectors.
        if values.iter().fold(false, |any, &value| any | is_win(value)) {
            fill_block(block.follows(room), values);
        }
    })?;
    Ok(())
}

/// The same for a block whose moves have been evaluated.
pub(crate) fn fill_block(follows: &[u8], values: &mut [u8]) {
    for (value, &follows) in values.iter_mut().zip(follows) {
        // Without a branch, to become vector code.
        let shorter = follows.max(*value);
        *value = if is_win(*value) { shorter } else { *value };
    }
}
