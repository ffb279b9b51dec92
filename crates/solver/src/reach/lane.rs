//! What is known of a position, as a byte, and the rule by which sweeps change it.

use quixotic_tablebase::Kernel;

use crate::kernel::{Scratch, Sweeping};
use crate::sweep::{Limit, News, Place, Rule};

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

/// There is only one strength of news.
const REACHED: u8 = 0;

impl AnyPredecessor {
    fn news_and_limit(any_new: bool, values: &[u8]) -> (News, Limit) {
        let strength = if any_new { REACHED } else { u8::MAX };
        let all = values.iter().fold(0, |all, value| all | value);
        // Where play leads to every lane, nothing can change.
        let limit = if is_reached(all) {
            REACHED
        } else {
            REACHED + 1
        };
        (News::new(strength, false), Limit::at(limit))
    }
}

impl Rule for AnyPredecessor {
    fn at_start(values: &[u8]) -> (News, Limit) {
        AnyPredecessor::news_and_limit(values.contains(&OPEN), values)
    }

    fn wants_all(&self, _group: usize, _block: usize, _limit: Limit) -> bool {
        false
    }

    fn update(
        &self,
        kernel: Kernel,
        _place: Place,
        scratch: &mut Scratch,
        values: &mut [u8],
    ) -> (News, Limit) {
        let any_new = kernel.reach(&scratch.minima.0[..values.len()], values);
        AnyPredecessor::news_and_limit(any_new, values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_that_goes_on_is_news_until_it_leads_everywhere() {
        let nothing = News::new(u8::MAX, false);
        let (news, limit) = AnyPredecessor::at_start(&[OPEN, UNREACHED | OVER]);
        assert!(news.can_change(limit));
        let (news, limit) = AnyPredecessor::at_start(&[OPEN, OVER]);
        assert!(news != nothing && !news.can_change(limit));
        for no_news in [UNREACHED, OVER, UNREACHED | OVER] {
            assert_eq!(AnyPredecessor::at_start(&[no_news]).0, nothing);
        }
    }
}
