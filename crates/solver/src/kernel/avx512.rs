//! The kernel for processors with AVX-512 and byte permutations (VBMI).
//!
//! Every function takes an [`Avx512`], which only exists where the processor has
//! the features; that makes the calls into `target_feature` code sound.
#![allow(unsafe_code)]

use quixotic_tablebase::internal::encoding::{DRAW, Scale};
use quixotic_tablebase::internal::index::LaneSet;
use quixotic_tablebase::internal::kernel::Avx512;
use std::arch::x86_64::{
    __m512i, _MM_HINT_T0, _mm_prefetch, _mm512_add_epi8, _mm512_cmplt_epu8_mask,
    _mm512_loadu_si512, _mm512_mask_min_epu8, _mm512_maskz_compress_epi8, _mm512_maskz_loadu_epi8,
    _mm512_min_epu8, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8, _mm512_set1_epi8,
    _mm512_storeu_si512,
};

use super::plan::{Plan, ShortPlan};
use super::{
    BUFFER, Buffer, Family, Kind, Link, SLACK, Scratch, Source, Summary, VECTOR, portable,
};

pub(super) fn block_min(_: Avx512, family: &Family<'_>, links: &[Link], scratch: &mut Scratch) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { block_min_features(family, links, scratch) }
}

pub(super) fn step_back(_: Avx512, scale: Scale, lanes: &mut [u8]) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { step_back_features(scale, lanes) }
}

pub(super) fn update(
    _: Avx512,
    scale: Scale,
    minima: &[u8],
    losses: Option<&[u8]>,
    values: &mut [u8],
) -> Summary {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { update_features(scale, minima, losses, values) }
}

pub(super) fn pack_losses(_: Avx512, values: &[u8], set: &mut LaneSet, losses: &mut Vec<u8>) {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { pack_losses_features(values, set, losses) }
}

pub(super) fn reach(_: Avx512, minima: &[u8], values: &mut [u8]) -> bool {
    // SAFETY: `Avx512` proves that the processor has the features.
    unsafe { reach_features(minima, values) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn step_back_features(scale: Scale, lanes: &mut [u8]) {
    portable::step_back(scale, lanes);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn update_features(
    scale: Scale,
    minima: &[u8],
    losses: Option<&[u8]>,
    values: &mut [u8],
) -> Summary {
    portable::update(scale, minima, losses, values)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn pack_losses_features(values: &[u8], set: &mut LaneSet, losses: &mut Vec<u8>) {
    set.clear(values.len());
    for (word, values) in values.chunks(VECTOR).enumerate() {
        let within = u64::MAX >> (VECTOR - values.len());
        // SAFETY: the mask keeps the load inside the chunk.
        let lanes = unsafe { _mm512_maskz_loadu_epi8(within, values.as_ptr().cast()) };
        // Less one, what is no loss is at least as much as a draw.
        let less = _mm512_add_epi8(lanes, _mm512_set1_epi8(-1));
        let mask = _mm512_cmplt_epu8_mask(less, _mm512_set1_epi8((DRAW - 1) as i8)) & within;
        set.set_word(word, mask);
        let mut packed = [0; VECTOR];
        // SAFETY: `packed` is one vector long.
        unsafe {
            let lanes = _mm512_maskz_compress_epi8(mask, lanes);
            _mm512_storeu_si512(packed.as_mut_ptr().cast(), lanes);
        }
        let end = losses.len() + mask.count_ones() as usize;
        losses.extend_from_slice(&packed);
        losses.truncate(end);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn reach_features(minima: &[u8], values: &mut [u8]) -> bool {
    portable::reach(minima, values)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2")]
fn block_min_features(family: &Family<'_>, links: &[Link], scratch: &mut Scratch) {
    let Scratch { minima, turned, .. } = scratch;
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
