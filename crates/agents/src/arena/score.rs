//! Wins, losses and draws, and how sure they are.

use std::fmt;

/// The result of some games for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games drawn.
    pub draws: u32,
}

/// A share and the range in which it lies with a confidence of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The share that was seen.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The 97.5 % quantile of the normal distribution.
pub(super) const Z: f64 = 1.959_963_984_540_054;

impl Score {
    /// Games played.
    pub fn games(self) -> u32 {
        self.wins + self.losses + self.draws
    }

    /// One for a win, half of one for a draw.
    pub fn points(self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// The same games seen from the other side.
    #[must_use]
    pub fn reversed(self) -> Score {
        Score {
            wins: self.losses,
            losses: self.wins,
            draws: self.draws,
        }
    }

    /// The share of games won.
    pub fn won(self) -> Interval {
        Interval::wilson(self.wins, self.games())
    }

    /// The share of games lost.
    pub fn lost(self) -> Interval {
        Interval::wilson(self.losses, self.games())
    }

    /// The share of games drawn.
    pub fn drawn(self) -> Interval {
        Interval::wilson(self.draws, self.games())
    }
}

impl Interval {
    /// Wilson's score interval (1927), which is also right for shares near 0 and 1.
    pub fn wilson(part: u32, whole: u32) -> Interval {
        if whole == 0 {
            return Interval {
                share: 0.0,
                low: 0.0,
                high: 1.0,
            };
        }
        let n = f64::from(whole);
        let share = f64::from(part) / n;
        let scale = 1.0 + Z * Z / n;
        let centre = (share + Z * Z / (2.0 * n)) / scale;
        let reach = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
        Interval {
            share,
            // At the ends the range is closed, but for the rounding.
            low: if part == 0 { 0.0 } else { centre - reach },
            high: if part == whole { 1.0 } else { centre + reach },
        }
    }

    /// Whether a share lies in the range, give or take the rounding of a tenth of
    /// a percent.
    pub fn contains(self, share: f64) -> bool {
        (self.low - 0.0005..=self.high + 0.0005).contains(&share)
    }
}

impl fmt::Display for Interval {
    /// `95.0 % (88.8–97.8)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| 100.0 * share;
        let (low, high) = (percent(self.low), percent(self.high));
        let text = format!("{:.1} % ({low:.1}–{high:.1})", percent(self.share));
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_books() {
        // Brown, Cai, DasGupta (2001) and common calculators: 95 of 100.
        assert_eq!(Interval::wilson(95, 100).to_string(), "95.0 % (88.8–97.8)");
        assert_eq!(Interval::wilson(0, 10).to_string(), "0.0 % (0.0–27.8)");
        assert_eq!(Interval::wilson(0, 3).low, 0.0);
        assert_eq!(Interval::wilson(3, 3).high, 1.0);
        assert_eq!(Interval::wilson(10, 10).to_string(), "100.0 % (72.2–100.0)");
    }
}
