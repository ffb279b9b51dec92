//! How often something took how long.

use std::time::Duration;

/// Upper bounds in seconds: from a look-up in memory to the longest that anybody waits.
pub(super) const BOUNDS: [f64; 16] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0,
    60.0,
];

/// Times, sorted into classes.
#[derive(Clone, Debug, Default)]
pub(super) struct Histogram {
    /// How many are within each bound and above the one before it.
    classes: [u64; BOUNDS.len()],
    count: u64,
    seconds: f64,
}

impl Histogram {
    pub(super) fn add(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        let class = BOUNDS.partition_point(|&bound| bound < seconds);
        if let Some(class) = self.classes.get_mut(class) {
            *class += 1;
        }
        self.count += 1;
        self.seconds += seconds;
    }

    /// How many are within each bound, the bounds below included.
    pub(super) fn within(&self) -> impl Iterator<Item = (f64, u64)> {
        let within = self.classes.iter().scan(0, |sum, class| {
            *sum += class;
            Some(*sum)
        });
        BOUNDS.into_iter().zip(within)
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn seconds(&self) -> f64 {
        self.seconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_within_its_bound_and_all_larger_ones() {
        let mut histogram = Histogram::default();
        for milliseconds in [1, 2, 100_000] {
            histogram.add(Duration::from_millis(milliseconds));
        }
        let within: Vec<(f64, u64)> = histogram.within().collect();
        assert_eq!(
            within[..4],
            [(0.0005, 0), (0.001, 1), (0.0025, 2), (0.005, 2)]
        );
        // The longest is within none of them.
        assert_eq!(within[BOUNDS.len() - 1], (60.0, 2));
        assert_eq!(histogram.count(), 3);
        assert!((histogram.seconds() - 100.003).abs() < 1e-9);
    }
}
