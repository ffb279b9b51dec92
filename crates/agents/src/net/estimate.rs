//! What the network says of a position: how likely each outcome is.

use serde::{Deserialize, Serialize};

/// The shares of positions like this one that the player to move wins, draws and loses, as
/// far as the network can tell. They add up to 1. An estimate, never a fact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The share of wins.
    pub win: f64,
    /// The share of draws.
    pub draw: f64,
    /// The share of losses.
    pub loss: f64,
}

/// Steps of the network's outputs to a unit of the natural logarithm.
pub(super) const STEPS: i32 = 64;
/// Outputs that lie further below the greatest than this many steps count nothing.
const FURTHEST: usize = 16 * STEPS as usize;

/// What the greatest weight counts.
const WHOLE: f64 = (1 << 24) as f64;

/// Powers of e, rounded, so that shares are the same whole numbers everywhere.
#[derive(Clone, Debug)]
pub(super) struct Powers(Vec<i64>);

impl Powers {
    pub(super) fn new() -> Powers {
        let power = |below: usize| (WHOLE * (-(below as f64) / f64::from(STEPS)).exp()).round();
        Powers((0..FURTHEST).map(|below| power(below) as i64).collect())
    }

    /// The weights of loss, draw and win, given the outputs for them.
    pub(super) fn weights(&self, outputs: [i32; 3]) -> [i64; 3] {
        let greatest = outputs.into_iter().max().unwrap_or(0);
        outputs.map(|output| {
            self.0
                .get((greatest - output) as usize)
                .copied()
                .unwrap_or(0)
        })
    }
}

/// The greatest score, that of a win without a doubt.
pub(crate) const SURE: i32 = 1 << 20;

/// What is to be expected, from −[`SURE`] for a sure loss up to [`SURE`].
pub(super) fn score([loss, draw, win]: [i64; 3]) -> i32 {
    ((win - loss) * i64::from(SURE) / (loss + draw + win)) as i32
}

impl From<[i64; 3]> for Estimate {
    fn from([loss, draw, win]: [i64; 3]) -> Estimate {
        let all = (loss + draw + win) as f64;
        Estimate {
            win: win as f64 / all,
            draw: draw as f64 / all,
            loss: loss as f64 / all,
        }
    }
}

impl Estimate {
    /// The same for the other player.
    #[must_use]
    pub fn flip(self) -> Estimate {
        Estimate {
            win: self.loss,
            draw: self.draw,
            loss: self.win,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_the_exponential_function() {
        let powers = Powers::new();
        for outputs in [[0, 0, 0], [64, 0, -64], [-500, 300, 250], [0, 5000, -5000]] {
            let estimate = Estimate::from(powers.weights(outputs));
            let [loss, draw, win] = outputs.map(|output| (f64::from(output) / 64.0).exp());
            let all = loss + draw + win;
            for (share, exact) in [
                (estimate.loss, loss),
                (estimate.draw, draw),
                (estimate.win, win),
            ] {
                assert!((share - exact / all).abs() < 1e-6, "{outputs:?}");
            }
            assert_eq!(estimate.flip().flip(), estimate);
        }
    }

    #[test]
    fn a_score_goes_from_a_sure_loss_to_a_sure_win() {
        let powers = Powers::new();
        assert_eq!(score(powers.weights([0, -2000, -2000])), -SURE);
        assert_eq!(score(powers.weights([-2000, -2000, 0])), SURE);
        assert_eq!(score(powers.weights([70, 0, 70])), 0);
    }
}
