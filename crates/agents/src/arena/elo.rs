//! Elo ratings from a table of results: Bradley and Terry's model (1952), fitted
//! by maximum likelihood.
//!
//! A draw counts as half a win and half a loss. Every pair gets one draw on top of
//! its games, so that an agent that won or lost all of them has a rating at all.
//! The error bars follow from the curvature of the likelihood at its maximum.

use super::score::{Score, Z};

/// How strong an agent is: the mean of all rated together is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo points.
    pub elo: f64,
    /// Half the width of the range of 95 % confidence.
    pub error: f64,
}

/// Elo points in one unit of the logistic scale.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// The fit has converged when no strength moves by more.
const CLOSE: f64 = 1e-9;
const MOST_ROUNDS: usize = 1000;

/// The ratings of agents from the results between all pairs: `score(i, j)` is that
/// of `i` against `j`.
pub(super) fn ratings(count: usize, score: impl Fn(usize, usize) -> Score) -> Vec<Rating> {
    let mut strength = vec![0.0; count];
    for _ in 0..MOST_ROUNDS {
        let (gradient, curvature) = likelihood(&strength, &score);
        let inverse = inverse(curvature);
        let mut furthest: f64 = 0.0;
        for (i, strength) in strength.iter_mut().enumerate() {
            let step: f64 = (0..count).map(|j| inverse[i][j] * gradient[j]).sum();
            // Newton's method can overshoot far from the maximum.
            let step = step.clamp(-1.0, 1.0);
            *strength += step;
            furthest = furthest.max(step.abs());
        }
        if furthest < CLOSE {
            break;
        }
    }
    let (_, curvature) = likelihood(&strength, &score);
    let covariance = inverse(curvature);
    let mean = strength.iter().sum::<f64>() / count.max(1) as f64;
    let rating = |i: usize| Rating {
        elo: POINTS * (strength[i] - mean),
        // The curvature was made regular by a constant, which is taken off again.
        error: POINTS
            * Z
            * (covariance[i][i] - 1.0 / (count * count) as f64)
                .max(0.0)
                .sqrt(),
    };
    (0..count).map(rating).collect()
}

/// The rating of one agent whose opponents have ratings, from its result against each. One draw against the mean of them
/// comes on top of the games, so that an agent that won or lost all of them has a rating. `None` without opponents.
pub fn rating_among(results: &[(f64, Score)]) -> Option<Rating> {
    let mean = results.iter().map(|(elo, _)| elo).sum::<f64>() / results.len() as f64;
    let draw = Score {
        draws: 1,
        ..Score::default()
    };
    let results = || results.iter().copied().chain([(mean, draw)]);
    let mut strength = mean.is_finite().then_some(mean / POINTS)?;
    for _ in 0..MOST_ROUNDS {
        let (mut gradient, mut curvature) = (0.0, 0.0);
        for (elo, score) in results() {
            let games = f64::from(score.games());
            let expected = 1.0 / (1.0 + (elo / POINTS - strength).exp());
            gradient += score.points() - games * expected;
            curvature += games * expected * (1.0 - expected);
        }
        let step = (gradient / curvature).clamp(-1.0, 1.0);
        strength += step;
        if step.abs() < CLOSE {
            return Some(Rating {
                elo: POINTS * strength,
                error: POINTS * Z / curvature.sqrt(),
            });
        }
    }
    None
}

/// The gradient of the log-likelihood and its negative curvature. Only differences
/// of strengths matter, so the curvature is singular; 1 is added everywhere, which
/// keeps the sum of strengths and makes it regular.
fn likelihood(
    strength: &[f64],
    score: &impl Fn(usize, usize) -> Score,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strength.len();
    let mut gradient = vec![0.0; count];
    let mut curvature = vec![vec![1.0; count]; count];
    for i in 0..count {
        for j in (0..count).filter(|&j| j != i) {
            let score = score(i, j);
            let games = f64::from(score.games()) + 1.0;
            let points = score.points() + 0.5;
            let expected = 1.0 / (1.0 + (strength[j] - strength[i]).exp());
            gradient[i] += points - games * expected;
            let weight = games * expected * (1.0 - expected);
            curvature[i][i] += weight;
            curvature[i][j] -= weight;
        }
    }
    (gradient, curvature)
}

/// The inverse of a regular matrix, by Gauss and Jordan.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let unit = |i: usize| (0..count).map(|j| f64::from(u8::from(i == j))).collect();
    let mut inverse: Vec<Vec<f64>> = (0..count).map(unit).collect();
    for column in 0..count {
        let size = |&row: &usize| matrix[row][column].abs();
        let pivot = (column..count).max_by(|a, b| size(a).total_cmp(&size(b)));
        let pivot = pivot.expect("the column has a row");
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = matrix[column][column];
        for value in matrix[column].iter_mut().chain(&mut inverse[column]) {
            *value /= scale;
        }
        for row in (0..count).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for k in 0..count {
                matrix[row][k] -= factor * matrix[column][k];
                inverse[row][k] -= factor * inverse[column][k];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_of_three_quarters_is_191_points() {
        let score = |wins| Score {
            wins,
            losses: 1_000_000 - wins,
            draws: 0,
        };
        let table = [[0, 750_000], [250_000, 0]];
        let rated = ratings(2, |i, j| score(table[i][j]));
        // 400 · log10(3)
        assert!(
            (rated[0].elo - rated[1].elo - 190.85).abs() < 0.1,
            "{rated:?}"
        );
        assert!((rated[0].elo + rated[1].elo).abs() < 1e-6);
        // The error of the difference is twice that of either: 1.96 · σ, σ² = 1/(n p q).
        let error = POINTS * Z / (1e6_f64 * 0.75 * 0.25).sqrt();
        assert!((2.0 * rated[0].error - error).abs() < 0.01, "{rated:?}");
    }

    #[test]
    fn a_rating_among_rated_opponents_is_what_was_expected_of_it() {
        let score = |wins, losses| Score {
            wins,
            losses,
            draws: 0,
        };
        // Three quarters against 1000, and one quarter against 381.7 points more.
        let far = 2.0 * 190.848;
        let results = [
            (1000.0, score(75_000, 25_000)),
            (1000.0 + far, score(25_000, 75_000)),
        ];
        let found = rating_among(&results).unwrap();
        assert!((found.elo - 1190.85).abs() < 0.1, "{found:?}");
        // 1.96 · σ, σ² = 1 / Σ n p q.
        let error = POINTS * Z / (2e5_f64 * 0.75 * 0.25).sqrt();
        assert!((found.error - error).abs() < 0.01, "{found:?}");
        let best = rating_among(&[(0.0, score(20, 0)), (1000.0, score(20, 0))]).unwrap();
        assert!(best.elo > 1200.0 && best.elo.is_finite(), "{best:?}");
        assert_eq!(rating_among(&[]), None);
    }

    #[test]
    fn who_wins_everything_has_a_rating() {
        let all = Score {
            wins: 100,
            ..Score::default()
        };
        let rated = ratings(3, |i, j| if i < j { all } else { all.reversed() });
        assert!(rated[0].elo > 300.0 && rated[0].elo.is_finite());
        assert!(rated[1].elo.abs() < 1e-6);
        assert!(rated[0].error > 100.0);
    }
}
