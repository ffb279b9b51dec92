//! The kernel in plain Rust.

use quixotic_tablebase::internal::encoding::{DRAW, LOST, Scale};
use quixotic_tablebase::internal::index::LaneSet;

use super::{Buffer, Family, Link, Plan, Scratch, Summary, VECTOR};
use crate::reach::UNREACHED;

pub(super) fn block_min(family: &Family<'_>, links: &[Link], scratch: &mut Scratch) {
    let Scratch { minima, turned, .. } = scratch;
    minima.0[..family.lanes()].fill(u8::MAX);
    for links in links.chunk_by(|a, b| a.symmetry() == b.symmetry()) {
        match family.turn(links[0].symmetry()) {
            None => children_min(family, links, minima),
            Some(turn) => {
                turned.0[..family.lanes()].fill(u8::MAX);
                children_min(family, links, turned);
                follow(turn, &turned.0, &mut minima.0);
            }
        }
    }
}

/// Takes the children of one symmetry into `out`, in the order in which they
/// see the block's lanes.
fn children_min(family: &Family<'_>, links: &[Link], out: &mut Buffer) {
    for link in links {
        let Some(source) = family.source(link.kind()) else {
            continue;
        };
        let child = source.block(link.number());
        match source.plan() {
            Some(plan) => follow(plan, child, &mut out.0),
            None => {
                for (out, &child) in out.0[..family.lanes()].iter_mut().zip(child) {
                    *out = child.min(*out);
                }
            }
        }
    }
}

fn follow(plan: &Plan, source: &[u8], target: &mut [u8]) {
    for &(to, from) in &plan.pairs {
        let to = &mut target[usize::from(to)];
        *to = source[usize::from(from)].min(*to);
    }
}

// The loops below are compiled again for each instruction set, so they must
// be inlined there.

#[inline(always)]
pub(super) fn step_back(scale: Scale, lanes: &mut [u8]) {
    for lane in lanes {
        *lane = scale.step_back(*lane);
    }
}

#[inline(always)]
pub(super) fn update(
    scale: Scale,
    minima: &[u8],
    losses: Option<&[u8]>,
    values: &mut [u8],
) -> Summary {
    let mut summary = Summary::default();
    let mut set = |value: &mut u8, new: u8| {
        summary.add(new, new != *value);
        *value = new;
    };
    match losses {
        None => {
            for (value, &minimum) in values.iter_mut().zip(minima) {
                set(value, updated(scale, *value, *value, minimum));
            }
        }
        Some(losses) => {
            for ((value, &loss), &minimum) in values.iter_mut().zip(losses).zip(minima) {
                let least = if loss == 0 { *value } else { loss };
                set(value, updated(scale, *value, least, minimum));
            }
        }
    }
    summary
}

/// The value of a position from the one before, what it is at least, and the least value
/// among its children.
#[inline(always)]
fn updated(scale: Scale, before: u8, least: u8, minimum: u8) -> u8 {
    let new = scale.step_back(minimum).max(least);
    if before == LOST { LOST } else { new }
}

#[inline(always)]
pub(super) fn pack_losses(values: &[u8], set: &mut LaneSet, losses: &mut Vec<u8>) {
    set.clear(values.len());
    let mut packed = [0; VECTOR];
    for (word, values) in values.chunks(packed.len()).enumerate() {
        // Every value is written, and the next over it if it is no loss: no branches.
        let (mut bits, mut count) = (0, 0);
        for (lane, &value) in values.iter().enumerate() {
            let is_loss = value > LOST && value < DRAW;
            packed[count] = value;
            count += usize::from(is_loss);
            bits |= u64::from(is_loss) << lane;
        }
        set.set_word(word, bits);
        losses.extend_from_slice(&packed[..count]);
    }
}

#[inline(always)]
pub(super) fn reach(minima: &[u8], values: &mut [u8]) -> bool {
    let mut changed = 0;
    for (value, &minimum) in values.iter_mut().zip(minima) {
        let reached = if minimum == 0 { UNREACHED } else { 0 };
        changed |= u8::from(*value == reached) & reached;
        *value &= !reached;
    }
    changed != 0
}
