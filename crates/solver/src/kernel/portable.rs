//! The kernel in plain Rust.

use quixotic_tablebase::internal::encoding::{LOST, Scale};

use super::{Buffer, Family, Link, Plan, Scratch};
use crate::reach::UNREACHED;

pub(super) fn block_min(family: &Family<'_>, links: &[Link], scratch: &mut Scratch) {
    let Scratch { minima, turned } = scratch;
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
pub(super) fn update(scale: Scale, minima: &[u8], base: &[u8], values: &mut [u8]) -> bool {
    let mut changed = 0;
    for ((value, &base), &minimum) in values.iter_mut().zip(base).zip(minima) {
        let new = if base == LOST {
            LOST
        } else {
            scale.step_back(minimum).max(base)
        };
        changed |= new ^ *value;
        *value = new;
    }
    changed != 0
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
