//! The kernel for processors with AVX-512 and byte permutations (VBMI).
//!
//! Every function takes an [`Avx512`], which only exists where the processor has
//! the features; that makes the calls into `target_feature` code sound.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _MM_HINT_T0, _mm_prefetch, _mm512_add_epi8, _mm512_cmpgt_epu8_mask,
    _mm512_loadu_si512, _mm512_mask_min_epu8, _mm512_mask_storeu_epi8, _mm512_maskz_compress_epi8,
    _mm512_maskz_expand_epi8, _mm512_maskz_loadu_epi8, _mm512_min_epu8, _mm512_permutex2var_epi8,
    _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_storeu_si512,
};

use super::plan::{Plan, ShortPlan};
use super::{Avx512, BUFFER, Buffer, Family, Kind, Link, Room, SLACK, Source, VECTOR, portable};
use crate::encoding::Scale;
use crate::index::LaneSet;

pub(super) fn block_min(_: Avx512, family: &Family<'_>, links: &[Link], room: &mut Room) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { block_min_features(family, links, room) }
}

pub(super) fn step_back(_: Avx512, scale: Scale, lanes: &mut [u8]) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { step_back_features(scale, lanes) }
}

pub(super) fn update(
    _: Avx512,
    scale: Scale,
    minima: &[u8],
    base: &[u8],
    values: &mut [u8],
) -> bool {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { update_features(scale, minima, base, values) }
}

pub(super) fn reach(_: Avx512, minima: &[u8], values: &mut [u8]) -> bool {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { reach_features(minima, values) }
}

pub(super) fn mark(_: Avx512, values: &mut [u8], set: &LaneSet, value: u8) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { mark_features(values, set, value) }
}

pub(super) fn squeeze(_: Avx512, values: &[u8], out: &mut Vec<u8>) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { squeeze_features(values, out) }
}

pub(super) fn spread(_: Avx512, packed: &mut &[u8], set: &LaneSet, values: &mut [u8]) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { spread_features(packed, set, values) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn step_back_features(scale: Scale, lanes: &mut [u8]) {
    portable::step_back(scale, lanes);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn update_features(scale: Scale, minima: &[u8], base: &[u8], values: &mut [u8]) -> bool {
    portable::update(scale, minima, base, values)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn reach_features(minima: &[u8], values: &mut [u8]) -> bool {
    portable::reach(minima, values)
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
fn squeeze_features(values: &[u8], out: &mut Vec<u8>) {
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
fn spread_features(packed: &mut &[u8], set: &LaneSet, values: &mut [u8]) {
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

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn block_min_features(family: &Family<'_>, links: &[Link], room: &mut Room) {
    let Room { minima, turned } = room;
    if let Some(plans) = family.short_plans() {
        store(&mut minima.0, 0, short_block_min(family, plans, links));
        return;
    }
    let vectors = family.lanes().div_ceil(VECTOR);
    fill(&mut minima.0, vectors);
    let mut ahead = links;
    for links in links.chunk_by(|a, b| a.symmetry() == b.symmetry()) {
        ahead = &ahead[links.len()..];
        match family.turn(links[0].symmetry()) {
            None => children_min(family, links, ahead, minima),
            Some(turn) => {
                fill(&mut turned.0, vectors);
                children_min(family, links, ahead, turned);
                follow(turn, &turned.0, minima);
            }
        }
    }
}

/// The same where blocks and child blocks are no longer than a vector. Shift and
/// turn are then one permutation, and the loop has no branches that depend on the
/// symmetry.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn short_block_min(family: &Family<'_>, plans: &[ShortPlan], links: &[Link]) -> __m512i {
    let mut minimum = _mm512_set1_epi8(-1);
    for link in links {
        if let Some(source) = family.source(link.kind()) {
            let child = load(source.block(link.number()), 0);
            let plan = &plans[link.short_plan()];
            let moved = _mm512_permutexvar_epi8(load(&plan.select, 0), child);
            minimum = _mm512_mask_min_epu8(minimum, plan.mask, minimum, moved);
        }
    }
    minimum
}

/// Takes the children of one symmetry into `out`, in the order in which they
/// see the block's lanes.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn children_min(family: &Family<'_>, links: &[Link], ahead: &[Link], out: &mut Buffer) {
    let borders = links.partition_point(|link| link.kind() == Kind::BORDER);
    let (border, crossing) = links.split_at(borders);
    if let Some(first) = crossing.first() {
        prefetch(family, *first);
    }
    if let (Some(source), false) = (family.source(Kind::BORDER), border.is_empty()) {
        // As many vectors at a time as it takes to keep both load ports busy.
        let vectors = family.lanes().div_ceil(VECTOR);
        for first in (0..vectors).step_by(4) {
            match vectors - first {
                1 => border_min::<1>(source, border, out, first),
                2 => border_min::<2>(source, border, out, first),
                3 => border_min::<3>(source, border, out, first),
                _ => border_min::<4>(source, border, out, first),
            }
        }
    }
    for (number, link) in crossing.iter().enumerate() {
        if let Some(&next) = crossing.get(number + 1).or(ahead.first()) {
            prefetch(family, next);
        }
        if let Some(source) = family.source(link.kind())
            && let Some(plan) = source.plan()
        {
            follow(plan, source.block(link.number()), out);
        }
    }
}

/// Asks for a child block that will be read soon. A crossing reads its lines in no
/// order that the processor could foresee.
#[inline]
#[target_feature(enable = "avx512f")]
fn prefetch(family: &Family<'_>, link: Link) {
    if let Some(source) = family.source(link.kind()) {
        for line in source.block(link.number()).chunks(VECTOR) {
            _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast());
        }
    }
}

/// The minimum over whole child blocks in `VECTORS` vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn border_min<const VECTORS: usize>(
    source: &Source<'_>,
    border: &[Link],
    out: &mut Buffer,
    first: usize,
) {
    let mut minima = [_mm512_set1_epi8(0); VECTORS];
    for (vector, minimum) in minima.iter_mut().enumerate() {
        *minimum = load(&out.0, first + vector);
    }
    for link in border {
        let child = source.block(link.number());
        for (vector, minimum) in minima.iter_mut().enumerate() {
            *minimum = _mm512_min_epu8(*minimum, load(child, first + vector));
        }
    }
    for (vector, minimum) in minima.into_iter().enumerate() {
        store(&mut out.0, first + vector, minimum);
    }
}

/// Takes the minimum of the target and the source lanes that the plan sends
/// there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn follow(plan: &Plan, source: &[u8], target: &mut Buffer) {
    let mut steps = plan.steps.iter().zip(&plan.selects).peekable();
    while let Some((first, _)) = steps.peek() {
        let vector = first.target;
        let mut minimum = load(&target.0, usize::from(vector));
        while let Some((step, select)) = steps.next_if(|(step, _)| step.target == vector) {
            let [first, second] = step.sources.map(|vector| load(source, usize::from(vector)));
            let moved = _mm512_permutex2var_epi8(first, load(&select.0, 0), second);
            minimum = _mm512_mask_min_epu8(minimum, step.mask, minimum, moved);
        }
        store(&mut target.0, usize::from(vector), minimum);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn fill(lanes: &mut [u8; BUFFER], vectors: usize) {
    let worst = _mm512_set1_epi8(-1);
    for vector in 0..vectors {
        store(lanes, vector, worst);
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(lanes: &[u8], vector: usize) -> __m512i {
    debug_assert!(vector * VECTOR + VECTOR <= lanes.len());
    // SAFETY: `vector` is one of the vectors of a block, as `Family` and `Source`
    // have checked of all plans; the last may reach into the `SLACK` that every
    // source has behind it, or to the end of a buffer.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().add(vector * VECTOR).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(lanes: &mut [u8; BUFFER], vector: usize, value: __m512i) {
    debug_assert!(vector * VECTOR + VECTOR <= BUFFER);
    // SAFETY: `vector` is one of the vectors of a block, as `Family` has checked of
    // all plans, and a buffer holds `MAX_LANES` rounded up to whole vectors.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().add(vector * VECTOR).cast(), value) }
}

const _: () = assert!(SLACK >= VECTOR && BUFFER.is_multiple_of(VECTOR));
