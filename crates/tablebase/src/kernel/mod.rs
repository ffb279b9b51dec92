//! Lanes of a block, many at a time: marking them, and leaving out and putting back
//! those that a look one ply ahead decides. That is what reading and writing pages
//! takes; what solving takes is built on the same [`Kernel`] in the solver.
//!
//! `portable` is the plain version and the oracle of the tests; [`Kernel::detect`]
//! picks the fastest version that the processor has.

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
    /// AVX-512 with byte permutations (VBMI).
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// Proof that the processor has AVX-512 with F, BW, VBMI and VBMI2: only
/// [`Kernel::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(());

impl Kernel {
    /// The fastest kernel for this processor.
    pub fn detect() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
        {
            return Kernel::Avx512(Avx512(()));
        }
        Kernel::Portable
    }

    /// Writes `value` to the lanes of the set.
    #[inline]
    pub fn mark(self, values: &mut [u8], set: &LaneSet, value: u8) {
        match self {
            Kernel::Portable => portable::mark(values, set, value),
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
            Kernel::Avx512(proof) => avx512::expand(proof, packed, set, values),
        }
    }
}
