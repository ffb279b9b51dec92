//! What is known of a position, as a byte, and the rule by which sweeps change it.

use quixotic_tablebase::Kernel;

use crate::kernel::{Scratch, Sweeping};
use crate::sweep::Rule;

/// Play can lead here and goes on from here: the only byte that makes a difference
/// to the positions after it.
pub(super) const OPEN: u8 = 0;
/// This bit is set as long as play is not known to lead here.
pub(crate) const UNREACHED: u8 = 1;
/// This bit is set if the game is over.
pub(super) const OVER: u8 = 2;

/// Whether play can lead here.
#[inline]
fn is_reached(lane: u8) -> bool {
    lane & UNREACHED == 0
}

/// How many of these positions play can lead to.
pub(super) fn count_reached(lanes: &[u8]) -> u64 {
    // In bytes, as long as they can count that far, for the sake of vectors.
    let few = lanes.chunks(usize::from(u8::MAX));
    let of_few = few.map(|lanes| {
        let reached = lanes.iter().map(|&lane| u8::from(is_reached(lane)));
        u64::from(reached.sum::<u8>())
    });
    of_few.sum()
}

/// Play leads to a position if it leads to any of its predecessors and goes on there.
pub(super) struct AnyPredecessor;

impl Rule for AnyPredecessor {
    fn is_settled(value: u8) -> bool {
        is_reached(value)
    }

    fn update(
        &self,
        kernel: Kernel,
        _group: usize,
        _block: usize,
        scratch: &mut Scratch,
        values: &mut [u8],
    ) -> bool {
        kernel.reach(&scratch.minima.0[..values.len()], values)
    }
}
