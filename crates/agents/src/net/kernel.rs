//! The arithmetic of the network, many units at a time.
//!
//! All of it is on whole numbers, so every version gives the same result. None of the sums
//! can overflow: a row adds 127 at most to one of 28, and 192 products are below 2³¹. Wrapping
//! operations spare test builds the checks, which would keep loops from becoming vector code. The loops are
//! written once, in a form that compilers turn into vector code, and compiled again for
//! processors with AVX2.
#![allow(unsafe_code)]

use quixotic_tablebase::Kernel;

use super::{DENSE, HIDDEN};

/// Units of the hidden layer that are added up at a time: what fits in registers.
const STRIP: usize = 64;

/// The activity of the hidden layer: the sum of some rows of weights and the bias, cut
/// off at both ends.
pub(super) fn hidden(
    kernel: Kernel,
    weights: &[i8],
    bias: &[i16; HIDDEN],
    rows: &[u16],
    most: i16,
) -> [i16; HIDDEN] {
    match kernel {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: these kernels exist only where the processor has AVX2.
        Kernel::Avx2(_) | Kernel::Avx512(_) => unsafe { hidden_avx2(weights, bias, rows, most) },
        Kernel::Portable => hidden_portable(weights, bias, rows, most),
    }
}

/// The sums of the second layer: every row of weights times the activity.
pub(super) fn dense(
    kernel: Kernel,
    weights: &[[i16; HIDDEN]; DENSE],
    activity: &[i16; HIDDEN],
) -> [i32; DENSE] {
    match kernel {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: these kernels exist only where the processor has AVX2.
        Kernel::Avx2(_) | Kernel::Avx512(_) => unsafe { dense_avx2(weights, activity) },
        Kernel::Portable => dense_portable(weights, activity),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn hidden_avx2(weights: &[i8], bias: &[i16; HIDDEN], rows: &[u16], most: i16) -> [i16; HIDDEN] {
    hidden_portable(weights, bias, rows, most)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn dense_avx2(weights: &[[i16; HIDDEN]; DENSE], activity: &[i16; HIDDEN]) -> [i32; DENSE] {
    dense_portable(weights, activity)
}

#[inline(always)]
fn hidden_portable(weights: &[i8], bias: &[i16; HIDDEN], rows: &[u16], most: i16) -> [i16; HIDDEN] {
    let mut activity = [0; HIDDEN];
    for (strip, activity) in activity.chunks_exact_mut(STRIP).enumerate() {
        let mut sums = [0; STRIP];
        sums.copy_from_slice(&bias[strip * STRIP..][..STRIP]);
        for &row in rows {
            let weights = &weights[usize::from(row) * HIDDEN + strip * STRIP..][..STRIP];
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(weight.into());
            }
        }
        for (activity, sum) in activity.iter_mut().zip(sums) {
            *activity = sum.clamp(0, most);
        }
    }
    activity
}

#[inline(always)]
fn dense_portable(weights: &[[i16; HIDDEN]; DENSE], activity: &[i16; HIDDEN]) -> [i32; DENSE] {
    let mut sums = [0; DENSE];
    for (sum, weights) in sums.iter_mut().zip(weights) {
        let products = weights.iter().zip(activity);
        *sum = products.fold(0_i32, |sum, (&weight, &active)| {
            sum.wrapping_add(i32::from(weight).wrapping_mul(active.into()))
        });
    }
    sums
}

const _: () = assert!(HIDDEN.is_multiple_of(STRIP));
