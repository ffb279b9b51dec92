//! The kernel: one block's minimum over its child blocks, and the value rule.
//!
//! These are further operations of the [`Kernel`] that reads pages, as a trait of
//! this crate. Only `avx2` and `avx512` have `unsafe` code and intrinsics; `portable` is
//! the plain version and the oracle of the tests.

#[cfg(target_arch = "x86_64")]
mod avx2;
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

use quixotic_tablebase::Kernel;
use quixotic_tablebase::internal::encoding::{DRAW, LOST, Scale, WON};
use quixotic_tablebase::internal::index::{LaneSet, MAX_LANES};

/// The length of a block, rounded up to whole vectors.
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

/// Buffers for the result of [`Sweeping::block_min`], for what it sets aside, and for
/// what a rule unpacks.
#[derive(Clone)]
pub(crate) struct Scratch {
    /// The minima, by lane of the block.
    pub(crate) minima: Buffer,
    /// The losses of the base, by lane, for a rule that knows some.
    pub(crate) losses: Buffer,
    /// The same before they are put in their lanes, and these lanes.
    pub(crate) packed: Buffer,
    pub(crate) lanes: LaneSet,
    turned: Buffer,
}

impl Scratch {
    pub(crate) fn new() -> Scratch {
        Scratch {
            minima: Buffer::new(),
            losses: Buffer::new(),
            packed: Buffer::new(),
            lanes: LaneSet::default(),
            turned: Buffer::new(),
        }
    }
}

/// What an update found in the lanes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    /// The shortest loss that is new, finished games left out; above a draw if there is none.
    pub(crate) shortest_new_loss: u8,
    /// Whether a win is new.
    pub(crate) any_new_win: bool,
    /// The least value of all lanes, finished games that are lost left out.
    pub(crate) weakest: u8,
}

impl Default for Summary {
    fn default() -> Summary {
        Summary {
            shortest_new_loss: WON,
            any_new_win: false,
            weakest: WON,
        }
    }
}

impl Summary {
    /// Adds a lane, whose value is new or not. Without branches, to become vector code.
    ///
    /// A finished game is no news: the base pass has marked all who can move there as winning at once.
    #[inline(always)]
    pub(crate) fn add(&mut self, value: u8, is_new: bool) {
        let going_on = if value == LOST { WON } else { value };
        let new = if is_new { going_on } else { WON };
        self.shortest_new_loss = self.shortest_new_loss.min(new);
        self.any_new_win |= is_new & (value > DRAW);
        self.weakest = self.weakest.min(going_on);
    }
}

/// What sweeps do to blocks.
pub(crate) trait Sweeping: Copy {
    /// Leaves in `scratch.minima` the minimum over the children that `links` name,
    /// by lane of the block; 255 where there is no child. Lanes past the block's
    /// end are undefined.
    fn block_min(self, family: &Family<'_>, links: &[Link], scratch: &mut Scratch);

    /// Turns minima over the children into values, in place.
    fn step_back(self, scale: Scale, lanes: &mut [u8]);

    /// Values from those before, the minima over the children in the pair and, where
    /// the level above leaves a loss, that loss (0 where it does not; `None` if nowhere, or if
    /// the minima are those over some children only). Tells what is new, and the weakest lane.
    fn update(
        self,
        scale: Scale,
        minima: &[u8],
        losses: Option<&[u8]>,
        values: &mut [u8],
    ) -> Summary;

    /// Appends the losses of a block to `losses`, those of finished games left out, and
    /// makes `set` their lanes.
    fn pack_losses(self, values: &[u8], set: &mut LaneSet, losses: &mut Vec<u8>);

    /// Clears the bit `UNREACHED` of the lanes whose minimum is 0; tells whether a
    /// lane became 0 by that.
    fn reach(self, minima: &[u8], values: &mut [u8]) -> bool;
}

impl Sweeping for Kernel {
    #[inline]
    fn block_min(self, family: &Family<'_>, links: &[Link], scratch: &mut Scratch) {
        match self {
            Kernel::Portable => portable::block_min(family, links, scratch),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(proof) => avx2::block_min(proof, family, links, scratch),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::block_min(proof, family, links, scratch),
        }
    }

    #[inline]
    fn step_back(self, scale: Scale, lanes: &mut [u8]) {
        match self {
            Kernel::Portable => portable::step_back(scale, lanes),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(proof) => avx2::step_back(proof, scale, lanes),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::step_back(proof, scale, lanes),
        }
    }

    #[inline]
    fn update(
        self,
        scale: Scale,
        minima: &[u8],
        losses: Option<&[u8]>,
        values: &mut [u8],
    ) -> Summary {
        match self {
            Kernel::Portable => portable::update(scale, minima, losses, values),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(proof) => avx2::update(proof, scale, minima, losses, values),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::update(proof, scale, minima, losses, values),
        }
    }

    #[inline]
    fn pack_losses(self, values: &[u8], set: &mut LaneSet, losses: &mut Vec<u8>) {
        match self {
            Kernel::Portable => portable::pack_losses(values, set, losses),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(proof) => avx2::pack_losses(proof, values, set, losses),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::pack_losses(proof, values, set, losses),
        }
    }

    #[inline]
    fn reach(self, minima: &[u8], values: &mut [u8]) -> bool {
        match self {
            Kernel::Portable => portable::reach(minima, values),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(proof) => avx2::reach(proof, minima, values),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(proof) => avx512::reach(proof, minima, values),
        }
    }
}
