//! The distances of wins that a file leaves out.
//!
//! A win is one ply longer than the shortest loss that a move leads to, and losses
//! are always stored in full. So what the files tell of the children is enough, and it
//! does not matter whether their own wins have been filled in. The moves that take an
//! empty tile and those that take an own one are looked at one after another, in any
//! order: the greater byte, which is the shorter win, stays. So a class is filled in
//! where it is, beside one other class.
//!
//! A win without a move to a loss keeps the byte [`WIN`], the longest win there is.

use quixotic_game::{Budget, Stopped};
use quixotic_quixo::{Class, Rules, Taken};
use quixotic_tablebase::internal::encoding::{WIN, WIN_IN_1};
use quixotic_tablebase::internal::index::Index;

use super::{Children, Pass};
use crate::solve::above;
use crate::sweep::Tables;
use crate::values::Values;

/// Whether a byte is a win that a file may leave the distance out of.
#[inline(always)]
fn is_win(value: u8) -> bool {
    value.wrapping_sub(WIN) < WIN_IN_1 - WIN
}

/// Fills in a class as its file has it; `read` gives the classes that its moves lead to.
pub(crate) fn fill_class<E: From<Stopped>>(
    tables: &Tables,
    budget: &Budget,
    rules: Rules,
    values: &mut Values,
    read: impl Fn(Class) -> Result<Values, E>,
) -> Result<(), E> {
    let class = values.class;
    let mut take = |taken, children: Children<'_>| {
        let pass = Pass {
            tables,
            budget,
            taken,
            children,
        };
        fill(pass, values)
    };
    if let Some(above) = above(rules, class).map(&read).transpose()? {
        take(Taken::Empty, Children::Of(&above))?;
    }
    let partner = class.swapped();
    let partner = (partner != class).then(|| read(partner)).transpose()?;
    let children = partner.as_ref().map_or(Children::Same, Children::Of);
    take(Taken::Own, children)?;
    Ok(())
}

/// The most bytes that [`fill_class`] takes at a time, the class included.
pub(crate) fn filling_bytes(index: &Index, rules: Rules, class: Class) -> u64 {
    let positions = |class| index.layout(class).positions();
    let partner = (class.swapped() != class).then_some(class.swapped());
    let read = above(rules, class).into_iter().chain(partner);
    positions(class) + read.map(positions).max().unwrap_or(0)
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
