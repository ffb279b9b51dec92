//! The kernel in plain Rust. The loops are compiled again for other instruction sets, so
//! they must be inlined there.

use crate::encoding;
use crate::index::LaneSet;

#[inline(always)]
pub(super) fn mark(values: &mut [u8], set: &LaneSet, value: u8) {
    for (values, &word) in values.chunks_mut(64).zip(set.words()) {
        match word {
            0 => {}
            u64::MAX => values.fill(value),
            _ => lanes(word).for_each(|lane| values[lane] = value),
        }
    }
}

#[inline(always)]
pub(super) fn compress(values: &[u8], out: &mut Vec<u8>) {
    let mut packed = [0; 64];
    for values in values.chunks(packed.len()) {
        // Every value is written, and the next over it if it is decided: no branches.
        let mut count = 0;
        for &value in values {
            packed[count] = value;
            count += usize::from(!encoding::is_decided(value));
        }
        out.extend_from_slice(&packed[..count]);
    }
}

#[inline(always)]
pub(super) fn expand(packed: &mut &[u8], set: &LaneSet, values: &mut [u8]) {
    for (values, &word) in values.chunks_mut(64).zip(set.words()) {
        let (taken, rest) = packed.split_at(word.count_ones() as usize);
        if taken.len() == values.len() {
            values.copy_from_slice(taken);
        } else {
            for (lane, &value) in lanes(word).zip(taken) {
                values[lane] = value;
            }
        }
        *packed = rest;
    }
}

/// The lanes of a word of a set.
#[inline(always)]
fn lanes(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        first
    })
}
