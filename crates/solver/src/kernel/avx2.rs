//! The kernel for processors with AVX2.
//!
//! It has no permutation of more than 16 bytes, but does two of them at a time, so plans
//! are followed by halves of a vector. A select with its top bit set takes nothing: the
//! shuffle leaves 0 there, and the select itself, compared with 0, makes that the greatest
//! byte, which no minimum takes.
//!
//! Every function takes an [`Avx2`], which only exists where the processor has the
//! features; that makes the calls into `target_feature` code sound.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, __m256i, _MM_HINT_T0, _mm_cmplt_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_or_si128,
    _mm_prefetch, _mm_set1_epi8, _mm_setzero_si128, _mm_shuffle_epi8, _mm_storeu_si128,
    _mm256_blendv_epi8, _mm256_castsi128_si256, _mm256_castsi256_si128, _mm256_cmpgt_epi8,
    _mm256_extracti128_si256, _mm256_inserti128_si256, _mm256_loadu_si256, _mm256_min_epu8,
    _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_slli_epi16, _mm256_storeu_si256,
};

use quixotic_tablebase::internal::encoding::Scale;
use quixotic_tablebase::internal::index::{LaneSet, MAX_LANES};
use quixotic_tablebase::internal::kernel::Avx2;

use super::plan::{HALF, Plan, ShortPlan};
use super::{BUFFER, Buffer, Family, Kind, Link, SLACK, Scratch, Source, Summary, portable};

/// Lanes in a vector register.
const WIDE: usize = 32;

pub(super) fn block_min(_: Avx2, family: &Family<'_>, links: &[Link], scratch: &mut Scratch) {
    // SAFETY: `Avx2` proves that the processor has the features.
    unsafe { block_min_features(family, links, scratch) }
}

pub(super) fn step_back(_: Avx2, scale: Scale, lanes: &mut [u8]) {
    // SAFETY: `Avx2` proves that the processor has the features.
    unsafe { step_back_features(scale, lanes) }
}

pub(super) fn update(
    _: Avx2,
    scale: Scale,
    minima: &[u8],
    losses: Option<&[u8]>,
    values: &mut [u8],
) -> Summary {
    // SAFETY: `Avx2` proves that the processor has the features.
    unsafe { update_features(scale, minima, losses, values) }
}

pub(super) fn pack_losses(_: Avx2, values: &[u8], set: &mut LaneSet, losses: &mut Vec<u8>) {
    // SAFETY: `Avx2` proves that the processor has the features.
    unsafe { pack_losses_features(values, set, losses) }
}

pub(super) fn reach(_: Avx2, minima: &[u8], values: &mut [u8]) -> bool {
    // SAFETY: `Avx2` proves that the processor has the features.
    unsafe { reach_features(minima, values) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn step_back_features(scale: Scale, lanes: &mut [u8]) {
    portable::step_back(scale, lanes);
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn update_features(
    scale: Scale,
    minima: &[u8],
    losses: Option<&[u8]>,
    values: &mut [u8],
) -> Summary {
    portable::update(scale, minima, losses, values)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn pack_losses_features(values: &[u8], set: &mut LaneSet, losses: &mut Vec<u8>) {
    portable::pack_losses(values, set, losses);
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn reach_features(minima: &[u8], values: &mut [u8]) -> bool {
    portable::reach(minima, values)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn block_min_features(family: &Family<'_>, links: &[Link], scratch: &mut Scratch) {
    let Scratch { minima, turned, .. } = scratch;
    if let Some(plans) = family.short_plans()
        && family.longest() <= HALF
    {
        let minimum = short_block_min(family, plans, links);
        store(&mut minima.0, 0, minimum);
        return;
    }
    let vectors = family.lanes().div_ceil(WIDE);
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

/// The same where blocks and child blocks are no longer than 16 lanes: shift and turn
/// are then one shuffle.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn short_block_min(family: &Family<'_>, plans: &[ShortPlan], links: &[Link]) -> __m128i {
    let mut minimum = _mm_set1_epi8(-1);
    for link in links {
        if let Some(source) = family.source(link.kind()) {
            let child = load(source.block(link.number()), 0);
            let select = load(&plans[link.short_plan()].select, 0);
            minimum = _mm_min_epu8(minimum, moved(child, select));
        }
    }
    minimum
}

/// Takes the children of one symmetry into `out`, in the order in which they
/// see the block's lanes.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn children_min(family: &Family<'_>, links: &[Link], ahead: &[Link], out: &mut Buffer) {
    let borders = links.partition_point(|link| link.kind() == Kind::BORDER);
    let (border, crossing) = links.split_at(borders);
    if let Some(first) = crossing.first() {
        prefetch(family, *first);
    }
    if let (Some(source), false) = (family.source(Kind::BORDER), border.is_empty()) {
        // As many vectors at a time as it takes to keep both load ports busy.
        let vectors = family.lanes().div_ceil(WIDE);
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
#[target_feature(enable = "avx2")]
fn prefetch(family: &Family<'_>, link: Link) {
    if let Some(source) = family.source(link.kind()) {
        for line in source.block(link.number()).chunks(64) {
            _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast());
        }
    }
}

/// The minimum over whole child blocks in `VECTORS` vectors.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn border_min<const VECTORS: usize>(
    source: &Source<'_>,
    border: &[Link],
    out: &mut Buffer,
    first: usize,
) {
    let mut minima = [_mm256_set1_epi8(0); VECTORS];
    for (vector, minimum) in minima.iter_mut().enumerate() {
        *minimum = load_wide(&out.0, first + vector);
    }
    for link in border {
        let child = source.block(link.number());
        for (vector, minimum) in minima.iter_mut().enumerate() {
            *minimum = _mm256_min_epu8(*minimum, load_wide(child, first + vector));
        }
    }
    for (vector, minimum) in minima.into_iter().enumerate() {
        store_wide(&mut out.0, first + vector, minimum);
    }
}

/// Takes the minimum of the target and the source lanes that the plan sends
/// there.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn follow(plan: &Plan, source: &[u8], target: &mut Buffer) {
    for (step, select) in plan.wide_steps.iter().zip(&plan.wide_selects) {
        let select = load_wide(&select.0, 0);
        let [first, second] = step.sources.map(|windows| load_halves(source, windows));
        // The shuffles look at the top bit and the lowest four of a select. Bit 4, which
        // tells the windows apart, is brought to the top, whatever else that moves.
        let moved = _mm256_blendv_epi8(
            _mm256_shuffle_epi8(first, select),
            _mm256_shuffle_epi8(second, select),
            _mm256_slli_epi16::<3>(select),
        );
        let none = _mm256_cmpgt_epi8(_mm256_setzero_si256(), select);
        let moved = _mm256_or_si256(moved, none);
        let minimum = _mm256_min_epu8(load_halves(&target.0, step.targets), moved);
        let [low, high] = step.targets.map(usize::from);
        store(&mut target.0, low, _mm256_castsi256_si128(minimum));
        store(&mut target.0, high, _mm256_extracti128_si256::<1>(minimum));
    }
}

/// The lanes that a select takes, and the greatest byte where it takes none.
#[inline]
#[target_feature(enable = "avx2")]
fn moved(source: __m128i, select: __m128i) -> __m128i {
    let none = _mm_cmplt_epi8(select, _mm_setzero_si128());
    _mm_or_si128(_mm_shuffle_epi8(source, select), none)
}

#[target_feature(enable = "avx2")]
fn fill(lanes: &mut [u8; BUFFER], vectors: usize) {
    let worst = _mm256_set1_epi8(-1);
    for vector in 0..vectors {
        store_wide(lanes, vector, worst);
    }
}

/// Two halves of a vector, from two places.
#[inline]
#[target_feature(enable = "avx2")]
fn load_halves(lanes: &[u8], [low, high]: [u16; 2]) -> __m256i {
    let low = _mm256_castsi128_si256(load(lanes, usize::from(low)));
    _mm256_inserti128_si256::<1>(low, load(lanes, usize::from(high)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(lanes: &[u8], first: usize) -> __m128i {
    debug_assert!(first + HALF <= lanes.len());
    // SAFETY: `first` is 0 or where a window or a half of a plan starts. A window starts at a
    // lane of the source block, as `Family` and `Source` have checked of all plans; it
    // may reach into the `SLACK` that every source has behind it, or that a buffer has behind
    // `MAX_LANES`. For a half, see `store`.
    unsafe { _mm_loadu_si128(lanes.as_ptr().add(first).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(lanes: &mut [u8; BUFFER], first: usize, value: __m128i) {
    debug_assert!(first + HALF <= BUFFER);
    // SAFETY: `first` is 0 or where a half starts that holds a lane of the block, as
    // `Family` has checked of all plans, or its neighbour in the same vector; a buffer
    // holds `MAX_LANES` rounded up to whole vectors.
    unsafe { _mm_storeu_si128(lanes.as_mut_ptr().add(first).cast(), value) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_wide(lanes: &[u8], vector: usize) -> __m256i {
    debug_assert!(vector * WIDE + WIDE <= lanes.len());
    // SAFETY: `vector` is one of the vectors of a block as long as the target, whose last may
    // reach into the `SLACK` or to the end of a buffer; or `lanes` is one vector.
    unsafe { _mm256_loadu_si256(lanes.as_ptr().add(vector * WIDE).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_wide(lanes: &mut [u8; BUFFER], vector: usize, value: __m256i) {
    debug_assert!(vector * WIDE + WIDE <= BUFFER);
    // SAFETY: `vector` is one of the vectors of a block, and a buffer holds `MAX_LANES` rounded
    // up to whole vectors.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().add(vector * WIDE).cast(), value) }
}

const _: () = assert!(SLACK >= WIDE && BUFFER.is_multiple_of(WIDE) && WIDE == 2 * HALF);
const _: () = assert!(MAX_LANES - 1 + HALF <= BUFFER);
