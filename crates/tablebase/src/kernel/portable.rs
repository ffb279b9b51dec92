//! The kernel in plain Rust.

use crate::encoding;
use crate::index::LaneSet;

pub(super) fn mark(values: &mut [u8], set: &LaneSet, value: u8) {
    for (values, &word) in values.chunks_mut(64).zip(set.words()) {
        for (lane, to) in values.iter_mut().enumerate() {
            if word >> lane & 1 == 1 {
                *to = value;
            }
        }
    }
}

pub(super) fn compress(values: &[u8], out: &mut Vec<u8>) {
    out.extend(values.iter().filter(|&&value| !encoding::is_decided(value)));
}

pub(super) fn expand(packed: &mut &[u8], set: &LaneSet, values: &mut [u8]) {
    for (values, &word) in values.chunks_mut(64).zip(set.words()) {
        for (lane, to) in values.iter_mut().enumerate() {
            if word >> lane & 1 == 1 {
                let (&value, rest) = packed.split_first().expect("enough packed values");
                *to = value;
                *packed = rest;
            }
        }
    }
}
