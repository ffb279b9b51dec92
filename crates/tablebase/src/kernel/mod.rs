//! The kernel: one block's minimum over its child blocks, and the value rule.
//!
//! This is the only module with `unsafe` code and intrinsics. [`portable`] is
//! the plain version and the oracle of the tests; [`Kernel::detect`] picks the
//! fastest version that the processor has.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod family;
mod link;
mod plan;
mod portable;
#[cfg(test)]
mod tests;

pub(crate) use family::{Family, Source};
pub(crate) use link::{CoreShift, Kind, Link};
pub(crate) use plan::{Plan, ShortPlan, VECTOR};

use crate::encoding::Scale;
use crate::index::{LaneSet, MAX_LANES};

/// Room for a block, rounded up to whole vectors.
pub(crate) const BUFFER: usize = MAX_LANES.next_multiple_of(VECTOR);

/// Bytes that must follow the last block of a child group, since vectors are
/// read whole.
pub(crate) const SLACK: usize = VECTOR;

/// One block's worth of lanes.
#[derive(Clone)]
#[repr(align(64))]
pub(crate) struct Buffer(pub(crate) [u8; BUFFER]);

impl Buffer {
    fn new() -> Buffer {
        Buffer([0; BUFFER])
    }
}

/// Room for the result of [`Kernel::block_min`] and for what it sets aside.
#[derive(Clone)]
pub(crate) struct Room {
    /// The minima, by lane of the block.
    pub(crate) minima: Buffer,
    turned: Buffer,
}

impl Room {
    pub(crate) fn new() -> Room {
        Room {
            minima: Buffer::new(),
            turned: Buffer::new(),
        }
    }
}

/// A version of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, for any processor.
    Portable,
    /// AVX-512 with byte permutations (VBMI).
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// Proof that the processor has what the AVX-512 kernel needs.
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

    /// Leaves in `room.minima` the minimum over the children that `links` name,
    /// by lane of the block; 255 where there is no child. Lanes past the block's
    /// end are undefined.
    #[inline]
    pub(crate) fn block_min(self, family: &Family<'_>, links: &[Link], room: &mut Room) {
        match self {
            Kernel::Portable => portable::block_min(family, links, room),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::block_min(proof, family, links, room),
        }
    }

    /// Turns minima over the children into values, in place.
    #[inline]
    pub(crate) fn step_back(self, scale: Scale, lanes: &mut [u8]) {
        match self {
            Kernel::Portable => portable::step_back(scale, lanes),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::step_back(proof, scale, lanes),
        }
    }

    /// Values from what the level above gives (`base`) and the minima over the
    /// children in the pair; tells whether a value changed.
    #[inline]
    pub(crate) fn update(
        self,
        scale: Scale,
        minima: &[u8],
        base: &[u8],
        values: &mut [u8],
    ) -> bool {
        match self {
            Kernel::Portable => portable::update(scale, minima, base, values),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::update(proof, scale, minima, base, values),
        }
    }

    /// Clears the bit `UNREACHED` of the lanes whose minimum is 0; tells whether a
    /// lane became 0 by that.
    #[inline]
    pub(crate) fn reach(self, minima: &[u8], values: &mut [u8]) -> bool {
        match self {
            Kernel::Portable => portable::reach(minima, values),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::reach(proof, minima, values),
        }
    }

    /// Writes `value` to the lanes of the set.
    #[inline]
    pub(crate) fn mark(self, values: &mut [u8], set: &LaneSet, value: u8) {
        match self {
            Kernel::Portable => portable::mark(values, set, value),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::mark(proof, values, set, value),
        }
    }

    /// Appends the values that a look one ply ahead does not decide, in order.
    #[inline]
    pub(crate) fn squeeze(self, values: &[u8], out: &mut Vec<u8>) {
        match self {
            Kernel::Portable => portable::squeeze(values, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::squeeze(proof, values, out),
        }
    }

    /// The inverse of [`Kernel::squeeze`], given the lanes that are not decided:
    /// takes their values from the start of `packed`, which must hold that many,
    /// and leaves what follows.
    #[inline]
    pub(crate) fn spread(self, packed: &mut &[u8], set: &LaneSet, values: &mut [u8]) {
        match self {
            Kernel::Portable => portable::spread(packed, set, values),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::spread(proof, packed, set, values),
        }
    }
}
