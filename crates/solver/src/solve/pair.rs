//! Solving a pair of classes, C(m,t) and C(t,m), by sweeps.
//!
//! The order of evaluation does not matter. Call a value *further* than another of
//! the same position if it is decided where the other is a draw, or decided sooner.
//! A position starts as a draw unless its base decides it or it wins at once, so nothing is further
//! than it truly is. If no child is further than it is, neither is the value that
//! follows from them; and if the children get further, so does that value. So
//! values only ever get further, never too far, and the sweeps come to an end. Then
//! every position has the value that follows from its children, and by induction on
//! the true distance every decided position is there.
//!
//! A block need not be evaluated from all its children. A new loss makes a win by itself, so minima
//! over some children give no value that is too far, and a known loss keeps its value, since all its
//! children are wins. A loss needs all children to be wins, so it is looked for whenever
//! a child has a new win, and from all links. (Distances that are too long for a
//! byte are cut off, which changes no other value: see `encoding`.)

use quixotic_game::{Budget, Stopped};
use quixotic_tablebase::Kernel;

use super::base::Start;
use super::losses::BaseLosses;
use crate::kernel::{Scratch, Summary, Sweeping};
use crate::sweep::{Effort, Limit, News, Place, Rule, Side, Tables, sweep_pair};
use crate::values::Values;
use quixotic_tablebase::internal::encoding::{DRAW, Scale, WIN_IN_1};

/// A value follows from those of the children, and from the base where that is
/// better for the mover.
struct BestMove {
    scale: Scale,
    losses: BaseLosses,
}

/// Solves a pair from the starts of its classes (one if the class is its own partner).
pub(crate) fn solve_pair(
    tables: &Tables,
    starts: Vec<Start>,
    budget: &Budget,
    report: &mut dyn FnMut(Effort),
) -> Result<(Vec<Values>, Effort), Stopped> {
    let side = |Start { values, losses }| {
        let scale = tables.scale;
        Side::new(BestMove { scale, losses }, values)
    };
    let sides = starts.into_iter().map(side).collect();
    sweep_pair(tables, sides, budget, report)
}

impl BestMove {
    /// A loss gives whoever can move there a win, whatever else there is, and the shorter it is the
    /// sooner. A win has to be there behind all moves to make a loss.
    ///
    /// The loss c makes a win of 255 − c at most, so it changes nothing where all lanes are that good
    /// already: c − 1 is its strength, which then is not below 254 less the weakest lane.
    fn news_and_limit(lanes: Summary) -> (News, Limit) {
        let strength = lanes.shortest_new_loss - 1;
        let limit = WIN_IN_1.saturating_sub(lanes.weakest);
        (News::new(strength, lanes.any_new_win), Limit::at(limit))
    }
}

impl Rule for BestMove {
    fn at_start(values: &[u8]) -> (News, Limit) {
        let mut lanes = Summary::default();
        for &value in values {
            lanes.add(value, true);
        }
        BestMove::news_and_limit(lanes)
    }

    fn wants_all(&self, group: usize, block: usize, limit: Limit) -> bool {
        // Where all lanes are wins, they stay wins.
        limit >= Limit::at(WIN_IN_1 - DRAW) && self.losses.has(group, block)
    }

    fn update(
        &self,
        kernel: Kernel,
        place: Place,
        scratch: &mut Scratch,
        values: &mut [u8],
    ) -> (News, Limit) {
        let Place { group, block, .. } = place;
        let any = place.from_all_links && self.losses.expand(kernel, group, block, scratch);
        let losses = any.then_some(&scratch.losses.0[..values.len()]);
        BestMove::news_and_limit(kernel.update(self.scale, &scratch.minima.0, losses, values))
    }
}

#[cfg(test)]
mod tests {
    use quixotic_tablebase::internal::encoding::LOST;

    use super::*;

    #[test]
    fn no_loss_that_could_change_a_lane_is_passed_over() {
        for scale in [Scale::Moves, Scale::Plies] {
            for loss in LOST + 1..=125 {
                let (news, _) = BestMove::at_start(&[loss]);
                for lane in LOST + 1..=u8::MAX {
                    let (_, limit) = BestMove::at_start(&[lane]);
                    let changes = scale.step_back(loss) > lane;
                    assert!(
                        !changes || news.can_change(limit),
                        "{scale:?} {loss} {lane}"
                    );
                }
            }
        }
    }
}
