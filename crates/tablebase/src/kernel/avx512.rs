//! The kernel for processors with AVX-512 and byte permutations (VBMI).
//!
//! Every function takes an [`Avx512`], which only exists where the processor has
//! the features; that makes the calls into `target_feature` code sound.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    _mm512_add_epi8, _mm512_cmpgt_epu8_mask, _mm512_mask_storeu_epi8, _mm512_maskz_compress_epi8,
    _mm512_maskz_expand_epi8, _mm512_maskz_loadu_epi8, _mm512_set1_epi8, _mm512_storeu_si512,
};

use super::Avx512;
use crate::index::LaneSet;

/// Lanes in a vector register.
const VECTOR: usize = 64;

pub(super) fn mark(_: Avx512, values: &mut [u8], set: &LaneSet, value: u8) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { mark_features(values, set, value) }
}

pub(super) fn compress(_: Avx512, values: &[u8], out: &mut Vec<u8>) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { compress_features(values, out) }
}

pub(super) fn expand(_: Avx512, packed: &mut &[u8], set: &LaneSet, values: &mut [u8]) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { expand_features(packed, set, values) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn mark_features(values: &mut [u8], set: &LaneSet, value: u8) {
    let value = _mm512_set1_epi8(value as i8);
    for (values, &word) in values.chunks_mut(VECTOR).zip(set.words()) {
        let mask = word & within(values);
        // SAFETY: the mask keeps the store inside the chunk.
        unsafe { _mm512_mask_storeu_epi8(values.as_mut_ptr().cast(), mask, value) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn compress_features(values: &[u8], out: &mut Vec<u8>) {
    for values in values.chunks(VECTOR) {
        // SAFETY: the mask keeps the load inside the chunk.
        let lanes = unsafe { _mm512_maskz_loadu_epi8(within(values), values.as_ptr().cast()) };
        // As `encoding::is_decided`.
        let two = _mm512_set1_epi8(2);
        let mask = within(values) & _mm512_cmpgt_epu8_mask(_mm512_add_epi8(lanes, two), two);
        let mut packed = [0u8; VECTOR];
        // SAFETY: `packed` is one vector long.
        unsafe {
            _mm512_storeu_si512(
                packed.as_mut_ptr().cast(),
                _mm512_maskz_compress_epi8(mask, lanes),
            );
        }
        // The whole vector and then back is faster than a copy of any length.
        let end = out.len() + mask.count_ones() as usize;
        out.extend_from_slice(&packed);
        out.truncate(end);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn expand_features(packed: &mut &[u8], set: &LaneSet, values: &mut [u8]) {
    for (values, &word) in values.chunks_mut(VECTOR).zip(set.words()) {
        let mask = word & within(values);
        let (taken, rest) = packed.split_at(mask.count_ones() as usize);
        // SAFETY: `taken` is as long as the load mask, and the store mask keeps
        // inside the chunk.
        unsafe {
            let lanes = _mm512_maskz_loadu_epi8(within(taken), taken.as_ptr().cast());
            let lanes = _mm512_maskz_expand_epi8(mask, lanes);
            _mm512_mask_storeu_epi8(values.as_mut_ptr().cast(), mask, lanes);
        }
        *packed = rest;
    }
}

/// The lanes of a vector that lie in a chunk of at most 64.
fn within(chunk: &[u8]) -> u64 {
    debug_assert!(chunk.len() <= VECTOR);
    u64::MAX
        .checked_shr((VECTOR - chunk.len()) as u32)
        .unwrap_or(0)
}
