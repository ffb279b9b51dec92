//! The plain kernel, compiled for processors with AVX2: they have nothing that packs
//! bytes, but count and find bits at once.
//!
//! Every function takes an [`Avx2`], which only exists where the processor has the
//! features; that makes the calls into `target_feature` code sound.
#![allow(unsafe_code)]

use super::{Avx2, portable};
use crate::index::LaneSet;

pub(super) fn mark(_: Avx2, values: &mut [u8], set: &LaneSet, value: u8) {
    // SAFETY: `Avx2` proves that the processor has the features.
    unsafe { mark_features(values, set, value) }
}

pub(super) fn compress(_: Avx2, values: &[u8], out: &mut Vec<u8>) {
    // SAFETY: `Avx2` proves that the processor has the features.
    unsafe { compress_features(values, out) }
}

pub(super) fn expand(_: Avx2, packed: &mut &[u8], set: &LaneSet, values: &mut [u8]) {
    // SAFETY: `Avx2` proves that the processor has the features.
    unsafe { expand_features(packed, set, values) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn mark_features(values: &mut [u8], set: &LaneSet, value: u8) {
    portable::mark(values, set, value);
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn compress_features(values: &[u8], out: &mut Vec<u8>) {
    portable::compress(values, out);
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn expand_features(packed: &mut &[u8], set: &LaneSet, values: &mut [u8]) {
    portable::expand(packed, set, values);
}
