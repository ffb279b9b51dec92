//! How far the network's estimates can be trusted: what it says against what is true.

use quixotic_game::Outcome;

use super::ValueNetwork;
use crate::labels::Label;

/// Estimates by how likely they call an outcome, in equal steps.
const STEPS: usize = 10;

/// What became of the estimates that call an outcome about equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// How many there are.
    pub boards: u64,
    /// What they say, added up.
    pub said: f64,
    /// How often the outcome is true.
    pub is_true: u64,
}

impl Bin {
    /// How likely they call the outcome, on average.
    pub fn mean_said(self) -> f64 {
        self.said / self.boards.max(1) as f64
    }

    /// How often the outcome is true.
    pub fn share_true(self) -> f64 {
        self.is_true as f64 / self.boards.max(1) as f64
    }
}

/// The estimates of a network for some boards, against their true outcomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reliability {
    /// Boards that were looked at.
    pub boards: u64,
    /// Boards whose likeliest outcome is the true one.
    pub right: u64,
    /// For win, draw and loss, the estimates in steps from 0 to 1.
    pub bins: [[Bin; STEPS]; 3],
}

/// The order of [`Reliability::bins`].
pub const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Draw, Outcome::Loss];

impl Reliability {
    /// Compares what a network says of boards with what they are worth.
    pub fn of(network: &ValueNetwork, labels: &[Label]) -> Reliability {
        let mut all = Reliability::default();
        for label in labels {
            let estimate = network.estimate(label.board);
            all.add([estimate.win, estimate.draw, estimate.loss], label.outcome);
        }
        all
    }

    fn add(&mut self, said: [f64; 3], outcome: Outcome) {
        self.boards += 1;
        let most = said.iter().copied().fold(0.0, f64::max);
        for ((bins, said), of) in self.bins.iter_mut().zip(said).zip(OUTCOMES) {
            let is_true = outcome == of;
            self.right += u64::from(is_true && said == most);
            let step = ((said * STEPS as f64) as usize).min(STEPS - 1);
            let bin = &mut bins[step];
            bin.boards += 1;
            bin.said += said;
            bin.is_true += u64::from(is_true);
        }
    }

    /// By how much what is said differs from what is true, on average over all estimates.
    pub fn error(&self) -> f64 {
        let bins = self.bins.iter().flatten();
        let off = bins.map(|bin| (bin.said - bin.is_true as f64).abs());
        off.sum::<f64>() / (3 * self.boards.max(1)) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_counted_by_what_they_say() {
        let mut all = Reliability::default();
        for number in 0..10 {
            // Says 75 % and is right in 7 of 10.
            let outcome = if number < 7 {
                Outcome::Win
            } else {
                Outcome::Loss
            };
            all.add([0.75, 0.0, 0.25], outcome);
        }
        let [win, draw, loss] = all.bins;
        assert_eq!((win[7].boards, win[7].is_true), (10, 7));
        assert!((win[7].mean_said() - 0.75).abs() < 1e-12);
        assert!((win[7].share_true() - 0.7).abs() < 1e-12);
        assert_eq!((draw[0].boards, draw[0].is_true), (10, 0));
        assert_eq!((loss[2].boards, loss[2].is_true), (10, 3));
        assert_eq!((all.boards, all.right), (10, 7));
        // Five hundredths too much for wins, too little for losses, right for draws.
        assert!((all.error() - 0.1 / 3.0).abs() < 1e-12, "{}", all.error());
    }

    #[test]
    fn a_sure_estimate_is_in_the_last_step() {
        let mut all = Reliability::default();
        all.add([1.0, 0.0, 0.0], Outcome::Win);
        assert_eq!(all.bins[0][STEPS - 1].boards, 1);
    }
}
