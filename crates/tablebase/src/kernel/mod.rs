//! Lanes of a block, many at a time: marking them, and leaving out and putting back
//! those that a look one ply ahead decides. That is what reading and writing pages
//! takes; what solving takes is built on the same [`Kernel`] in the solver.
//!
//! `portable` is the plain version and the oracle of the tests; [`Kernel::detect`]
//! picks the fastest version that the processor has.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(test)]
mod tests;

use crate::index::LaneSet;

/// A version of the code that works on many lanes at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, for any processor.
    Portable,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// AVX-512 with byte permutations (VBMI).
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// Proof that the processor has AVX2, and BMI1, BMI2 and POPCNT as all that have it:
/// only [`Kernel::available`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

/// Proof that the processor has AVX-512 with F, BW, VBMI and VBMI2: only
/// [`Kernel::available`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(());

impl Kernel {
    /// The fastest kernel for this processor.
    pub fn detect() -> Kernel {
        let available = Kernel::available().pop();
        available.expect("the portable kernel is there")
    }

    /// All kernels for this processor: the portable one first, the fastest last.
    pub fn available() -> Vec<Kernel> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut))]
        let mut kernels = vec![Kernel::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
            {
                kernels.push(Kernel::Avx2(Avx2(())));
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vbmi")
                && is_x86_feature_detected!("avx512vbmi2")
            {
                kernels.push(Kernel::Avx512(Avx512(())));
            }
        }
        kernels
    }

    /// Writes `value` to the lanes of the set.
    #[inline]
    pub fn mark(self, values: &mut [u8], set: &LaneSet, value: u8) {
        match self {
            Kernel::Portable => portable::mark(values, set, value),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(proof) => avx2::mark(proof, values, set, value),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::mark(proof, values, set, value),
        }
    }

    /// Appends the values that a look one ply ahead does not decide, in order.
    #[inline]
    pub fn compress(self, values: &[u8], out: &mut Vec<u8>) {
        match self {
            Kernel::Portable => portable::compress(values, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(proof) => avx2::compress(proof, values, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::compress(proof, values, out),
        }
    }

    /// The inverse of [`Kernel::compress`], given the lanes that are not decided:
    /// takes their values from the start of `packed`, which must hold that many,
    /// and leaves what follows.
    #[inline]
    pub fn expand(self, packed: &mut &[u8], set: &LaneSet, values: &mut [u8]) {
        match self {
            Kernel::Portable => portable::expand(packed, set, values),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(proof) => avx2::expand(proof, packed, set, values),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::expand(proof, packed, set, values),
        }
    }
}
